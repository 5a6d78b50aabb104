import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { addDays } from '../../shared/calendar/days.ts'
import type { Api } from './api.ts'
import type { TestDatabase } from './database.ts'
import { createTenant, issueKey } from './factories.ts'
import { ingest } from './ingest.ts'
import { WorkerScene } from './worker_scene.ts'

/** The last day that the brands of the scene report: yesterday by the fixed clock. */
export const lastDay = '2026-11-19'

export const terms = { metric: 'roas', comparison: 'below', threshold: 2, days: 2, platform: 'meta' }

export type Amounts = { spend: number; revenue: number } | null

/** A server with the operations of alert rules, and the worker that judges them. */
export class AlertRuleScene {
  readonly worker: WorkerScene

  private constructor(worker: WorkerScene) {
    this.worker = worker
  }

  static async start(): Promise<AlertRuleScene> {
    return new AlertRuleScene(await WorkerScene.start())
  }

  async stop(): Promise<void> {
    await this.worker.stop()
  }

  get database(): TestDatabase {
    return this.worker.database
  }

  get api(): Api {
    return this.worker.api
  }

  /** A brand with one campaign of Meta. `values` are the last days, the last of them `lastDay`; null is a day without a report. */
  async brandWith(values: Amounts[]) {
    const tenant = await createTenant(this.database.sql)
    const scopes = ['read:marketing', 'write:alert_rules']
    const { key, keyId } = await issueKey(this.database.sql, tenant.accountId, { scopes, brandId: tenant.brandId })
    if (values.length > 0) await this.report(tenant.brandId, values)
    return { ...tenant, reader: tenant.key, key, keyId }
  }

  async report(
    brandId: string,
    values: Amounts[],
    { last = lastDay, campaign = 'c1', platform = 'meta' } = {},
  ): Promise<void> {
    const rows = values.flatMap((value, index) =>
      value === null
        ? []
        : [
            {
              date: addDays(last, index - values.length + 1),
              platform,
              account_id: platform === 'meta' ? 'a1' : `a-${platform}`,
              campaign_id: campaign,
              campaign_name: `Campaign ${campaign}`,
              ...value,
            },
          ],
    )
    await ingest(this.database, brandId, rows)
  }

  /** Runs the job of the brand as the worker does. */
  async judge(brandId: string): Promise<void> {
    await anomaliesQueue.run(this.worker.worker, { brand_id: brandId })
  }

  create(key: string, body: object = terms) {
    return this.api.http.post('/v1/alert-rules').set('Authorization', `Bearer ${key}`).send(body)
  }

  change(key: string, id: string, body: object) {
    return this.api.http.put(`/v1/alert-rules/${id}`).set('Authorization', `Bearer ${key}`).send(body)
  }

  remove(key: string, id: string) {
    return this.api.http.delete(`/v1/alert-rules/${id}`).set('Authorization', `Bearer ${key}`)
  }

  preview(key: string, body: object) {
    return this.api.http.post('/v1/alert-rules/preview').set('Authorization', `Bearer ${key}`).send(body)
  }

  /** The only rule of a brand. */
  async rule(key: string) {
    const { body } = await this.api.http.get('/v1/alert-rules').set('Authorization', `Bearer ${key}`)
    return body.data[0]
  }

  /** The alerts of a brand that were emitted, oldest first. */
  async events(brandId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
    return await this.database.sql`
      select type, data from events.outbox
      where brand_id = ${brandId} and data ->> 'detector' = 'alert_rule'
      order by written`
  }
}

/** A day with this ROAS. */
export function roas(value: number): Amounts {
  return { spend: 100, revenue: 100 * value }
}
