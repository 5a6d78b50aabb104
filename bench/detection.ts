/** Time of detecting anomalies of one day of a brand with 2,000 campaigns, and of forecasting one brand. */
import { memoryUsage } from 'node:process'
import { storeForecasts } from '../functions/worker/forecasting/store.ts'
import { startCluster } from './cluster.ts'

const campaigns = Number(process.argv[2] ?? 2000)
const cluster = await startCluster()

try {
  const { sql } = cluster
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', 'brd_bench')`
  await sql`select analytics.ensure_partitions('2026-03-01', '2026-11-30')`
  await sql`
    insert into analytics.entities (brand_id, level, platform, external_id, name) values ('brd_bench', 'account', 'google', 'a', 'Account')`
  await sql`
    insert into analytics.entities (brand_id, level, platform, external_id, name, account_entity_id)
    select 'brd_bench', 'campaign', 'google', n::text, 'Campaign ' || n, entity_id
    from analytics.entities, generate_series(1, ${campaigns}) as n where brand_id = 'brd_bench' and level = 'account'`
  // No campaign has 1 % of the spend, so a day tests only the account. Scoring all campaigns is timed separately.
  await sql`
    insert into analytics.rollups_daily (brand_id, level, day, entity_id, spend_micros, revenue_micros, conversions_micros, clicks, impressions)
    select 'brd_bench', level, day, entity_id, spend, spend * 4, spend / 20, spend / 1000000, spend / 10000
    from analytics.entities, generate_series(date '2026-05-01', date '2026-11-19', '1 day') as day
    cross join lateral (select (800 + 400 * random() + entity_id * 0)::bigint * 1000000 as spend) as amount
    where brand_id = 'brd_bench'`
  await sql`insert into analytics.data_status (brand_id, kind, first_on, last_on) values ('brd_bench', 'ads_daily', '2026-05-01', '2026-11-19')`
  await sql`analyze analytics.rollups_daily`
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return Math.round(performance.now() - startedAt) / 1000
  }
  const detect = await timed(() =>
    sql.begin(async (transaction) => {
      await transaction`select core.enter_brand('brd_bench')`
      await transaction`select analytics.detect_anomalies('brd_bench', '2026-11-19')`
    }),
  )
  const score = await timed(
    () => sql`
      select count(*) from (
        select (analytics.score_last(array_agg(spend_micros::float8 order by day))).*
        from analytics.rollups_daily where brand_id = 'brd_bench' and day >= '2026-05-21' group by entity_id
      ) as scored`,
  )
  const [metrics] = await sql`select analytics.forecastable_metrics() as names`
  console.log({
    campaigns,
    detection_of_a_day_s: detect,
    scoring_every_campaign_once_s: score,
    forecasts_of_a_brand_s: await timed(() => storeForecasts(sql, 'brd_bench', metrics?.names as string[])),
    client_megabytes: Math.round(memoryUsage.rss() / 1e6),
  })
} finally {
  await cluster.stop()
}
