import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../shared/calendar/days.ts'
import { AlertRuleScene } from '../support/alert_rules.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { openPast } from '../support/stored_at.ts'

// The test clock is Friday 2026-11-20, so that the last complete week is 9 to 15 November.
const week = { date_from: '2026-11-09', date_to: '2026-11-15' }
const before = { compared_from: '2026-11-02', compared_to: '2026-11-08' }

let scene: AlertRuleScene
beforeAll(async () => {
  scene = await AlertRuleScene.start()
})
afterAll(() => scene.stop())

async function get(key: string, path: string, query: Record<string, string | number> = {}) {
  return await scene.api.http.get(path).query(query).set('Authorization', `Bearer ${key}`)
}

async function digest(key: string, query: Record<string, string> = {}) {
  const { status, body } = await get(key, '/v1/digest', query)
  expect([status, body.error]).toEqual([200, undefined])
  return body
}

/** A brand whose days from 5 October to 19 November are reported, but for those left out. */
async function brandWithout(...left: string[]) {
  const tenant = await createTenant(scene.database.sql)
  const days = Array.from({ length: 46 }, (_, index) => addDays('2026-10-05', index)).filter(
    (day) => !left.includes(day),
  )
  const rows = days.flatMap((date, index) => [
    {
      date,
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'c1',
      campaign_name: 'One',
      spend: 100 + index,
      clicks: 50,
      conversions: 4,
      revenue: 300,
    },
    {
      date,
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'c2',
      campaign_name: 'Two',
      spend: 50,
      clicks: 20,
      conversions: 2,
      revenue: date < week.date_from ? 200 : 90,
    },
  ])
  await ingest(scene.database, tenant.brandId, rows)
  return tenant
}

/** A day of more campaigns than a page of a list has. */
const smallCampaigns = Array.from({ length: 201 }, (_, index) => ({
  date: '2026-11-15',
  platform: 'meta',
  account_id: 'm',
  campaign_id: `s${index}`,
  spend: 201 - index,
  clicks: 1,
  conversions: 0,
  revenue: 0,
}))

describe('GET /v1/digest', () => {
  test('has the totals of GET /v1/metrics and the explanations of GET /v1/explanations', async () => {
    const { key } = await brandWithout()
    const found = await digest(key)
    expect(found).toMatchObject({
      week: week.date_from,
      date_to: week.date_to,
      ...before,
      is_reported: true,
      is_complete: true,
    })
    const metrics = 'spend,revenue,roas,conversions'
    const [now, then] = await Promise.all([
      get(key, '/v1/metrics', { ...week, metrics }),
      get(key, '/v1/metrics', { date_from: before.compared_from, date_to: before.compared_to, metrics }),
    ])
    for (const { metric, value, previous, change_rate } of found.metrics) {
      expect([metric, value, previous]).toEqual([metric, now.body.totals[metric], then.body.totals[metric]])
      expect(change_rate).toBeCloseTo(value / previous - 1, 6)
    }
    expect(found.metrics.map(({ metric }: { metric: string }) => metric)).toEqual(metrics.split(','))
    const explained = await Promise.all(
      ['spend', 'revenue', 'roas'].map((metric) =>
        get(key, '/v1/explanations', { ...week, ...before, metric, limit: 3 }),
      ),
    )
    expect(found.explanations).toEqual(explained.map(({ body }) => body.explanation))
  })

  test('states no change if a day is not reported, and names the day', async () => {
    const { key } = await brandWithout('2026-11-11')
    const found = await digest(key)
    expect([found.is_reported, found.is_complete]).toEqual([true, false])
    expect(found.metrics.map(({ change_rate }: { change_rate: null }) => change_rate)).toEqual([null, null, null, null])
    expect(found.meta.warnings.join(' ')).toContain('2026-11-11')
  })

  test('has null for an unreported week, and no explanation', async () => {
    const { key } = await brandWithout()
    const found = await digest(key, { week: '2026-09-07' })
    expect(found).toMatchObject({ is_reported: false, is_complete: false, explanations: [] })
    expect(found.metrics.map(({ value }: { value: null }) => value)).toEqual([null, null, null, null])
  })

  test.each([
    ['2026-11-10', '`week` must be a Monday, with which a week begins.'],
    ['2026-11-16', '`week` must be a week that has ended. The last one begins on 2026-11-09.'],
    ['2026-11-09x', '`week` must be a calendar date as YYYY-MM-DD, from 1990-01-01 to 2100-12-31.'],
  ])('returns 400 for the week %s', async (given, message) => {
    const { key } = await brandWithout()
    const { status, body } = await get(key, '/v1/digest', { week: given })
    expect([status, body.error.message]).toEqual([400, message])
  })

  test('returns 409 for a brand without ad data', async () => {
    const { key } = await createTenant(scene.database.sql)
    const { status, body } = await get(key, '/v1/digest')
    expect([status, body.error.code]).toEqual([409, 'data_not_ready'])
  })

  test('takes the last week that has ended in the time zone of the brand', async () => {
    const past = openPast(scene.database)
    await past.at('2026-11-16T04:00:00Z')
    const lastWeek = async (timezone: string) => {
      const { brandId } = await createTenant(scene.database.sql, { timezone })
      const [row] =
        await past.sql`select analytics.last_week(brands)::text as monday from core.brands where brand_id = ${brandId}`
      return row?.monday
    }
    expect([await lastWeek('America/New_York'), await lastWeek('Europe/Berlin')]).toEqual(['2026-11-02', '2026-11-09'])
    await past.end()
  })

  test('returns 403 for a brand of others', async () => {
    const [own, foreign] = [await brandWithout(), await brandWithout()]
    expect((await get(own.key, '/v1/digest', { brand_id: foreign.brandId })).status).toBe(403)
  })

  test('has open anomalies of the week, and none that is resolved, false or of another week', async () => {
    const { key, brandId } = await brandWithout()
    const add = async (status: string, day: string) =>
      await scene.database.sql`
        insert into analytics.anomalies
          (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
        select brand_id, ${`ano_${status}_${day}_${brandId}`}, 'spend_surge', entity_id, 'campaign', ${day}, ${day}, ${day}, 400, 100, 20, 15, 300, 0.5, ${status}
        from analytics.entities where brand_id = ${brandId} and level = 'campaign' and external_id = 'c1'`
    await add('active', '2026-11-10')
    await add('confirmed', '2026-11-12')
    await add('resolved', '2026-11-13')
    await add('false_positive', '2026-11-14')
    await add('active', '2026-11-17')
    const { anomalies } = await digest(key)
    expect(anomalies.total).toBe(2)
    expect(
      anomalies.data.map(({ status, date }: { status: string; date: string }) => [status, date]).toSorted(),
    ).toEqual([
      ['active', '2026-11-10'],
      ['confirmed', '2026-11-12'],
    ])
  })

  test('has the most severe anomalies first, whatever their number', async () => {
    const { key, brandId } = await brandWithout()
    await ingest(scene.database, brandId, smallCampaigns)
    const add = async (day: string, zScore: number, status: string, campaigns: string) =>
      await scene.database.sql`
        insert into analytics.anomalies
          (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, status)
        select brand_id, ${`ano_${day}_`} || entity_id, 'spend_surge', entity_id, 'campaign', ${day}, ${day}, ${day}, 400, 100, 20,
          ${zScore}, 300, 0.1, ${status}
        from analytics.entities
        where brand_id = ${brandId} and level = 'campaign' and external_id like ${campaigns}`
    await add('2026-11-15', 3.5, 'active', 's%')
    await add('2026-11-14', 3.5, 'confirmed', 's%')
    await add('2026-11-09', 15, 'active', 'c1')
    await add('2026-11-10', 7, 'confirmed', 'c1')
    const { anomalies } = await digest(key)
    expect([anomalies.total, anomalies.data.length]).toEqual([404, 5])
    const first = anomalies.data.map(({ date, severity }: { date: string; severity: number }) => [date, severity])
    expect(first.slice(0, 3)).toEqual([
      ['2026-11-09', 5],
      ['2026-11-10', 4],
      ['2026-11-15', 2],
    ])
    const { body } = await get(key, '/v1/anomalies', { date_from: '2026-11-09', date_to: '2026-11-09' })
    expect(body.data[0]).toMatchObject(anomalies.data[0])
  })

  test('has alerts that held in the week and have not ended', async () => {
    const { key, brandId } = await brandWithout()
    const [rule] = await scene.database.sql`
      insert into analytics.alert_rules (brand_id, name, metric, comparison, threshold, days, created_by, changed_by)
      values (${brandId}, 'Low', 'roas', 'below', 2, 1, 'a', 'a') returning rule_id`
    const add = async (first: string, last: string, ended: string | null) =>
      await scene.database.sql`
        insert into analytics.rule_alerts (brand_id, rule_id, first_on, last_on, value, rule, triggered_at, ended_at, end_reason)
        values (${brandId}, ${rule?.rule_id}, ${first}, ${last}, 1.5, '{}', '2026-11-12T00:00:00Z', ${ended}, ${ended && 'no_longer_holds'})`
    await add('2026-11-09', '2026-11-10', '2026-11-11T00:00:00Z')
    await add('2026-11-12', '2026-11-18', null)
    const { alerts } = await digest(key)
    expect(alerts).toMatchObject({
      total: 1,
      data: [{ name: 'Low', first_on: '2026-11-12', value: 1.5, ended_at: null }],
    })
    expect((await digest(key, { week: '2026-11-02' })).alerts.total).toBe(0)
  })

  test('has the pace of the budget of GET /v1/targets, and the campaigns that miss theirs', async () => {
    const { key, brandId } = await brandWithout()
    expect((await digest(key)).budgets).toMatchObject({ month: '2026-11', brand: null, campaigns: [] })
    await scene.database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select ${brandId}, date '2026-11-01', given.entity_id, given.budget
      from (
        select null::bigint as entity_id, 5000000000 as budget
        union all
        select entity_id, 100000000 from analytics.entities where brand_id = ${brandId} and level = 'campaign' and external_id = 'c1'
      ) as given`
    const { budgets } = await digest(key)
    const { body } = await get(key, '/v1/targets', { month: '2026-11' })
    const { budget, spend_to_date, pacing_percent, projected_end_of_period, status } = body.brand
    expect(budgets.brand).toEqual({ budget, spend_to_date, pacing_percent, projected_end_of_period, status })
    expect([budgets.campaigns_off_pace, budgets.campaigns]).toEqual([
      1,
      [expect.objectContaining({ campaign_id: 'c1', budget: 100, status: 'over' })],
    ])
  })

  test('counts all campaigns that miss their budgets, also those with little spend', async () => {
    const { key, brandId } = await brandWithout()
    await ingest(scene.database, brandId, smallCampaigns)
    await scene.database.sql`
      insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
      select brand_id, date '2026-11-01', entity_id, case external_id when 's200' then 900000000000 else 100000000000 end
      from analytics.entities where brand_id = ${brandId} and level = 'campaign'`
    const { budgets } = await digest(key)
    expect([budgets.campaigns_off_pace, budgets.campaigns.length]).toEqual([203, 5])
    expect(budgets.campaigns[0]).toMatchObject({ campaign_id: 's200', budget: 900000, status: 'under' })
  })

  test('has proposals that wait, and no words of agents', async () => {
    const { key, brandId } = await brandWithout()
    const propose = async (idempotencyKey: string, status: string) =>
      await scene.database.sql`
        insert into connector.proposals (brand_id, target, change, rationale, idempotency_key, request_hash, created_by, status, decided_at)
        values (${brandId}, '{"level": "campaign", "platform": "meta", "id": "c1"}', '{"kind": "budget", "to": 120}', 'It earns more.',
          ${idempotencyKey}, '\\x00', 'key_x', ${status}, ${status === 'rejected' ? '2026-11-19T00:00:00Z' : null})`
    await propose('one', 'pending_approval')
    await propose('two', 'rejected')
    const found = await digest(key)
    expect(found.proposals).toMatchObject({
      total: 1,
      data: [{ change: 'budget', level: 'campaign', target_id: 'c1', name: 'One' }],
    })
    // These texts require write:storefront (GET /queries).
    expect(found).not.toHaveProperty('unanswered_requests')
  })
})
