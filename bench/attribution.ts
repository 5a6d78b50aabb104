/** Time of attributing 30 days (6 M touches, 300 k orders, 1 M customers), compared with a plain scan of the same rows. */
import { memoryUsage } from 'node:process'
import { startCluster } from './cluster.ts'

const touches = Number(process.argv[2] ?? 6_000_000)
const brand = 'brd_bench'
const cluster = await startCluster()

try {
  const { sql } = cluster
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', ${brand})`
  await sql`select setseed(0.42)`
  await sql`
    insert into analytics.touchpoints (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id)
    select ${brand}, v, timestamptz '2026-05-24' + random() * interval '180 days', case when random() < 0.15 then 'view' else 'click' end,
      (array['google','google','meta','meta','tiktok','email','organic','direct','affiliate','bing'])[1 + floor(random() * 10)::int], n::text, v
    from (select n, 'c' || floor(random() * ${touches / 6})::int as v from generate_series(1, ${touches}) as n) as touch`
  await sql`
    insert into analytics.orders (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer)
    select ${brand}, 'o' || n, v, v, timestamptz '2026-05-24' + random() * interval '180 days', (20 + random() * 200)::bigint * 1000000, random() < 0.5
    from (select n, 'c' || floor(random() * ${touches / 6})::int as v from generate_series(1, ${touches / 20}) as n) as placed`
  await sql`insert into analytics.attribution_settings (brand_id) values (${brand})`
  await sql`insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${brand}, 'orders', '2026-05-24', '2026-11-19')`
  // The model markov needs journeys from files: those of connected shops all end in an order.
  await sql`
    insert into analytics.imports (brand_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected)
    values (${brand}, 'journeys', 'vitrine', 'journeys.csv', ${touches}, ${touches}, 0)`
  await sql`vacuum analyze analytics.touchpoints`
  await sql`vacuum analyze analytics.orders`
  const seconds = async (statement: string) => {
    const startedAt = performance.now()
    await sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brand})`
      await transaction`set local work_mem = '256MB'`
      await transaction.unsafe(statement)
    })
    return Math.round(performance.now() - startedAt) / 1000
  }
  const range = "'2026-10-21', '2026-11-19'"
  const scan = `select count(*), max(channel) from analytics.touchpoints where brand_id = '${brand}' and touched_at >= '2026-09-21'`
  console.log({
    touches,
    plain_scan_of_60_days_s: await seconds(scan),
    all_rule_models_30_days_s: await seconds(`select analytics.attribute('${brand}', ${range})`),
    with_markov_transitions_s: await seconds(
      `update analytics.attribution_settings set model = 'markov'; select analytics.attribute('${brand}', ${range})`,
    ),
    endpoint_rule_model_s: await seconds(
      `update analytics.attribution_settings set model = 'position'; select analytics.attribution('${brand}', ${range})`,
    ),
    endpoint_markov_s: await seconds(
      `update analytics.attribution_settings set model = 'markov'; select analytics.attribution('${brand}', ${range})`,
    ),
    client_megabytes: Math.round(memoryUsage.rss() / 1e6),
  })
} finally {
  await cluster.stop()
}
