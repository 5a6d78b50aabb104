import { randomUUID } from 'node:crypto'
import type { Role } from '../../shared/db/console.ts'
import { startApi } from './api.ts'
import type { Api, ApiOptions } from './api.ts'
import { Browser } from './browser.ts'
import type { Visit } from './browser.ts'
import { createDatabase } from './database.ts'
import type { DatabaseOptions, TestDatabase } from './database.ts'
import { createTenant } from './factories.ts'
import { ingest } from './ingest.ts'
import type { Person } from './oauth.ts'
import { secretKey } from './webhooks.ts'

export interface Member {
  person: Person
  browser: Browser
}

/** A name that runs a script if it is not escaped. */
export const hostileName = "<script>document.title='owned'</script>'><img src=x onerror=alert(1)>"

/** Matches every script of a page but the files of the console. */
export const foreignScript = /<script(?! type="module" src="\/console\/\w+\.js\?[0-9a-f]{12}"><\/script>)/

/** The console with a database and a server. Each person with a role in a brand has a browser. */
export class ConsoleScene {
  readonly database: TestDatabase
  readonly api: Api

  constructor(database: TestDatabase, api: Api) {
    this.database = database
    this.api = api
  }

  static async start({
    isSimulated = false,
    isClockFixed = true,
    ...options
  }: ApiOptions & Pick<DatabaseOptions, 'isSimulated' | 'isClockFixed'> = {}): Promise<ConsoleScene> {
    const database = await createDatabase({
      isSimulated,
      isClockFixed,
      ...(options.dataNow ? { now: options.dataNow } : {}),
    })
    return new ConsoleScene(
      database,
      await startApi(database, { trustedProxyHops: 1, webhooks: { secretKey, allowsLoopback: true }, ...options }),
    )
  }

  async stop(): Promise<void> {
    await this.api.stop()
    await this.database.stop()
  }

  async person(roles: Record<string, Role> = {}): Promise<Person> {
    const person = { email: `${randomUUID()}@people.example`, password: randomUUID() }
    const [row] = await this.database
      .sql`select core.create_person(${person.email}, ${person.password}, 'Person') as id`
    const id = row?.id as string
    for (const [brandId, role] of Object.entries(roles)) await this.join(id, brandId, role)
    return { id, ...person }
  }

  async join(personId: string, brandId: string, role: Role): Promise<void> {
    await this.database.sql`select core.add_member(${personId}, ${brandId}, ${role})`
  }

  async leave(personId: string, brandId: string): Promise<void> {
    await this.database.sql`delete from core.memberships where person_id = ${personId} and brand_id = ${brandId}`
  }

  /** Creates a person with this role in a brand, and signs in. */
  async member(brandId: string, role: Role): Promise<Member> {
    return await this.signedIn(await this.person({ [brandId]: role }))
  }

  async signedIn(person: Person): Promise<Member> {
    const browser = new Browser(this.api.url)
    await this.signIn(browser, person, '/console')
    return { person, browser }
  }

  async signIn(browser: Browser, person: Person, address: string): Promise<Visit> {
    const page = await browser.open(address)
    return await browser.submit(page, '/oauth/sign-in', [
      ['email', person.email],
      ['password', person.password],
    ])
  }

  /** Creates a brand with 60 days of data until yesterday and two campaigns with budgets, one with a hostile name. */
  async brand({ name = 'Aurora' } = {}) {
    const tenant = await createTenant(this.database.sql, { name })
    const rows = Array.from({ length: 60 }, (_, index) => {
      const date = new Date(Date.parse('2026-11-19T00:00:00Z') - index * 86_400_000).toISOString().slice(0, 10)
      const spend = 100 + ((index * 7919) % 13) + 0.25
      const base = { date, platform: 'google', account_id: 'a', daily_budget: 120, spend, clicks: 40 }
      return [
        { ...base, campaign_id: '1', campaign_name: 'One', revenue: 400 + (index % 7) * 10, conversions: 5 },
        { ...base, campaign_id: '2', campaign_name: hostileName, revenue: 300, conversions: 4 },
      ]
    })
    await ingest(this.database, tenant.brandId, rows.flat())
    return { ...tenant, root: `/console/brands/${tenant.brandId}` }
  }

  /** Inserts an anomaly of the campaign with the hostile name. */
  async anomaly(brandId: string, status = 'active'): Promise<string> {
    const anomalyId = `ano_${randomUUID().replaceAll('-', '')}`
    await this.database.sql`
      insert into analytics.anomalies
        (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
      select brand_id, ${anomalyId}, 'spend_surge', entity_id, 'campaign', day, day, day, 400, 100, 20, 15, 300, 0.5, ${status}
      from analytics.entities, (select date '2026-11-18' - count(*)::integer as day from analytics.anomalies where brand_id = ${brandId}) as free
      where brand_id = ${brandId} and level = 'campaign' and external_id = '2'`
    return anomalyId
  }
}

/** Returns the values of the cells of a table, row by row. */
export function tableOf(page: Visit, metric: string): (number | null)[][] {
  const table = page.html.split(`<table data-metric="${metric}"`)[1]?.split('</table>')[0] ?? ''
  const rows = table.split('<tr').slice(2)
  return rows.map((row) =>
    [...row.matchAll(/<data value="([^"]*)"/g)].map(([, value]) => (value === '' ? null : Number(value))),
  )
}

/** Returns the forms of a page by their action. */
export function actionsOf(page: Visit): string[] {
  return [...page.html.matchAll(/<form[^>]*\smethod="post"\s+action="([^"]*)"/g)].map(([, action]) => action as string)
}

/** Returns the fields of every form: the form token and a new form id. */
export function ownForm(page: Visit): [string, string][] {
  const [token = ''] = /(?<=name="form_token" value=")[^"]+/.exec(page.html) ?? []
  return [
    ['form_token', token],
    ['form_id', randomUUID()],
  ]
}

/** Returns the text of the content of a page, without its frame. */
export function textOf({ html }: Visit): string {
  return html
    .split('<main')[1]!
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
