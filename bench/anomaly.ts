/** Quality of anomaly detection on daily series with planted changes: `score_last` compared with a plain 28-day z-score. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startCluster } from './cluster.ts'

const file = join(import.meta.dirname, '..', '..', 'shared', 'data', 'anomaly', 'nn5_injected.csv.gz')
const testDays = 365

if (!existsSync(file)) console.log('Skipped: ../shared/data/anomaly is absent.')
else await run()

interface Scored {
  is_injected: boolean
  z: number
}

async function run(): Promise<void> {
  const cluster = await startCluster()
  try {
    const { sql } = cluster
    await sql`create table points (id text, t integer, value double precision, is_injected boolean, is_ignored boolean)`
    const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)
    const rows = lines.map((line) => line.split(','))
    await sql`
      insert into points
      select * from unnest(
        ${rows.map((row) => row[0] as string)}::text[], ${rows.map((row) => Number(row[1]))}::integer[],
        ${rows.map((row) => Number(row[2]))}::float8[], ${rows.map((row) => (row[3] === '1' ? 'true' : 'false'))}::text[]::boolean[],
        ${rows.map((row) => (row[5] === '1' ? 'true' : 'false'))}::text[]::boolean[])`
    await sql`create index on points (id, t)`
    const [count] = await sql`select count(distinct id)::integer as series from points`
    const series = count?.series as number
    const startedAt = performance.now()
    const own = await sql<Scored[]>`
      select is_injected, coalesce(abs(scored.z_score), 0) as z
      from (select points.*, max(t) over (partition by id) as last_t from points) as tested
      cross join lateral (
        select array_agg(value order by t) as history from points
        where points.id = tested.id and points.t between tested.t - 182 and tested.t
      ) as past
      left join lateral analytics.score_last(past.history) as scored on true
      where tested.t > last_t - ${testDays} and (is_injected or not is_ignored)`
    const seconds = (performance.now() - startedAt) / 1000
    const plain = await sql<Scored[]>`
      select is_injected, coalesce(abs((value - mean) / nullif(deviation, 0)), 0) as z
      from (
        select points.*, max(t) over (partition by id) as last_t, avg(value) over past as mean, stddev(value) over past as deviation
        from points window past as (partition by id order by t rows between 28 preceding and 1 preceding)
      ) as tested
      where t > last_t - ${testDays} and (is_injected or not is_ignored)`
    console.log({
      score_last: judge(own, series),
      plain_28_day_z: judge(plain, series),
      milliseconds_per_score: Math.round((seconds / own.length) * 100_000) / 100,
    })
  } finally {
    await cluster.stop()
  }
}

/** Returns average precision, and recall at one alert per series in 30 days. */
function judge(scored: readonly Scored[], series: number) {
  const ranked = scored.toSorted((a, b) => b.z - a.z)
  const injected = ranked.filter((point) => point.is_injected).length
  const alerts = Math.floor((series * testDays) / 30)
  let found = 0
  let precisions = 0
  let foundWithinAlerts = 0
  for (const [index, point] of ranked.entries()) {
    if (!point.is_injected) continue
    found += 1
    precisions += found / (index + 1)
    if (index < alerts) foundWithinAlerts += 1
  }
  const round = (value: number) => Math.round(value * 1000) / 1000
  return { average_precision: round(precisions / injected), recall_at_one_alert: round(foundWithinAlerts / injected) }
}
