import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { Browser } from './browser.ts'
import type { Visit } from './browser.ts'

export const callback = 'https://app.example/callback'
export const verifier = randomBytes(32).toString('base64url')
export const challenge = createHash('sha256').update(verifier).digest('base64url')

export interface Person {
  id: string
  email: string
  password: string
}

export async function createPerson(sql: Sql, brandIds: string[] = []): Promise<Person> {
  // Without hyphens, so that no line can break inside the address on a narrow page.
  const person = { email: `${randomUUID().replaceAll('-', '')}@people.example`, password: randomUUID() }
  const [row] = await sql`select core.create_person(${person.email}, ${person.password}, 'Person') as id`
  for (const brandId of brandIds) await sql`select core.add_member(${row?.id as string}, ${brandId}, 'analyst')`
  return { id: row?.id as string, ...person }
}

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, string>
}

/** A client app that registers, sends a browser to the consent page and exchanges the code. */
export class Client {
  readonly origin: string
  clientId = ''
  readonly ip = new Browser('').ip

  constructor(origin: string) {
    this.origin = origin
  }

  get resource(): string {
    return `${this.origin}/mcp`
  }

  async register(metadata: Record<string, unknown> = {}): Promise<Answer> {
    const response = await fetch(`${this.origin}/api/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': this.ip },
      body: JSON.stringify({ client_name: 'Test app', redirect_uris: [callback], ...metadata }),
    })
    const answer = await answerOf(response)
    this.clientId = answer.body.client_id ?? this.clientId
    return answer
  }

  authorizeUrl(parameters: Record<string, string | null> = {}): string {
    const all = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: callback,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: this.resource,
      state: 'some-state',
      ...parameters,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
    return `${this.origin}/oauth/authorize?${new URLSearchParams(given)}`
  }

  async token(parameters: Record<string, string | null>): Promise<Answer> {
    const given = Object.entries({ client_id: this.clientId, ...parameters })
    const response = await fetch(`${this.origin}/api/oauth/token`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': this.ip },
      body: new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== null)),
    })
    return await answerOf(response)
  }

  async exchange(code: string, parameters: Record<string, string | null> = {}): Promise<Answer> {
    const redirect = { redirect_uri: callback, code_verifier: verifier, resource: this.resource }
    return await this.token({ grant_type: 'authorization_code', code, ...redirect, ...parameters })
  }

  async refresh(refreshToken: string, parameters: Record<string, string | null> = {}): Promise<Answer> {
    return await this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...parameters })
  }

  /** Registers, is allowed by a person, and exchanges the code. */
  async connect(person: Person, decision: Partial<Decision> = {}): Promise<Answer> {
    if (!this.clientId) await this.register()
    const browser = new Browser(this.origin)
    const page = await signedIn(browser, person, this.authorizeUrl())
    return await this.exchange(codeOf(await decide(browser, page, decision)))
  }
}

export interface Decision {
  scopes: string[]
  brandIds: string[]
  answer: 'allow' | 'deny'
}

/** Opens a page that requires sign-in, signs in and returns the page. */
export async function signedIn(browser: Browser, person: Person, address: string): Promise<Visit> {
  const page = await browser.open(address)
  return await browser.submit(page, '/oauth/sign-in', [
    ['email', person.email],
    ['password', person.password],
  ])
}

/** Submits the consent page. Selects all scopes and brands by default. */
export async function decide(browser: Browser, page: Visit, decision: Partial<Decision> = {}): Promise<Visit> {
  const { scopes = values(page, 'scope'), brandIds = values(page, 'brand_id'), answer = 'allow' } = decision
  return await browser.submit(page, '/oauth/authorize/decision', [
    ...scopes.map((scope) => ['scope', scope] as [string, string]),
    ...brandIds.map((brandId) => ['brand_id', brandId] as [string, string]),
    ['decision', answer],
  ])
}

/** Returns the values of the checkboxes of a page; with `ticked`, of the checked ones. */
export function values(page: Visit, name: string, ticked = false): string[] {
  return [...page.html.matchAll(/<input type="checkbox" name="(\w+)" value="([^"]*)"([^>]*)>/g)]
    .filter(([, inputName, , rest]) => inputName === name && (!ticked || rest?.includes('checked')))
    .map(([, , value]) => value as string)
}

export function codeOf(visit: Visit): string {
  return visit.location?.searchParams.get('code') ?? ''
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
}
