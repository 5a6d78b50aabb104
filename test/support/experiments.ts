import { startApi } from './api.ts'
import type { Api, ApiOptions } from './api.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'
import { ingest } from './ingest.ts'

export interface Block {
  pair: number
  state: 'on' | 'off'
  is_switch: boolean
  first_on: string
  counted_from: string
  last_on: string
  spend_per_day: number | null
  as_planned: boolean | null
}

/** Orders more a day where the ads are on: of all pairs, or of each block. */
export type Lift = number | ((block: Block) => number)

/** No effect on average: half of the pairs gain and half lose. */
export const noEffect: Lift = ({ pair }) => (pair % 2 === 0 ? 3 : -3)

type AdRow = Omit<ReturnType<typeof adRow>, 'purchases'> & { purchases?: number }

/** The row of a platform and day, or null without a report. */
export type Report = (platform: string, day: string) => AdRow | null

/** Returns the day after a number of days. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The days of a block, in order. */
export const daysOf = ({ first_on, last_on }: { first_on: string; last_on: string }) =>
  Array.from({ length: (Date.parse(last_on) - Date.parse(first_on)) / 86_400_000 + 1 }, (_, day) =>
    dayAfter(first_on, day),
  )

/** Stores a number of orders of 50 on each day. They are known from the first to the last of the days. */
export async function storeOrders({ sql }: TestDatabase, brandId: string, orders: Record<string, number>) {
  const rows = Object.entries(orders)
  const days = rows.map(([day]) => day).toSorted()
  await sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros)
    select ${brandId}, day || '-' || number, 'c', 'c', day::timestamp at time zone 'UTC' + interval '12 hours', 50000000
    from jsonb_each_text(${sql.json(orders)}) as given (day, count)
    cross join generate_series(1, count::integer) as number`
  // As imports do.
  await sql`insert into analytics.attribution_settings (brand_id) values (${brandId}) on conflict do nothing`
  await sql`
    insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${brandId}, 'orders', ${days[0] as string}, ${days.at(-1) as string})
    on conflict (brand_id, kind) do update
    set first_on = least(data_status.first_on, excluded.first_on), last_on = greatest(data_status.last_on, excluded.last_on)`
}

/** The number of orders of a day without ads: 20 on weekdays, 26 on weekends, and -2 to 2 at random. */
export function usualOrders(day: string): number {
  const number = Date.parse(day) / 86_400_000
  const noise = (Math.imul(number, 2654435761) >>> 16) % 5
  return meanOrders(day) - 2 + noise
}

const meanOrders = (day: string) => (new Date(day).getUTCDay() % 6 === 0 ? 26 : 20)

/** A brand with nine months of orders and one day of ads, and a key that may run experiments. It is 1 August 2026. */
export async function createExperimenter(database: TestDatabase) {
  const tenant = await createTenant(database.sql)
  const scopes = ['read:marketing', 'write:experiments']
  const { key: writer, keyId } = await issueKey(database.sql, tenant.accountId, { scopes, brandId: tenant.brandId })
  const past = daysOf({ first_on: '2025-11-01', last_on: '2026-07-31' })
  await storeOrders(database, tenant.brandId, Object.fromEntries(past.map((day) => [day, usualOrders(day)])))
  await ingest(
    database,
    tenant.brandId,
    ['meta', 'google'].map((platform) => adRow(platform, '2026-07-31')),
  )
  return { ...tenant, writer, writerId: keyId }
}

/** Labor Day is in the forecast of the brand, and a promotion of its own spans two blocks. Returns both as responses name them. */
export async function addEvents({ sql }: TestDatabase, brandId: string) {
  await sql`
    insert into analytics.forecasts (brand_id, metric, trained_from, trained_through, horizon_days, model, accuracy, factors, events)
    values (${brandId}, 'spend', '2026-07-01', '2026-07-31', 90, 'naive', '{}', '[]', ${sql.json({ '2026-09-06': 'Before Labor Day', '2026-09-07': 'Labor Day' })})`
  await sql`
    insert into analytics.promotions (brand_id, name, starts_on, ends_on, created_by)
    values (${brandId}, 'Summer sale', '2026-08-08', '2026-08-12', 'key_x')`
  return [
    { kind: 'promotion', name: 'Summer sale', date_from: '2026-08-08', date_to: '2026-08-12' },
    { kind: 'holiday', name: 'Labor Day', date_from: '2026-09-07', date_to: '2026-09-07' },
  ]
}

/** A reported day of a platform: a spend of 100, and 12 purchases of 50 that the platform claims. */
export const adRow = (platform: string, date: string, share = 1) => ({
  date,
  platform,
  account_id: `account of ${platform}`,
  campaign_id: `campaign of ${platform}`,
  campaign_name: `Campaign of ${platform}`,
  spend: 100 * share,
  conversions: 12 * share,
  purchases: 12 * share,
  revenue: 600 * share,
})

/** An experiment of 6 pairs of two weeks, from 3 August to 25 October. */
export const design = { name: 'Meta off', platform: 'meta', starts_on: '2026-08-03', pairs: 6, block_days: 7 }

/** Three servers on one database, at the time of planning, of the first day, and after the end. */
export class ExperimentScene {
  readonly planning: Api
  readonly starting: Api
  readonly ending: Api
  readonly database: TestDatabase

  private constructor(database: TestDatabase, [planning, starting, ending]: [Api, Api, Api]) {
    this.database = database
    this.planning = planning
    this.starting = starting
    this.ending = ending
  }

  static async start(database: TestDatabase, options: Omit<ApiOptions, 'now'> = {}): Promise<ExperimentScene> {
    return new ExperimentScene(database, [
      await startApi(database, { ...options, now: '2026-08-01T12:00:00Z' }),
      await startApi(database, { ...options, now: '2026-08-03T12:00:00Z' }),
      await startApi(database, { ...options, now: '2026-11-20T12:00:00Z' }),
    ])
  }

  async stop(): Promise<void> {
    for (const api of [this.planning, this.starting, this.ending]) await api.stop()
    await this.database.stop()
  }

  /** An ended experiment of a new brand with these orders more where the ads are on. */
  async end(lift: Lift, more: { design?: object; isOn?: (block: Block) => boolean; report?: Report } = {}) {
    const tenant = await createExperimenter(this.database)
    const { id, blocks } = await this.run(tenant.writer, more.design)
    await this.execute(tenant.brandId, blocks, lift, more.isOn, more.report)
    const { body } = await this.post(this.ending, tenant.writer, `/${id}/end`)
    return { ...tenant, id, blocks, body }
  }

  async post(api: Api, key: string, path: string, body: object = {}) {
    return await api.http.post(`/v1/experiments${path}`).set('Authorization', `Bearer ${key}`).send(body)
  }

  async get(api: Api, key: string, path = '') {
    return await api.http.get(`/v1/experiments${path}`).set('Authorization', `Bearer ${key}`)
  }

  /** Creates and starts the experiment and returns its id and calendar. */
  async run(key: string, more: object = {}): Promise<{ id: string; blocks: Block[] }> {
    const { body } = await this.post(this.planning, key, '', { ...design, ...more })
    const id = body.experiment.experiment_id as string
    await this.post(this.starting, key, `/${id}/start`)
    return { id, blocks: body.blocks as Block[] }
  }

  /**
   * Stores the orders and ads of the days of a calendar. `lift` is the number of orders more a day where the ads are on,
   * and one less, none or one more by pair. Nothing else differs between the blocks of a pair: their order is random, so
   * that noise would change the result from run to run. `report` is the row of a platform and day, or null without a report.
   */
  async execute(
    brandId: string,
    blocks: Block[],
    lift: Lift,
    isOn = ({ state }: Block) => state === 'on',
    report: Report = adRow,
  ) {
    const liftOf = typeof lift === 'number' ? () => lift : lift
    const days = blocks.flatMap((block) => {
      const on = isOn(block)
      return daysOf(block).map((day) => ({ day, on, more: on ? liftOf(block) + (block.pair % 3) - 1 : 0 }))
    })
    await storeOrders(
      this.database,
      brandId,
      Object.fromEntries(days.map(({ day, more }) => [day, meanOrders(day) + more])),
    )
    const rows = [
      ...days.flatMap(({ day, on }) => [report('google', day), ...(on ? [report('meta', day)] : [])]),
      // The report of a later day shows that the days before it are complete.
      ...['google', 'meta'].map((platform) => report(platform, dayAfter(days.at(-1)?.day as string, 1))),
    ]
    await ingest(
      this.database,
      brandId,
      rows.filter((row) => row !== null),
    )
  }
}
