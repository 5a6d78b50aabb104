/**
 * Requests a second and latency of the hot reads behind the real HTTP server on Deno, beside pgbench running the very
 * same statement as the same role. 5 M facts of 50 brands; 90 days by day at campaign level.
 */
import { createKey } from '../shared/keys.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'
import { measure } from './load.ts'
import type { BenchKey, Read } from './load.ts'

const brands = 50
const facts = Number(process.argv[2] ?? 5_000_000)

const metrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const range = { date_from: '2026-08-01', date_to: '2026-10-29' }
const query = `date_from=${range.date_from}&date_to=${range.date_to}`
const reads: Read[] = [
  { name: '/v1/brands', operation: 'analytics.brands', path: '/v1/brands', input: {} },
  {
    name: '/v1/metrics by campaign, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}&level=campaign`,
    input: { ...range, level: 'campaign', metrics, granularity: 'day', limit: 50 },
  },
  {
    name: '/v1/metrics by account, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}`,
    input: { ...range, level: 'account', metrics, granularity: 'day', limit: 50 },
  },
]

const cluster = await startCluster()
try {
  await measure(cluster, await fill(cluster), reads)
} finally {
  await cluster.stop()
}

/** Facts of ads as an import leaves them: 20 campaigns of 5 ads a brand, as many days as the number of facts asks for. */
async function fill({ sql }: BenchCluster): Promise<BenchKey[]> {
  const days = Math.round(facts / brands / 100)
  const made = []
  await sql`update core.plans set requests_per_minute = 100000000`
  await sql`select analytics.ensure_partitions(date '2026-11-20' - ${days}::integer, '2026-11-20')`
  for (let brand = 1; brand <= brands; brand++) {
    const id = `brd_${brand}`
    await sql`select core.create_account('Bench', 'ENTERPRISE', ${`acc_${brand}`})`
    await sql`select core.create_brand(${`acc_${brand}`}, ${id.replace('_', '-')}, ${id}, 'USD', 'UTC', ${id})`
    const { key, hash, display } = createKey('svc_sk_live_')
    await sql`select core.create_key(${`acc_${brand}`}, 'svc_sk_live_', ${hash}, ${display}, 'bench')`
    made.push({ key, hash: Buffer.from(hash).toString('hex') })
    await sql.begin(async (transaction) => {
      const columns = ['spend_micros', 'revenue_micros', 'conversions_micros', 'impressions', 'clicks']
      await transaction`select analytics.open_ad_import(${columns})`
      await transaction`
        insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name, adset_id, ad_id)
        select ad, 'meta', 'act', (ad % 20)::text, 'Campaign ' || ad % 20, (ad % 40)::text, ad::text from generate_series(0, 99) as ad`
      await transaction.unsafe(`
        insert into pg_temp.ad_facts (entity_no, line, day, ${columns.join(', ')})
        select ad, 0, day::date, 1000000 + ad * 7919, 3000000 + ad * 104729, 1000000, 1000 + ad, 10 + ad
        from generate_series(date '2026-11-20' - ${days - 1}, date '2026-11-20', '1 day') as day, generate_series(0, 99) as ad`)
      await transaction`select analytics.commit_ad_import(${id}, 'bench', 'bench', 0, ${columns})`
    })
    process.stderr.write(`\r${brand} of ${brands} brands filled`)
  }
  await sql.unsafe('vacuum analyze')
  process.stderr.write('\n')
  return made
}
