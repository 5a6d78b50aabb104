import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { AlertRuleScene, lastDay, roas, terms } from '../support/alert_rules.ts'
import type { Amounts } from '../support/alert_rules.ts'
import { ingest } from '../support/ingest.ts'

let scene: AlertRuleScene

beforeAll(async () => {
  scene = await AlertRuleScene.start()
})
afterAll(() => scene.stop())

/** A brand with a rule, after the first run of the worker. */
async function judged(values: Amounts[], rule: object = terms) {
  const brand = await scene.brandWith(values)
  expect((await scene.create(brand.key, rule)).status).toBe(201)
  await scene.judge(brand.brandId)
  return { ...brand, rule: await scene.rule(brand.key), events: await scene.events(brand.brandId) }
}

describe('a rule with a bound', () => {
  test('raises an alert when each of its days meets the bound', async () => {
    const { rule, events } = await judged([roas(3), roas(1.5), roas(1.8)])
    expect(rule).toMatchObject({
      judged_through: lastDay,
      unknown_since: null,
      latest_alert: { first_on: '2026-11-18', last_on: lastDay, value: 1.8, base: null, ended_at: null },
    })
    expect(events).toEqual([
      {
        type: 'alert.triggered',
        data: {
          detector: 'alert_rule',
          alert_id: rule.latest_alert.alert_id,
          rule_id: rule.rule_id,
          name: null,
          campaign_id: null,
          ...terms,
          day: lastDay,
          value: 1.8,
        },
      },
    ])
  })

  test.each([
    ['one of the days does not', [roas(3), roas(2.5), roas(1.5)]],
    ['a day equals the bound', [roas(3), roas(2), roas(1.5)]],
  ])('raises none when %s', async (_, values) => {
    const { rule, events } = await judged(values)
    expect([rule.judged_through, rule.latest_alert, events]).toEqual([lastDay, null, []])
  })

  test('is not judged across a day without a report, and says since when', async () => {
    const { rule, events } = await judged([roas(1.5), null, roas(1.5)])
    expect([rule.judged_through, rule.unknown_since, rule.latest_alert, events]).toEqual([null, lastDay, null, []])
  })

  test('is not judged on a day without a value of a ratio', async () => {
    const { rule } = await judged([roas(1.5), { spend: 0, revenue: 0 }])
    expect([rule.unknown_since, rule.latest_alert]).toEqual([lastDay, null])
  })

  test('counts a campaign without a row as 0 on a day that its account reported', async () => {
    const brand = await scene.brandWith([roas(3), roas(3), roas(3)])
    await scene.report(brand.brandId, [roas(3)], { last: '2026-11-17', campaign: 'c2' })
    await scene.create(brand.key, { metric: 'spend', comparison: 'below', threshold: 1, days: 2, campaign_id: 'c2' })
    await scene.judge(brand.brandId)
    expect((await scene.rule(brand.key)).latest_alert).toMatchObject({ first_on: '2026-11-18', value: 0 })
  })

  test('does not count it as 0 on a day that only its account reported as a whole', async () => {
    const brand = await scene.brandWith([])
    await scene.report(brand.brandId, [roas(3)], { last: '2026-11-17', campaign: 'c2' })
    const whole = { platform: 'meta', account_id: 'a1', spend: 100, revenue: 300 }
    await ingest(
      scene.database,
      brand.brandId,
      ['2026-11-18', lastDay].map((date) => ({ ...whole, date })),
    )
    await scene.create(brand.key, { metric: 'spend', comparison: 'below', threshold: 1, days: 2, campaign_id: 'c2' })
    await scene.judge(brand.brandId)
    expect(await scene.rule(brand.key)).toMatchObject({ latest_alert: null, unknown_since: lastDay })
  })

  test('keeps its alert when an account with older reports is added', async () => {
    const { brandId, key } = await judged([roas(1.5), roas(1.5), roas(1.5)], { ...terms, platform: undefined })
    await scene.report(brandId, [{ spend: 1000, revenue: 9000 }], {
      platform: 'google',
      last: '2026-11-17',
      campaign: 'g1',
    })
    await scene.judge(brandId)
    expect((await scene.events(brandId)).map(({ type }) => type)).toEqual(['alert.triggered'])
    expect(await scene.rule(key)).toMatchObject({ judged_through: lastDay, latest_alert: { ended_at: null } })
  })

  test('has the name of the campaign of its platform', async () => {
    const brand = await scene.brandWith([])
    await scene.report(brand.brandId, [roas(3)], { campaign: '7' })
    await scene.report(brand.brandId, [roas(3)], { campaign: '7', platform: 'google' })
    await scene.database.sql`
      update analytics.entities set name = platform where brand_id = ${brand.brandId} and level = 'campaign'`
    for (const platform of ['meta', 'google']) await scene.create(brand.key, { ...terms, platform, campaign_id: '7' })
    const { body } = await scene.api.http.get('/v1/alert-rules').set('Authorization', `Bearer ${brand.key}`)
    const named = body.data.map((rule: Record<string, string>) => [rule.platform, rule.campaign_name])
    expect(named.toSorted()).toEqual([
      ['google', 'google'],
      ['meta', 'meta'],
    ])
  })

  test('raises one alert while it holds, and ends it when it no longer does', async () => {
    const { brandId, key } = await judged([roas(1.5), roas(1.5)])
    await scene.judge(brandId)
    await scene.judge(brandId)
    expect(await scene.events(brandId)).toHaveLength(1)
    await scene.report(brandId, [roas(3)])
    await scene.judge(brandId)
    const [, ended, ...others] = await scene.events(brandId)
    expect([ended?.type, ended?.data.end_reason, others]).toEqual(['alert.resolved', 'no_longer_holds', []])
    expect((await scene.rule(key)).latest_alert).toMatchObject({ last_on: lastDay, end_reason: 'no_longer_holds' })
  })

  test('is judged on each of several days that are reported at once', async () => {
    const brand = await scene.brandWith([roas(3), roas(3)])
    await scene.create(brand.key)
    await scene.database.sql`
      update analytics.alert_rules set judged_through = '2026-11-12' where brand_id = ${brand.brandId}`
    await scene.report(brand.brandId, [3, 3, 1.5, 1.5, 3, 1.5, 1.5, 3].map(roas))
    await scene.judge(brand.brandId)
    const events = await scene.events(brand.brandId)
    expect(events.map(({ type, data }) => [type, data.day])).toEqual([
      ['alert.triggered', '2026-11-15'],
      ['alert.resolved', '2026-11-15'],
      ['alert.triggered', '2026-11-18'],
      ['alert.resolved', '2026-11-18'],
    ])
    expect(await scene.rule(brand.key)).toMatchObject({ judged_through: lastDay, unknown_since: null })
  })

  test('says since when it is not judged while an account is late', async () => {
    const brand = await scene.brandWith([roas(1.5), roas(1.5)])
    await scene.report(brand.brandId, [roas(3)], { platform: 'google', last: '2026-11-12', campaign: 'g1' })
    await scene.create(brand.key, { ...terms, platform: undefined, days: 1 })
    await scene.judge(brand.brandId)
    expect(await scene.rule(brand.key)).toMatchObject({ judged_through: '2026-11-12', unknown_since: '2026-11-13' })
    await scene.report(
      brand.brandId,
      Array.from({ length: 7 }, () => roas(3)),
      { platform: 'google', campaign: 'g1' },
    )
    await scene.judge(brand.brandId)
    expect(await scene.rule(brand.key)).toMatchObject({ judged_through: lastDay, unknown_since: null })
  })

  test('is judged although another rule fails, and the failure is recorded until it ends', async () => {
    const brand = await scene.brandWith([roas(1.5), roas(1.5)])
    for (const days of [1, 2]) await scene.create(brand.key, { ...terms, days })
    await scene.database.sql.unsafe(`
      create function public.refuse_alert() returns trigger language plpgsql as $$ begin
        if new.brand_id = '${brand.brandId}' and (new.rule ->> 'days')::integer = 1 then raise division_by_zero; end if;
        return new;
      end $$;
      create trigger refuse_alert before insert on analytics.rule_alerts for each row execute function public.refuse_alert()`)
    const failed = await anomaliesQueue.run(scene.worker.worker, { brand_id: brand.brandId })
    await scene.database.sql.unsafe(
      'drop trigger refuse_alert on analytics.rule_alerts; drop function public.refuse_alert()',
    )
    const recorded = async () =>
      await scene.database.sql`
        select subject, error_class from core.job_failures where brand_id = ${brand.brandId} and queue = 'anomalies'`
    expect(failed).toMatchObject({ rule_alerts: 1, failures: [{ error_class: '22012' }] })
    expect((await scene.events(brand.brandId)).map(({ data }) => data.days)).toEqual([2])
    const { rule_id } = await scene.rule(brand.key)
    expect([...(await recorded())]).toEqual([
      { subject: expect.stringMatching(/^alert rule rul_/), error_class: '22012' },
    ])
    expect(rule_id).toMatch(/^rul_/)
    await scene.judge(brand.brandId)
    expect([...(await recorded())]).toEqual([])
    expect((await scene.events(brand.brandId)).map(({ data }) => data.days)).toEqual([2, 1])
  })

  test('raises no second alert for days that a corrected report changes back and forth', async () => {
    const { brandId } = await judged([roas(1.5), roas(1.5)])
    for (const value of [3, 1.5, 3, 1.5]) {
      await scene.report(brandId, [roas(value)])
      await scene.judge(brandId)
    }
    expect((await scene.events(brandId)).filter(({ type }) => type === 'alert.triggered')).toHaveLength(1)
  })
})

describe('a rule of a change', () => {
  const spend = (amount: number): Amounts => ({ spend: amount, revenue: 300 })
  const rises = { metric: 'spend', comparison: 'rises_by', threshold: 0.3, days: 2 }

  test('compares its days together with as many days before', async () => {
    const { rule } = await judged([100, 100, 100, 160].map(spend), rises)
    expect(rule.latest_alert).toMatchObject({ first_on: '2026-11-18', last_on: lastDay, value: 260, base: 200 })
  })

  test('raises none below the fraction, and a ratio is that of the sums', async () => {
    expect((await judged([100, 100, 100, 159].map(spend), rises)).rule.latest_alert).toBeNull()
    const falls = { metric: 'roas', comparison: 'falls_by', threshold: 0.5, days: 2 }
    const values = [spend(100), spend(100), { spend: 1000, revenue: 1000 }, { spend: 10, revenue: 100 }]
    expect((await judged(values, falls)).rule.latest_alert).toMatchObject({ value: 1.089109, base: 3 })
  })

  test('is not judged without all days before', async () => {
    const { rule } = await judged([100, 100, 160].map(spend), rises)
    expect([rule.unknown_since, rule.latest_alert]).toEqual([lastDay, null])
  })
})

describe('analytics.moving_totals', () => {
  test('are the totals of GET /v1/metrics over the same days, with and without a filter', async () => {
    const days = [100, 70, 0, 130, 20, 90, 60, 110].map((spend, index) => ({ spend, revenue: 30 * index }))
    const { brandId } = await scene.brandWith([...days.slice(0, 3), null, ...days.slice(3)])
    await scene.report(brandId, days.toReversed(), { platform: 'google', campaign: 'g1' })
    const metrics = ['spend', 'roas', 'profit', 'mer', 'reach', 'spend_share']
    const rows = await scene.database.sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId})`
      return await transaction`
        with given as materialized (
          select filters.platform, windows.day::date as day, analytics.metrics(
            ${brandId}, windows.day::date - 2, windows.day::date, granularity => 'month', platform => filters.platform,
            metrics => ${metrics}
          ) -> 'totals' as row
          from unnest(array[null, 'meta']) as filters (platform)
          cross join generate_series(timestamp '2026-11-13', timestamp '2026-11-20', interval '1 day') as windows (day)
        )
        select given.platform, metric.name, totals.day, totals.value, expected.value as expected
        from core.brands
        cross join unnest(${metrics}::text[]) as metric (name)
        cross join unnest(array[null, 'meta']) as filters (platform)
        cross join lateral analytics.moving_totals(
          brands, metric.name, 3,
          analytics.require_filters(brands.brand_id, analytics.require_platforms(brands.brand_id, filters.platform), null, null, null, null),
          '2026-11-13', '2026-11-20'
        ) as totals
        join given on given.platform is not distinct from filters.platform and given.day = totals.day
        cross join lateral (
          select case when given.row ->> 'partial' is null then (given.row ->> metric.name)::numeric end as value
        ) as expected
        where brands.brand_id = ${brandId}`
    })
    expect(rows.filter(({ value, expected }) => value !== expected)).toEqual([])
    expect(rows.filter(({ value }) => value !== null).length).toBeGreaterThan(10)
  })
})

describe('GET /v1/alert-rules', () => {
  test('lists the rules of the brand only, by page', async () => {
    const { key, brandId } = await scene.brandWith([roas(3)])
    const other = await scene.brandWith([roas(3)])
    await scene.create(other.key)
    for (const days of [1, 2, 3]) await scene.create(key, { ...terms, days })
    // The clock of the tests is fixed, so that the rules have the same time.
    await scene.database.sql`
      update analytics.alert_rules set created_at = created_at + make_interval(secs => days) where brand_id = ${brandId}`
    const { body } = await scene.api.http
      .get('/v1/alert-rules')
      .query({ limit: 2, page: 2 })
      .set('Authorization', `Bearer ${key}`)
    expect([body.data.map(({ days }: { days: number }) => days), body.meta.total_rows, body.meta.truncated]).toEqual([
      [3],
      3,
      false,
    ])
  })

  test('says that a rule of a campaign that is gone cannot be judged', async () => {
    const brand = await scene.brandWith([roas(1), roas(1)])
    await scene.create(brand.key, { ...terms, campaign_id: 'c1' })
    await scene.database.sql`
      update analytics.entities set external_id = 'renamed' where brand_id = ${brand.brandId} and level = 'campaign'`
    await scene.judge(brand.brandId)
    expect(await scene.rule(brand.key)).toMatchObject({ unknown_since: expect.any(String), latest_alert: null })
  })
})
