/**
 * Switch-back experiments of simulated brands: how often the interval of analytics.randomization_test contains the effect, how often it
 * finds an effect where there is none, and how often it finds one of the stated detectable size. The reference is Welch's t test
 * of the days, as if they were independent.
 */
import { seededRandom } from '../test/support/seeded_random.ts'
import { drawPanel } from '../test/support/switchback_panels.ts'
import type { Panel, PanelSetting } from '../test/support/switchback_panels.ts'
import { startCluster } from './cluster.ts'
import { countArgument, judgeGoals } from './goals.ts'

const tests = countArgument(1000)
const batch = 50

const settings: PanelSetting[] = [
  {
    name: '6 pairs of weeks',
    pairs: 6,
    blockDays: 7,
    washoutDays: 1,
    orders: 120,
    weekdays: 0.3,
    trend: 0.1,
    correlation: 0.3,
    swing: 0.1,
  },
  {
    name: 'few orders',
    pairs: 8,
    blockDays: 7,
    washoutDays: 1,
    orders: 6,
    weekdays: 0.3,
    trend: 0,
    correlation: 0,
    swing: 0,
  },
  {
    name: 'blocks of 3 days',
    pairs: 12,
    blockDays: 3,
    washoutDays: 1,
    orders: 80,
    weekdays: 0.4,
    trend: 0,
    correlation: 0.5,
    swing: 0.1,
  },
  {
    name: 'blocks of 4 days, trend',
    pairs: 10,
    blockDays: 4,
    washoutDays: 1,
    orders: 200,
    weekdays: 0.2,
    trend: 0.2,
    correlation: 0.3,
    swing: 0.08,
  },
  {
    name: 'strong autocorrelation',
    pairs: 8,
    blockDays: 5,
    washoutDays: 1,
    orders: 300,
    weekdays: 0.2,
    trend: -0.1,
    correlation: 0.8,
    swing: 0.15,
  },
  {
    name: 'two weeks, two days of washout',
    pairs: 7,
    blockDays: 14,
    washoutDays: 2,
    orders: 50,
    weekdays: 0.3,
    trend: 0.2,
    correlation: 0.6,
    swing: 0.12,
  },
  {
    name: 'days in pairs',
    pairs: 12,
    blockDays: 2,
    washoutDays: 0,
    orders: 40,
    weekdays: 0.5,
    trend: 0,
    correlation: 0,
    swing: 0.05,
  },
  {
    name: '20 pairs, sampled',
    pairs: 20,
    blockDays: 4,
    washoutDays: 1,
    orders: 150,
    weekdays: 0.3,
    trend: 0.2,
    correlation: 0.4,
    swing: 0.1,
  },
]
const carriedOver: PanelSetting = {
  ...(settings[0] as PanelSetting),
  name: 'ads act for 3 more days, washout of 1',
  carryOver: [0.6, 0.4, 0.2],
}

interface Outcome {
  estimate: number
  lower: number
  upper: number
  p_value: number
}

const cluster = await startCluster()
const { sql } = cluster
let seconds = 0

/** Analyzes panels with the functions of the product. */
async function analyze(setting: PanelSetting, panels: Panel[], days: number[][]): Promise<Outcome[]> {
  const given = panels.map(({ past, isOnFirst }, index) => ({
    position: index,
    history: past.slice(-70),
    days: days[index],
    first: isOnFirst,
    seed: index,
  }))
  const startedAt = performance.now()
  const rows = await sql<Outcome[]>`
    select test.estimate, test.lower, test.upper, test.p_value
    from jsonb_to_recordset(${sql.json(given as never)})
      as given (position integer, history double precision[], days double precision[], first boolean[], seed bigint)
    cross join lateral analytics.randomization_test(
      analytics.pair_differences(analytics.without_weekdays(given.history, given.days), given.first, ${setting.blockDays}, ${setting.washoutDays}),
      given.seed
    ) as test
    order by given.position`
  seconds += (performance.now() - startedAt) / 1000
  return rows
}

/** Returns the stated detectable effect of each panel, from the days before its experiment. */
async function detectable(setting: PanelSetting, panels: Panel[]): Promise<number[]> {
  const given = panels.map(({ before, past }, position) => ({ position, before, past }))
  const rows = await sql<{ effect: number }[]>`
    select analytics.detectable_effect(
      analytics.pair_noise(given.before, given.past, ${setting.blockDays}, ${setting.washoutDays}), ${setting.pairs},
      (cardinality(given.past) / ${2 * setting.blockDays})::integer,
      (select avg(value) from unnest(given.past[cardinality(given.past) - 27:]) as value)
    ) as effect
    from jsonb_to_recordset(${sql.json(given as never)}) as given (position integer, before double precision[], past double precision[])
    order by given.position`
  return rows.map(({ effect }) => effect)
}

/** Welch's interval of 90 % for the days, with the normal quantile. */
function welch({ isOnFirst }: Panel, { blockDays, washoutDays }: PanelSetting, days: number[]) {
  const groups: [off: number[], on: number[]] = [[], []]
  for (const [day, orders] of days.entries()) {
    const block = Math.floor(day / blockDays)
    if (day % blockDays < washoutDays) continue
    groups[(block % 2 === 0) === isOnFirst[Math.floor(block / 2)] ? 1 : 0].push(orders)
  }
  const [off, on] = groups.map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
    return { mean, error: variance / values.length }
  }) as [{ mean: number; error: number }, { mean: number; error: number }]
  const half = 1.645 * Math.sqrt(off.error + on.error)
  return { lower: on.mean - off.mean - half, upper: on.mean - off.mean + half }
}

const percent = (count: number) => Math.round((count / tests) * 1000) / 10

async function measure(setting: PanelSetting, seed: number) {
  const random = seededRandom(seed)
  const effect = 0.15 * setting.orders
  const found = { covered: 0, alarms: 0, powerful: 0, welchCovered: 0, welchAlarms: 0, estimate: 0 }
  for (let done = 0; done < tests; done += batch) {
    const panels = Array.from({ length: Math.min(batch, tests - done) }, () => drawPanel(setting, random))
    const effects = await detectable(setting, panels)
    const lifted = panels.map((panel) => panel.withEffect(effect))
    const idle = panels.map((panel) => panel.days)
    const powered = panels.map((panel, index) => panel.withEffect(effects[index] as number))
    for (const [index, { lower, upper, estimate }] of (await analyze(setting, panels, lifted)).entries()) {
      found.covered += Number(lower <= effect && effect <= upper)
      found.estimate += estimate / effect / tests
      const reference = welch(panels[index] as Panel, setting, lifted[index] as number[])
      found.welchCovered += Number(reference.lower <= effect && effect <= reference.upper)
    }
    for (const [index, { p_value }] of (await analyze(setting, panels, idle)).entries()) {
      found.alarms += Number(p_value <= 0.1)
      const reference = welch(panels[index] as Panel, setting, idle[index] as number[])
      found.welchAlarms += Number(reference.lower > 0 || reference.upper < 0)
    }
    for (const { p_value } of await analyze(setting, panels, powered)) found.powerful += Number(p_value <= 0.1)
  }
  return {
    setting: setting.name,
    intervals_with_the_effect_percent: percent(found.covered),
    alarms_without_effect_percent: percent(found.alarms),
    power_at_the_stated_effect_percent: percent(found.powerful),
    mean_of_estimate_per_effect: Math.round(found.estimate * 1000) / 1000,
    welch_intervals_with_the_effect_percent: percent(found.welchCovered),
    welch_alarms_without_effect_percent: percent(found.welchAlarms),
  }
}

try {
  const rows: Awaited<ReturnType<typeof measure>>[] = []
  for (const [index, setting] of settings.entries()) {
    const row = await measure(setting, 1000 + index)
    rows.push(row)
    console.log(row)
  }
  const mean = (
    name: 'intervals_with_the_effect_percent' | 'alarms_without_effect_percent' | 'power_at_the_stated_effect_percent',
  ) => Math.round((rows.reduce((sum, row) => sum + row[name], 0) / rows.length) * 10) / 10
  console.log({
    tests_of_each_setting: tests,
    intervals_with_the_effect_percent: mean('intervals_with_the_effect_percent'),
    alarms_without_effect_percent: mean('alarms_without_effect_percent'),
    power_at_the_stated_effect_percent: mean('power_at_the_stated_effect_percent'),
    milliseconds_of_a_test: Math.round((seconds * 10000) / (3 * tests * settings.length)) / 10,
  })
  console.log('Where it fails:', await measure(carriedOver, 2000))
  judgeGoals([
    {
      name: 'intervals with the effect, %',
      measured: mean('intervals_with_the_effect_percent'),
      atLeast: 88,
      atMost: 92,
    },
    { name: 'alarms without an effect, %', measured: mean('alarms_without_effect_percent'), atMost: 12 },
    {
      name: 'power at the stated effect, %',
      measured: mean('power_at_the_stated_effect_percent'),
      atLeast: 76,
      atMost: 88,
    },
  ])
} finally {
  await cluster.stop()
}
