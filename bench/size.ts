/** Bytes of a fact with its indexes and roll-ups, measured at 1 M facts, with a projection to a billion. */
import { startCluster } from './cluster.ts'

const facts = Number(process.argv[2] ?? 1_000_000)
const brands = 20
const days = 100
const adsOfBrand = Math.ceil(facts / brands / days)
const billion = 1e9
const cluster = await startCluster()

interface Size {
  name: string
  rows: number
  heap: number
  indexes: number
}

try {
  const { sql } = cluster
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  for (let brand = 0; brand < brands; brand++) {
    await sql`select core.create_brand('acc_bench', ${`b${brand}`}, 'Bench', 'USD', 'UTC', ${brandId(brand)})`
  }
  await sql`select setseed(0.42)`
  await sql`select analytics.ensure_partitions('2026-01-01', '2026-06-30')`
  // In the order of real imports: day by day for all brands, with the measures that ad platforms report for an ad.
  await sql.unsafe(`
    insert into analytics.facts_daily (brand_id, day, entity_id, spend_micros, revenue_micros, impressions, clicks, link_clicks,
      conversions_micros, purchases_micros, reach)
    select 'brd_' || lpad(brand::text, 32, '0'), date '2026-01-01' + day, ad, (random() * 5e7)::bigint, (random() * 2e8)::bigint, (random() * 1e4)::int,
      (random() * 300)::int, (random() * 250)::int, (random() * 1e7)::int, (random() * 1e7)::int, (random() * 8e3)::int
    from generate_series(0, ${days - 1}) as day, generate_series(0, ${brands - 1}) as brand, generate_series(1, ${adsOfBrand}) as ad`)
  // Four ads for each ad set, three ad sets for each campaign, ten campaigns for each account.
  for (const [level, share] of [
    ['adset', 4],
    ['campaign', 12],
    ['account', 120],
  ] as const) {
    await sql.unsafe(`
      insert into analytics.rollups_daily (brand_id, level, day, entity_id, spend_micros, revenue_micros, impressions, clicks, link_clicks,
        conversions_micros, purchases_micros)
      select brand_id, '${level}', day, entity_id / ${share}, sum(spend_micros), sum(revenue_micros), sum(impressions), sum(clicks),
        sum(link_clicks), sum(conversions_micros), sum(purchases_micros)
      from analytics.facts_daily group by brand_id, day, entity_id / ${share} order by day, brand_id`)
  }
  await sql`analyze analytics.facts_daily, analytics.rollups_daily`
  const sizes = await sql<Size[]>`
    select parent::text as name, sum(pg_table_size(relid))::float as heap, sum(pg_indexes_size(relid))::float as indexes,
      (case parent::text when 'analytics.facts_daily' then (select count(*) from analytics.facts_daily)
        else (select count(*) from analytics.rollups_daily) end)::float as rows
    from unnest(array['analytics.facts_daily', 'analytics.rollups_daily']::regclass[]) as parent, pg_partition_tree(parent)
    where isleaf group by parent order by 1`
  for (const { name, rows, heap, indexes } of sizes) {
    console.log({ table: name, rows, heap_bytes_a_row: round(heap / rows), index_bytes_a_row: round(indexes / rows) })
  }
  const [held] = sizes as unknown as [Size]
  const bytesOfFact = sizes.reduce((sum, { heap, indexes }) => sum + heap + indexes, 0) / held.rows
  console.log({
    bytes_a_fact_with_all: round(bytesOfFact),
    gigabytes_at_a_billion: Math.round((bytesOfFact * billion) / 1e9),
    gigabytes_of_the_last_two_of_24_months: Math.round((bytesOfFact * billion) / 1e9 / 12),
    brands_at_a_billion: `${Math.round(billion / 500 / 730)} with 500 ads and two years each`,
  })
} finally {
  await cluster.stop()
}

/** Returns an id of realistic length, because ids are in every row and index. */
function brandId(number: number): string {
  return `brd_${String(number).padStart(32, '0')}`
}

function round(bytes: number): number {
  return Math.round(bytes * 10) / 10
}
