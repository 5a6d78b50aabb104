import { createKey } from '../shared/credentials/keys.ts'
import type { BenchCluster } from './cluster.ts'
import type { BenchKey } from './load.ts'

const lastDay = '2026-11-20'

/** Creates brands with an account, a key and facts of 100 ads in 20 campaigns on each day, in the form that an import writes. */
export async function fillBrands({ sql }: BenchCluster, from: number, to: number, days: number): Promise<BenchKey[]> {
  const made: BenchKey[] = []
  await sql`select analytics.ensure_partitions(${lastDay}::date - ${days}::integer, ${lastDay})`
  for (let brand = from; brand <= to; brand++) {
    const id = `brd_${brand}`
    await sql`select core.create_account('Bench', 'ENTERPRISE', ${`acc_${brand}`})`
    await sql`select core.create_brand(${`acc_${brand}`}, ${id.replace('_', '-')}, ${id}, 'USD', 'UTC', ${id})`
    const { key, hash, display } = createKey('svc_sk_live_')
    await sql`select core.create_key(${`acc_${brand}`}, 'svc_sk_live_', ${hash}, ${display}, 'bench')`
    made.push({ key, hash: Buffer.from(hash).toString('hex') })
    await importFacts({ sql }, id, days, lastDay)
    process.stderr.write(`\r${brand} of ${to} brands filled`)
  }
  await sql.unsafe('vacuum analyze')
  process.stderr.write('\n')
  return made
}

/** Imports the last days of a brand's facts, up to a day. */
export async function importFacts(
  { sql }: Pick<BenchCluster, 'sql'>,
  brandId: string,
  days: number,
  to: string,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const columns = ['spend_micros', 'revenue_micros', 'conversions_micros', 'impressions', 'clicks']
    await transaction`select analytics.open_ad_import(${columns})`
    await transaction`
      insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name, adset_id, ad_id)
      select ad, 'meta', 'act', (ad % 20)::text, 'Campaign ' || ad % 20, (ad % 40)::text, ad::text from generate_series(0, 99) as ad`
    await transaction.unsafe(`
      insert into pg_temp.ad_facts (entity_no, line, day, ${columns.join(', ')})
      select ad, 0, day::date, 1000000 + ad * 7919, 3000000 + ad * 104729, 1000000, 1000 + ad, 10 + ad
      from generate_series(date '${to}' - ${days - 1}, date '${to}', '1 day') as day, generate_series(0, 99) as ad`)
    await transaction`select analytics.commit_ad_import(${brandId}, 'bench', 'bench', 0, ${columns})`
  })
}
