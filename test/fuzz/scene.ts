import { randomBytes } from 'node:crypto'
import { ExampleScene } from '../support/examples.ts'
import { Browser } from '../support/browser.ts'
import { issueKey } from '../support/factories.ts'
import { Client, createPerson, signedIn } from '../support/oauth.ts'
import type { Described } from './described.ts'
import type { Draft } from './draft.ts'
import { exchange } from './exchange.ts'
import type { Received, Sent } from './exchange.ts'

/** The credentials that each security scheme of the document accepts. */
const credentialsOf: Record<string, readonly string[]> = {
  key: ['analytics_test', 'analytics_live'],
  storefront_key: ['agent', 'merchant', 'connector_test', 'publishable'],
  commerce_key: ['agent', 'merchant', 'connector_test'],
  storefront_key_in_query: ['publishable'],
  connector: ['connector_test', 'connector_live', 'app'],
  session: ['person'],
  secret_key: ['connector_live'],
  stream_key: ['events'],
}

const settled = /\b([a-z]{2,5})_0{24}(\d{8})\b/g
const random = /\b([a-z]{2,5})_[0-9a-f]{32}\b/g

type Header = Record<string, string>

/** The account of the examples without limits, whose ids replace those of the document. */
export class FuzzScene {
  readonly #scene: ExampleScene
  readonly #headers: Record<string, Header>
  /** Ids from earlier responses, by prefix, so that drafts can refer to existing resources. */
  readonly #known = new Map<string, string[]>()

  private constructor(scene: ExampleScene, headers: Record<string, Header>) {
    this.#scene = scene
    this.#headers = headers
    this.#learn(JSON.stringify(scene.ownIds()))
  }

  static async start(): Promise<FuzzScene> {
    const scene = await ExampleScene.start({
      isReachable: true,
      trustedProxyHops: 1,
      connectionsMax: 8,
      events: { streamsPerKeyMax: 1_000_000, streamsMax: 1_000_000 },
    })
    const { sql } = scene.database
    await sql`update core.plans set requests_per_minute = 1000000000`
    await sql`update core.key_kinds set requests_per_minute = 1000000000 where requests_per_minute is not null`
    const analytics = await issueKey(sql, scene.accountId)
    const publishable = await issueKey(sql, scene.accountId, { prefix: 'pk_live_' })
    const keys = { ...scene.keys, analytics_live: analytics.key, publishable: publishable.key }
    const bearers = Object.entries(keys).map(([name, key]) => [name, { Authorization: `Bearer ${key}` }])
    return new FuzzScene(scene, { ...Object.fromEntries(bearers), ...(await personOf(scene)) })
  }

  get url(): string {
    return this.#scene.api.url
  }

  /** The causes of server errors, from the log. */
  causeOf(requestId: unknown): unknown {
    return this.#scene.api.log.findLast((line) => line.request_id === requestId)?.cause
  }

  async stop(): Promise<void> {
    await this.#scene.stop()
  }

  /** The accepted credentials of an operation; includes null if it needs none. */
  credentials({ security }: Described): (string | null)[] {
    return security.flatMap((scheme) => {
      const names = Object.keys(scheme)
      return names.length === 0 ? [null] : names.flatMap((name) => credentialsOf[name] ?? [])
    })
  }

  /** Turns a draft into a request. Each request has its own client address, because rate limits count by address. */
  write(
    { method, path }: Pick<Described, 'method' | 'path'>,
    draft: Pick<Draft, 'segments' | 'query' | 'headers' | 'body' | 'credential'>,
  ): Sent {
    const { segments, query, headers, body, credential } = draft
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? '')
    const asked = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()])).toString()
    const isSent = body !== null && method !== 'get'
    const written = this.#withKnownIds(
      JSON.stringify({ path: asked ? `${filled}?${asked}` : filled, body: isSent ? body : null, headers }),
    )
    return {
      ...(JSON.parse(written) as Pick<Sent, 'path' | 'body' | 'headers'>),
      method: method.toUpperCase(),
      headers: {
        'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
        ...(credential === null ? {} : this.#headers[credential]),
        ...(JSON.parse(written) as Sent).headers,
      },
    }
  }

  async send(sent: Sent): Promise<Received> {
    const answer = await exchange(this.url, sent)
    if (answer.status < 300) this.#learn(answer.text)
    return answer
  }

  #withKnownIds(text: string): string {
    return text.replace(settled, (placeholder, prefix: string, count: string) => {
      const known = this.#known.get(prefix)
      return known?.[Number(count) % known.length] ?? placeholder
    })
  }

  #learn(text: string): void {
    for (const [id, prefix = ''] of text.matchAll(random)) {
      const known = this.#known.get(prefix) ?? []
      if (!known.includes(id)) this.#known.set(prefix, [...known, id].slice(-20))
    }
  }
}

/** Signs a person in and connects an app. */
async function personOf({ database, api }: ExampleScene): Promise<Record<string, Header>> {
  const person = await createPerson(database.sql, ['brd_aurora'])
  const client = new Client(api.url)
  const { body } = await client.connect(person)
  const browser = new Browser(api.url)
  await signedIn(browser, person, `${api.url}/oauth/connections`)
  const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  return { person: { Cookie: cookies.join('; ') }, app: { Authorization: `Bearer ${body.access_token}` } }
}
