/**
 * Quality of anomaly detection on daily series with planted changes: `score_last` compared with a plain 28-day z-score, and
 * the rate of false alarms on ordinary days compared with the stated one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { startCluster } from './cluster.ts'
import { judgeGoals } from './goals.ts'

const file = join(import.meta.dirname, '..', '..', 'shared', 'data', 'anomaly', 'nn5_injected.csv.gz')
const testDays = 365
const folds = 5

if (!existsSync(file)) console.log('Skipped: ../shared/data/anomaly is absent.')
else await run()

interface Scored {
  is_injected: boolean
  z: number
}

interface Rated extends Scored {
  id: string
  is_rise: boolean
  rate: number
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
    const own = await sql<Rated[]>`
      select
        tested.id, is_injected, coalesce(abs(scored.z_score), 0) as z, scored.z_score > 0 as is_rise,
        analytics.false_alarm_rate(scored.z_score) as rate
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
    const found = judge(own, series)
    const unseen = crossValidate(own)
    console.log({
      score_last: found,
      cross_validated: unseen,
      ordinary_days_beside_stated_rate: { rises: calibration(own, true), drops: calibration(own, false) },
      plain_28_day_z: judge(plain, series),
      milliseconds_per_score: Math.round((seconds / own.length) * 100_000) / 100,
    })
    judgeGoals([
      { name: 'average precision', measured: found.average_precision, atLeast: 0.55 },
      { name: 'recall at one alert a series-month, cross-validated', measured: unseen.recall, atLeast: 0.7 },
      { name: 'alerts a series-month, cross-validated', measured: unseen.alerts, atLeast: 0.9, atMost: 1.1 },
      { name: 'ordinary rises beside 1 %, cross-validated', measured: unseen.rises, atLeast: 0.8, atMost: 1.25 },
      { name: 'ordinary drops beside 1 %, cross-validated', measured: unseen.drops, atLeast: 0.8, atMost: 1.25 },
    ])
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

/** Returns how often ordinary days have at most a rate of `analytics.false_alarm_rate`, divided by that rate. 1 is exact. */
function calibration(scored: readonly Rated[], isRise: boolean): Record<string, number> {
  const ordinary = scored.filter((point) => !point.is_injected)
  return Object.fromEntries(
    [0.02, 0.01, 0.005, 0.002].map((stated) => {
      const found = ordinary.filter((point) => point.is_rise === isRise && point.rate <= stated).length
      return [String(stated), Math.round((100 * found) / ordinary.length / stated) / 100]
    }),
  )
}

/**
 * Returns what thresholds do on series that did not choose them, in five folds of the series: the recall and the alerts in 30 days of the
 * threshold of one alert a series-month, and how often ordinary days rise or drop beyond the threshold of 1 %, divided by 1 %.
 */
function crossValidate(scored: readonly Rated[]) {
  const ids = [...new Set(scored.map(({ id }) => id))].toSorted()
  const foldOf = new Map(ids.map((id, index) => [id, index % folds]))
  const sums = { injected: 0, found: 0, alerts: 0, ordinary: 0, rises: 0, drops: 0 }
  for (let fold = 0; fold < folds; fold++) {
    const known = scored.filter(({ id }) => foldOf.get(id) !== fold)
    const tested = scored.filter(({ id }) => foldOf.get(id) === fold)
    const ordinary = known.filter((point) => !point.is_injected)
    const seen = ids.filter((id) => foldOf.get(id) !== fold).length
    const threshold = largest(known, (seen * testDays) / 30)
    const ofRises = largest(
      ordinary.filter((point) => point.is_rise),
      0.01 * ordinary.length,
    )
    const ofDrops = largest(
      ordinary.filter((point) => !point.is_rise),
      0.01 * ordinary.length,
    )
    for (const { is_injected, is_rise, z } of tested) {
      sums.alerts += Number(z >= threshold)
      sums.injected += Number(is_injected)
      sums.found += Number(is_injected && z >= threshold)
      sums.ordinary += Number(!is_injected)
      sums.rises += Number(!is_injected && is_rise && z >= ofRises)
      sums.drops += Number(!is_injected && !is_rise && z >= ofDrops)
    }
  }
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    recall: round(sums.found / sums.injected),
    alerts: round((30 * sums.alerts) / (ids.length * testDays)),
    rises: round((100 * sums.rises) / sums.ordinary),
    drops: round((100 * sums.drops) / sums.ordinary),
  }
}

/** Returns the size that this many of the points have at least. */
function largest(points: readonly Scored[], count: number): number {
  return points.map(({ z }) => z).toSorted((one, two) => two - one)[Math.floor(count)] ?? Infinity
}
