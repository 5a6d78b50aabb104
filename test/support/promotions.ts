import type { Promotion } from '../../functions/worker/forecasting/events/promotions.ts'
import { addDays } from '../../shared/calendar/days.ts'
import { startApi } from './api.ts'
import type { Api } from './api.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'
import { ingest } from './ingest.ts'
import { uniform } from './retail_brands.ts'

/** The first of the 292 days of a brand with promotions. */
export const from = '2026-02-01'
export const past: Promotion[] = [
  { name: 'Spring sale', starts_on: '2026-04-07', ends_on: '2026-04-12' },
  { name: 'Members days', starts_on: '2026-08-11', ends_on: '2026-08-14' },
  { name: 'Autumn sale', starts_on: '2026-09-22', ends_on: '2026-09-27' },
]
export const coming = { name: 'Winter sale', starts_on: '2027-01-12', ends_on: '2027-01-16' }

const isWithin = (day: string, promotions: readonly Promotion[]) =>
  promotions.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)

/** A server, with the operations of promotions. */
export class PromotionScene {
  readonly database: TestDatabase
  readonly api: Api

  private constructor(database: TestDatabase, api: Api) {
    this.database = database
    this.api = api
  }

  static async start(): Promise<PromotionScene> {
    const database = await createDatabase()
    return new PromotionScene(database, await startApi(database))
  }

  async stop(): Promise<void> {
    await this.api.stop()
    await this.database.stop()
  }

  add(key: string, body: object) {
    return this.api.http.post('/v1/promotions').set('Authorization', `Bearer ${key}`).send(body)
  }

  list(key: string, query = {}) {
    return this.api.http.get('/v1/promotions').query(query).set('Authorization', `Bearer ${key}`)
  }

  remove(key: string, id: string) {
    return this.api.http.delete(`/v1/promotions/${id}`).set('Authorization', `Bearer ${key}`)
  }

  /** A brand with revenue on the days on which it sold, 1.8 times as high on days of the promotions, and a key that may change promotions. */
  async brandWith(promotions: readonly Promotion[], isSold: (index: number) => boolean = () => true) {
    const { sql } = this.database
    const random = uniform(5)
    const tenant = await createTenant(sql)
    const scopes = ['read:marketing', 'write:promotions']
    const { key, keyId } = await issueKey(sql, tenant.accountId, { scopes, brandId: tenant.brandId })
    const days = Array.from({ length: 292 }, (_, index) => addDays(from, index))
    await ingest(
      this.database,
      tenant.brandId,
      days.map((date, index) => ({
        date,
        platform: 'google',
        account_id: 'a',
        spend: 200,
        revenue: 1000 * (0.9 + 0.2 * random()) * (isWithin(date, promotions) ? 1.8 : 1) * Number(isSold(index)),
      })),
    )
    return { ...tenant, reader: tenant.key, key, keyId }
  }
}
