import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { seededRandom } from '../support/seeded_random.ts'
import { drawPanel } from '../support/switchback_panels.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
})
afterAll(() => database.stop())

async function testOf(differences: (number | string | null)[], seed = 1) {
  const [row] =
    await database.sql`select * from analytics.randomization_test(${differences}::double precision[], ${seed})`
  return row as Record<'estimate' | 'lower' | 'upper' | 'level' | 'p_value' | 'is_exact', number | boolean | null>
}

describe('analytics.randomization_test', () => {
  test('equals the enumeration of all signs and subsets', async () => {
    const differences = [3.1, -0.4, 2.2, 5.9, 1.3, 0.8, -1.7]
    const masks = Array.from({ length: 2 ** 7 }, (_, mask) => differences.filter((_, place) => (mask >> place) & 1))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    const whole = sum(differences)
    const extreme = masks.filter((chosen) => Math.abs(2 * sum(chosen) - whole) >= Math.abs(whole) - 1e-9).length
    const means = masks.flatMap((chosen) => (chosen.length > 0 ? [sum(chosen) / chosen.length] : []))
    means.sort((one, other) => one - other)
    const found = await testOf(differences)
    expect(found).toMatchObject({ level: (128 - 12) / 128, p_value: extreme / 128, is_exact: true })
    expect(found.estimate).toBeCloseTo(whole / 7, 10)
    expect(found.lower).toBeCloseTo(means[5] as number, 10)
    expect(found.upper).toBeCloseTo(means[121] as number, 10)
  })

  test('has no interval for five pairs, and none for no pair', async () => {
    expect(await testOf([1, 2, 3, 4, 5])).toMatchObject({ estimate: 3, lower: null, p_value: null })
    expect(await testOf([])).toMatchObject({ estimate: null, lower: null, p_value: null })
  })

  test('samples more than 12 pairs by the seed, and the same seed repeats the result', async () => {
    const differences = Array.from({ length: 20 }, (_, pair) => ((pair * 7) % 11) - 3)
    const first = await testOf(differences, 5)
    expect(first.is_exact).toBe(false)
    expect(await testOf(differences, 5)).toEqual(first)
    expect(await testOf(differences, 6)).not.toEqual(first)
  })

  test.each([
    [0, 1],
    [1, 2 / 64],
    [0.1, 2 / 64],
  ])('has no interval for differences that are all %d, and p = %d', async (difference, p) => {
    expect(await testOf(Array.from({ length: 6 }, () => difference))).toMatchObject({
      lower: null,
      upper: null,
      level: null,
      p_value: p,
    })
  })

  test('has an interval if one difference is another', async () => {
    const { lower, upper } = await testOf([1, 1, 1, 1, 1, 1.5])
    expect(upper).toBeGreaterThan(lower as number)
  })

  test.each([[[null]], [['NaN']], [['Infinity', '-Infinity']], [[null, 'NaN', null, null, null, null]]])(
    'leaves out differences that are unknown: %j',
    async (unknown) => {
      const known = [3.1, -0.4, 2.2, 5.9, 1.3, 0.8, -1.7]
      const expected = await testOf(known)
      expect(await testOf([...unknown, ...known])).toEqual(expected)
      expect(await testOf([...known.slice(0, 3), ...unknown, ...known.slice(3)])).toEqual(expected)
      expect(await testOf([...unknown, 1, 2, 3, 4, 5])).toMatchObject({ estimate: 3, lower: null, p_value: null })
    },
  )
})

describe('analytics.without_weekdays', () => {
  test('removes a weekday pattern of any phase and keeps the level', async () => {
    const pattern = [1, 2, 3, 4, 5, 6, 7]
    for (const length of [70, 71, 73]) {
      const history = Array.from({ length }, (_, day) => 10 * (pattern[(day + 700 - length) % 7] as number))
      const days = Array.from({ length: 14 }, (_, day) => 10 * (pattern[day % 7] as number))
      const [row] = await database.sql`
        select analytics.without_weekdays(${history}::double precision[], ${days}::double precision[]) as days`
      const spread = Math.max(...(row?.days as number[])) - Math.min(...(row?.days as number[]))
      expect(spread).toBeLessThan(length === 70 ? 1e-9 : 4)
    }
  })
})

test('400 experiments of simulated brands: intervals contain the effect, alarms are rare, and the stated power holds', async () => {
  const random = seededRandom(7)
  const setting = {
    name: 'brand',
    pairs: 8,
    blockDays: 4,
    washoutDays: 1,
    orders: 90,
    weekdays: 0.4,
    trend: 0.2,
    correlation: 0.5,
    swing: 0.1,
  }
  const effect = 12
  const panels = Array.from({ length: 400 }, () => drawPanel(setting, random))
  const analyze = async (days: number[][]) => {
    const given = panels.map(({ past, isOnFirst }, index) => ({
      history: past.slice(-70),
      days: days[index],
      first: isOnFirst,
    }))
    return await database.sql<{ lower: number; upper: number; p_value: number }[]>`
      select test.lower, test.upper, test.p_value
      from jsonb_to_recordset(${database.sql.json(given as never)}) as given (history double precision[], days double precision[], first boolean[])
      cross join lateral analytics.randomization_test(
        analytics.pair_differences(analytics.without_weekdays(given.history, given.days), given.first, 4, 1), 1
      ) as test`
  }
  const stated = await database.sql<{ detectable: number }[]>`
    select analytics.detectable_effect(
      analytics.pair_noise(given.before, given.past, 4, 1), 8, cardinality(given.past) / 8,
      (select avg(value) from unnest(given.past[cardinality(given.past) - 27:]) as value)
    ) as detectable
    from jsonb_to_recordset(${database.sql.json(panels.map(({ before, past }) => ({ before, past })) as never)})
      as given (before double precision[], past double precision[])`
  const powered = await analyze(panels.map((panel, index) => panel.withEffect(stated[index]?.detectable as number)))
  const power = powered.filter(({ p_value }) => p_value <= 0.1).length / 400
  const lifted = await analyze(panels.map((panel) => panel.withEffect(effect)))
  const covered = lifted.filter(({ lower, upper }) => lower <= effect && effect <= upper).length / 400
  const idle = await analyze(panels.map(({ days }) => days))
  const alarms = idle.filter(({ p_value }) => p_value <= 0.1).length / 400
  // The goals are 88 to 92 % and at most 12 %, and two standard errors of 400 experiments are 3 %. The seed is fixed.
  expect(covered).toBeGreaterThan(0.85)
  expect(covered).toBeLessThan(0.95)
  expect(alarms).toBeLessThan(0.15)
  // The stated power is 80 % on average over brands; two standard errors are 4 %.
  expect(power).toBeGreaterThan(0.76)
  expect(power).toBeLessThan(0.88)
})
