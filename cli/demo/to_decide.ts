import type { Sql } from 'postgres'
import { parseKey } from '../../shared/credentials/keys.ts'

/** Creates a pending proposal with the connector key, as an agent would. A repeated call has no effect. */
export async function proposeDemoChange(sql: Sql, key: string): Promise<void> {
  // A later run has another key.
  const [held] = await sql`
    select from connector.proposals where brand_id = 'brd_aurora' and idempotency_key = 'demo-proposal'`
  if (held) return
  const parsed = parseKey(key)
  const input = {
    brand_id: 'brd_aurora',
    target: { level: 'campaign', platform: 'google', id: '20841553003' },
    change: { kind: 'budget', from: 70, to: 62 },
    rationale:
      'On single days it spends almost three times as much as usual and sells no more for it. ' +
      'A lower budget limits what another such day can cost.',
    evidence: ['A surge of spend of "Aurora | Tents" (page Anomalies)'],
    idempotency_key: 'demo-proposal',
    base_url: '',
  }
  const [answer] = await sql`
    select status, message
    from core.call('connector.propose_change', ${parsed?.hash ?? null}, '::1', ${sql.json(input)}, resource => 'demo')`
  if (answer?.status) throw new Error(`The demo's proposal was refused: ${answer.message}`)
}

/** Computes the weekly history of the trust score of a shop, from the signals known at each week. */
export async function scoreDemoWeeks(sql: Sql, brandId: string): Promise<void> {
  await sql`
    select storefront.score_trust(${brandId}, platform.now() - pg_catalog.make_interval(weeks => weeks.ago))
    from (select ago from pg_catalog.generate_series(12, 0, -1) as series (ago) order by ago desc) as weeks`
}
