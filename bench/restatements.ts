/** Bytes of a year of restatements of one brand, and the time of `as_of` at a million facts. */
import { startCluster } from './cluster.ts'

const ads = Number(process.argv[2] ?? 200)
const days = Number(process.argv[3] ?? 365)
const windowDays = 28
const cluster = await startCluster()
const { sql } = cluster
const brandId = `brd_${'0'.repeat(32)}`
const measures = [
  'spend_micros',
  'revenue_micros',
  'conversions_micros',
  'purchases_micros',
  'impressions',
  'clicks',
  'link_clicks',
]

/**
 * Reads one night: the window again, with late conversions of some ads. Clicks, impressions and spend settle in two days; a conversion
 * of an ad is credited late with a probability that halves every three days.
 */
async function readNight(night: string) {
  await sql.begin(async (transaction) => {
    await transaction`select set_config('vitrine.now', ${`${night} 06:00:00+00`}, true)`
    await transaction`select analytics.open_ad_import(${measures})`
    await transaction`
      insert into pg_temp.ad_entities (entity_no, platform, account_id, campaign_id, campaign_name, adset_id, ad_id)
      select ad, 'meta', 'act', (ad % 20)::text, 'Campaign ' || ad % 20, (ad % 40)::text, ad::text from generate_series(1, ${ads}::integer) as ad`
    await transaction.unsafe(`
      insert into pg_temp.ad_facts (entity_no, line, day, ${measures.join(', ')})
      select ad, 0, day::date, 20000000 + ad * 7919 + settled.part * 31, 60000000 + credited.count * 40000000, credited.count * 1000000, credited.count * 1000000,
        9000 + ad + settled.part, 200 + ad % 50 + settled.part, 180 + settled.part
      from generate_series(date '${night}' - ${windowDays}, date '${night}' - 1, interval '1 day') as day
      cross join generate_series(1, ${ads}) as ad
      cross join lateral (select date '${night}' - day::date as age) as age
      cross join lateral (select least(age.age, 3) as part) as settled
      -- A late conversion of an ad and day is credited at an age that follows from both.
      cross join lateral (
        select 3 + count(*) filter (where hashint8(ad * 100003 + (day::date - date '2000-01-01') * 17 + late) & 1023 < 1024 * 0.35 * power(0.5, late / 3.0))::integer as count
        from generate_series(2, age.age) as late
      ) as credited`)
    await transaction`select analytics.commit_ad_import(${brandId}, 'bench', 'bench', 0, ${measures})`
  })
}

async function bytes() {
  const rows = await sql`
    select parent::text as name, sum(pg_table_size(relid))::float as heap, sum(pg_indexes_size(relid))::float as indexes
    from unnest(array['analytics.facts_daily', 'analytics.facts_daily_versions']::regclass[]) as parent, pg_partition_tree(parent)
    where isleaf group by parent order by 1`
  const [counts] = await sql`
    select (select count(*) from analytics.facts_daily)::integer as facts, (select count(*) from analytics.facts_daily_versions)::integer as versions`
  return { rows: rows.map((row) => ({ ...row })), facts: counts?.facts as number, versions: counts?.versions as number }
}

/** Compares a month as of a past day with the same month as of now, for a brand of a million facts with three versions each in the last 60 days. */
async function timeAsOf() {
  const big = `brd_${'1'.repeat(32)}`
  await sql`select core.create_brand('acc_bench', 'big', 'Big', 'USD', 'UTC', ${big})`
  await sql`select analytics.ensure_partitions('2025-01-01', '2026-11-20')`
  await sql`
    insert into analytics.entities (brand_id, entity_id, level, platform, external_id) overriding system value
    values (${big}, 10000000, 'account', 'meta', 'act')`
  await sql`
    insert into analytics.entities (brand_id, entity_id, level, platform, external_id, account_entity_id, campaign_entity_id) overriding system value
    select ${big}, 10000000 + number, case when number <= 40 then 'campaign' else 'adset' end, 'meta', number::text, 10000000,
      case when number > 40 then 10000001 + number % 40 end
    from generate_series(1, 1540) as number`
  await sql`
    insert into analytics.facts_daily (brand_id, day, entity_id, first_stored_at, spend_micros, revenue_micros, conversions_micros, impressions, clicks)
    select ${big}, day::date, 10000040 + ad, day + interval '30 hours', 1000000::bigint * ad, 3000000::bigint * ad, 1000000, 1000, 10
    from generate_series(date '2026-11-20' - 666, date '2026-11-19', interval '1 day') as day, generate_series(1, 1500) as ad`
  await sql`
    insert into analytics.facts_daily_versions (replaced_at, brand_id, day, entity_id, summed_measures, first_stored_at, spend_micros, revenue_micros, conversions_micros, impressions, clicks)
    select facts.first_stored_at + version * interval '2 days', facts.brand_id, facts.day, facts.entity_id, '{}', facts.first_stored_at, 900000, 2000000, 1000000, 900, 9
    from analytics.facts_daily as facts, generate_series(1, 3) as version
    where facts.brand_id = ${big} and facts.day > date '2026-11-20' - 60`
  await sql`
    insert into analytics.rollups_daily (brand_id, level, day, entity_id, spend_micros, revenue_micros, conversions_micros, impressions, clicks)
    select ${big}, level, day, 10000000, sum(spend_micros), sum(revenue_micros), sum(conversions_micros), sum(impressions), sum(clicks)
    from analytics.facts_daily, unnest(array['account']) as level where brand_id = ${big} group by level, day`
  await sql`
    insert into analytics.data_status (brand_id, kind, first_on, last_on) values (${big}, 'ads_daily', '2025-01-24', '2026-11-19')`
  await sql`
    insert into analytics.platform_status (brand_id, platform, kind, first_on, last_on) values (${big}, 'meta', 'ads_daily', '2025-01-24', '2026-11-19')`
  await sql.unsafe(
    'vacuum analyze analytics.facts_daily, analytics.facts_daily_versions, analytics.rollups_daily, analytics.entities',
  )
  await sql.begin(async (transaction) => {
    await transaction`select set_config('vitrine.now', '2026-11-20 12:00:00+00', true)`
    for (const level of ['account', 'campaign', 'adset']) {
      for (const asOf of [null, '2026-11-10']) {
        const times: number[] = []
        for (let run = 0; run < 5; run++) {
          const began = performance.now()
          await transaction`select analytics.metrics(${big}, '2026-10-12', '2026-11-10', ${level}, as_of => ${asOf})`
          times.push(performance.now() - began)
        }
        console.log({
          level,
          as_of: asOf,
          milliseconds: Math.round(times.toSorted((one, other) => one - other)[2] ?? 0),
        })
      }
    }
    for (const statement of ['analytics.expected_restatement', 'analytics.restatement_status']) {
      const began = performance.now()
      await transaction.unsafe(`select * from ${statement}('${big}')`)
      console.log({ statement, milliseconds: Math.round(performance.now() - began) })
    }
  })
}

try {
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', ${brandId})`
  const first = Date.UTC(2025, 10, 20)
  const dayAt = (night: number) => new Date(first + night * 86_400_000).toISOString().slice(0, 10)
  for (let night = 0; night < days; night++) {
    await readNight(dayAt(night))
    if (night % 20 === 0) process.stderr.write(`\r${night} of ${days} nights`)
  }
  process.stderr.write('\n')
  await sql.unsafe('analyze')
  const held = await bytes()
  console.dir(held, { depth: 4 })
  const versions = held.rows[1] as unknown as { heap: number; indexes: number }
  console.log({
    bytes_a_change: Math.round((versions.heap + versions.indexes) / held.versions),
    changes_a_fact: Math.round((held.versions / held.facts) * 100) / 100,
    megabytes_of_the_year: Math.round((versions.heap + versions.indexes) / 1e5) / 10,
  })
  await readNight(dayAt(days - 1))
  const again = await bytes()
  console.log({ versions_of_an_unchanged_night: again.versions - held.versions })
  await timeAsOf()
} finally {
  await cluster.stop()
}
