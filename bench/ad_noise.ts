/**
 * False alarms of each detector on simulated brands without a planted change, compared with the stated ones. Conversions and clicks are
 * Poisson counts around rates with log-normal noise. `npm run bench -- ad_noise 100` checks 100 days of each brand.
 */
import { startCluster } from './cluster.ts'
import { countArgument, judgeGoals } from './goals.ts'
import { seededRandom } from '../test/support/seeded_random.ts'

/** Deviations of the logarithm of the conversion rate of a day, beside the noise of the count. Three brands each: one has too few rare days. */
const rateNoises = [0, 0.15, 0.3, 0, 0.15, 0.3, 0, 0.15, 0.3]
/** Conversions a day of the campaigns of a brand. */
const sizes = [12, 15, 15, 20, 25, 40, 60, 100, 200, 400]
const days = countArgument(60)
const rates = [0.02, 0.01, 0.003]
const weekdays = [0.7, 1, 1, 1.1, 1.1, 1.2, 0.8]
const cluster = await startCluster()

interface Score {
  detector: string
  p_value: number
}

try {
  const { sql } = cluster
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select analytics.ensure_partitions('2025-06-01', '2026-11-30')`
  const scores: Score[] = []
  let found = 0
  let stated = 0
  for (const [index, noise] of rateNoises.entries()) {
    const brandId = await simulate(index, noise)
    const checked = await Promise.all(
      Array.from(
        { length: days },
        (_, back) => sql<{ scores: Score[]; found: number; stated: number }[]>`
        with scored as materialized (
          select array_agg(scores) as scores from analytics.score_entities(${brandId}, date '2026-11-19' - ${back}::integer) as scores
        )
        select
          (select json_agg(json_build_object('detector', detector, 'p_value', p_value)) from unnest(scores)) as scores,
          (
              select count(*)::integer
              from analytics.group_deviations(
                array(select found from analytics.significant_scores(${brandId}, date '2026-11-19' - ${back}::integer, scores) as found)
              )
            ) as found,
          (analytics.expected_false_alarms(${brandId}, date '2026-11-19' - ${back}::integer, scores)).on_ordinary_days as stated
        from scored`,
      ),
    )
    for (const [day] of checked) {
      if (!day) continue
      scores.push(...day.scores)
      found += day.found
      stated += day.stated
    }
  }
  const detectors = [...new Set(scores.map(({ detector }) => detector))].toSorted()
  const ratio = (detector: string, rate: number) => {
    const own = scores.filter((score) => score.detector === detector)
    return own.filter(({ p_value: p }) => p <= rate).length / (rate * own.length)
  }
  console.table(
    detectors.map((detector) => ({
      detector,
      tests: scores.filter((score) => score.detector === detector).length,
      ...Object.fromEntries(rates.map((rate) => [`beside ${rate}`, Math.round(100 * ratio(detector, rate)) / 100])),
    })),
  )
  console.log({ found, stated })
  judgeGoals([
    { name: 'anomalies beside the stated false alarms', measured: found / stated, atMost: 1.3 },
    ...detectors.map((detector) => ({ name: `${detector} beside 1 %`, measured: ratio(detector, 0.01), atMost: 1.3 })),
    { name: 'cpa_spike beside 1 %', measured: ratio('cpa_spike', 0.01), atLeast: 1 / 1.3 },
  ])
} finally {
  await cluster.stop()
}

/** Creates a brand with an account and a campaign of each size, and returns its id. */
async function simulate(index: number, noise: number): Promise<string> {
  const { sql } = cluster
  const brandId = `brd_bench${index}`
  const next = seededRandom(index + 1)
  await sql`select core.create_brand('acc_bench', ${`bench${index}`}, 'Bench', 'USD', 'UTC', ${brandId})`
  await sql`
    insert into analytics.chosen_detectors select ${brandId}, detector from analytics.detectors where not is_default`
  await sql`
    insert into analytics.entities (brand_id, level, platform, external_id, name) values (${brandId}, 'account', 'google', 'a', 'Account')`
  await sql`
    insert into analytics.entities (brand_id, level, platform, external_id, name, account_entity_id)
    select ${brandId}, 'campaign', 'google', n::text, 'Campaign ' || n, entity_id
    from analytics.entities, generate_series(1, ${sizes.length}) as n where brand_id = ${brandId} and level = 'account'`
  const rows = sizes.flatMap((size, campaign) =>
    Array.from({ length: 183 + days }, (_, back) => {
      const spend = 20 * size * (weekdays[back % 7] as number) * Math.exp(0.1 * normal(next))
      const clicks = poisson(2 * spend * Math.exp(0.5 * noise * normal(next)), next)
      const conversions = poisson((spend / 20) * Math.exp(noise * normal(next) - (noise * noise) / 2), next)
      // The values of orders have a deviation of half their mean.
      const revenue = conversions * 60 * Math.max(0, 1 + (0.5 * normal(next)) / Math.sqrt(Math.max(1, conversions)))
      return { campaign: campaign + 1, back, spend, clicks, conversions, revenue, impressions: Math.round(60 * spend) }
    }),
  )
  await sql`
    insert into analytics.rollups_daily (brand_id, level, day, entity_id, spend_micros, revenue_micros, conversions_micros, clicks, impressions)
    select ${brandId}, 'campaign', date '2026-11-19' - back, entity_id, spend * 1000000, revenue * 1000000, conversions * 1000000, clicks, impressions
    from jsonb_to_recordset(${sql.json(rows)}) as given
      (campaign integer, back integer, spend float8, clicks bigint, conversions float8, revenue float8, impressions bigint)
    join analytics.entities on brand_id = ${brandId} and level = 'campaign' and external_id = campaign::text`
  await sql`
    insert into analytics.rollups_daily (brand_id, level, day, entity_id, spend_micros, revenue_micros, conversions_micros, clicks, impressions)
    select
      ${brandId}, 'account', day, account_entity_id, sum(spend_micros), sum(revenue_micros), sum(conversions_micros), sum(clicks), sum(impressions)
    from analytics.rollups_daily join analytics.entities using (brand_id, entity_id)
    where brand_id = ${brandId} and rollups_daily.level = 'campaign' group by day, account_entity_id`
  await sql`analyze analytics.rollups_daily`
  return brandId
}

/** About normal, with mean 0 and deviation 1. */
function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

function poisson(mean: number, next: () => number): number {
  if (mean > 500) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(next)))
  let product = 1
  let count = -1
  while (product > Math.exp(-mean)) {
    product *= next()
    count += 1
  }
  return count
}
