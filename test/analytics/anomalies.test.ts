import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anomalies as anomaliesQueue } from '../../functions/worker/queues/anomalies.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { dayNumber } from '../../shared/simulation/calendar.ts'
import { plantedBetween } from '../../shared/simulation/planted_anomalies.ts'
import { askQuestion } from '../support/question.ts'
import { WorkerScene } from '../support/worker_scene.ts'

let scene: WorkerScene

beforeAll(async () => {
  scene = await WorkerScene.start()
})
afterAll(() => scene.stop())

async function anomalies(key: string, query: Record<string, string> = {}) {
  const { status, body } = await scene.api.http.get('/v1/anomalies').query(query).set('Authorization', `Bearer ${key}`)
  return { status, body }
}

async function asWorker<Result>(brandId: string, statement: string): Promise<Result[]> {
  return (await scene.database.sql.begin(async (transaction) => {
    await transaction`set local role vitrine_worker`
    await transaction`select core.enter_brand(${brandId})`
    return await transaction.unsafe(statement, [brandId])
  })) as unknown as Result[]
}

type Day = Record<string, number>

/** Two campaigns over 100 days to yesterday; `change` alters a day (0 is yesterday) of the first. */
async function history(change: (daysAgo: number) => Day, days = 100) {
  const tenant = await createTenant(scene.database.sql)
  const rows = Array.from({ length: days }, (_, index) => days - 1 - index).flatMap((daysAgo) => {
    const date = new Date(Date.parse('2026-11-19T00:00:00Z') - daysAgo * 86_400_000)
    const weekday = [0.7, 1, 1, 1.1, 1.1, 1.2, 0.8][date.getUTCDay()] as number
    const wobble = 1 + (((daysAgo * 7919) % 13) - 6) / 100
    const usual = { spend: 1000 * weekday * wobble, revenue: 4000 * weekday, conversions: 50 * weekday }
    const base = { date: date.toISOString().slice(0, 10), platform: 'google', account_id: 'a' }
    return [
      { ...base, campaign_id: '1', campaign_name: 'One', ...usual, ...change(daysAgo) },
      { ...base, campaign_id: '2', campaign_name: 'Two', ...usual },
    ]
  })
  await ingest(scene.database, tenant.brandId, rows)
  return tenant
}

async function detect(brandId: string): Promise<number> {
  const { anomalies_found: found } = await anomaliesQueue.run(scene.worker, { brand_id: brandId })
  return found as number
}

describe('anomaly detection', () => {
  test.each([
    // More spend with the same result is also a CPA spike and a ROAS drop: one incident, which is found by each metric.
    ['spend_surge', 'spend', 'spike', ['cpa_spike', 'roas_drop'], { spend: 4000 }],
    ['cpa_spike', 'cpa', 'spike', [], { conversions: 8, revenue: 4000 }],
    ['roas_drop', 'roas', 'drop', [], { revenue: 300 }],
  ])('records one %s with its expected range', async (detector, metric, direction, also, change) => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? change : {}))
    expect(await detect(brandId)).toBe(1)
    expect(await detect(brandId)).toBe(0)
    const { status, body } = await anomalies(key, { metric })
    expect([status, body.data.length]).toEqual([200, 1])
    const others = ['spend', 'cpa', 'roas'].filter((other) => other !== metric)
    for (const other of others) {
      expect((await anomalies(key, { metric: other })).body.data).toEqual(also.length > 0 ? body.data : [])
    }
    const [row] = body.data
    expect(row).toMatchObject({
      detector,
      also,
      metric,
      direction,
      status: 'active',
      date: '2026-11-19',
      level: 'campaign',
      entity: { platform: 'google', id: '1', name: 'One' },
      window_days: 182,
    })
    expect(Math.abs(row.z_score)).toBeGreaterThan(3)
    expect(row.severity).toBeGreaterThanOrEqual(2)
    expect(row.expected).toBeGreaterThan(row.expected_low)
    expect(row.expected).toBeLessThan(row.expected_high)
    expect(row.impact).toBeGreaterThan(0)
    expect(body.meta.detected_through).toBe('2026-11-19')
  })

  test('groups fewer conversions and less revenue into one cpa_spike', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? { conversions: 8, revenue: 600 } : {}))
    await detect(brandId)
    const { body } = await anomalies(key)
    expect(body.data).toMatchObject([{ detector: 'cpa_spike' }])
    expect(body.data[0].grouped_count).toBeGreaterThan(1)
  })

  test('merges consecutive days into one episode and resolves it after three normal days', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 5 || daysAgo === 6 ? { spend: 5000 } : {}))
    await detect(brandId)
    const { body } = await anomalies(key)
    expect(body.data).toMatchObject([{ detector: 'spend_surge', status: 'resolved', date_from: '2026-11-13' }])
    expect(['2026-11-13', '2026-11-14']).toContain(body.data[0].date_to)
  })

  test('keeps an episode open for more than a week while its deviation continues', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo < 10 ? { spend: 1000 * 2 ** (10 - daysAgo) } : {}))
    await detect(brandId)
    const { body } = await anomalies(key)
    const [episode] = body.data.filter(({ detector }: { detector: string }) => detector === 'spend_surge')
    expect(episode).toMatchObject({ status: 'active', date_from: '2026-11-10', date_to: '2026-11-19' })
  })

  test('finds no anomaly in normal days', async () => {
    const { brandId, key } = await history(() => ({}))
    expect(await detect(brandId)).toBe(0)
    expect((await anomalies(key)).body.data).toEqual([])
  })

  test('finds no cpa spike with a handful of conversions', async () => {
    const { brandId } = await history((daysAgo) => ({ conversions: daysAgo === 0 ? 1 : 4, revenue: 4000 }))
    expect(await detect(brandId)).toBe(0)
  })

  test('finds nothing with less than 28 days of history', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? { spend: 9000 } : {}), 20)
    expect(await detect(brandId)).toBe(0)
    expect((await anomalies(key)).status).toBe(200)
  })
})

describe('anomaly detection of late reports', () => {
  /** Rows of another account for `days` days up to `from` days before yesterday; `change` alters the latest. */
  const late = (from: number, days: number, change: Day = {}) =>
    Array.from({ length: days }, (_, index) => ({
      date: new Date(Date.parse('2026-11-19T00:00:00Z') - (from + index) * 86_400_000).toISOString().slice(0, 10),
      platform: 'meta',
      account_id: 'm',
      campaign_id: 'late',
      spend: 1000 + (index % 3) * 30,
      revenue: 4000,
      conversions: 50,
      ...(index === 0 ? change : {}),
    }))

  test('checks late days once and warns until they are checked', async () => {
    const { brandId, key } = await history(() => ({}))
    await ingest(scene.database, brandId, late(4, 96))
    expect(await detect(brandId)).toBe(0)
    expect((await anomalies(key)).body.meta).toMatchObject({
      detected_through: '2026-11-19',
      warnings: [expect.stringContaining('Account m on meta has reported through 2026-11-15 only')],
    })
    await ingest(scene.database, brandId, [...late(3, 1, { spend: 5000 }), ...late(0, 3)])
    expect((await anomalies(key)).body.meta).toMatchObject({
      detected_through: '2026-11-15',
      warnings: ['Reports for 2026-11-16 came in after detection. The days from then on are checked again tonight.'],
    })
    expect(await detect(brandId)).toBe(1)
    const { body } = await anomalies(key)
    expect(body.data).toMatchObject([
      { detector: 'spend_surge', date: '2026-11-16', value: 5000, entity: { id: 'late' }, status: 'resolved' },
    ])
    expect(body.data[0].detected_at).toBe('2026-11-20T12:00:00Z')
    expect(body.meta).toMatchObject({ detected_through: '2026-11-19', warnings: [] })
    expect(body.meta.detected_from).toBe('2026-10-16')
    expect(await detect(brandId)).toBe(0)
    await ingest(scene.database, brandId, late(3, 1, { spend: 5000 }))
    expect((await anomalies(key)).body).toMatchObject({ data: body.data, meta: { detected_through: '2026-11-19' } })
  })

  test('warns about unchecked days in lists and in answers to questions', async () => {
    const { brandId, key } = await history(() => ({}), 200)
    await detect(brandId)
    const warning = '2026-10-15 was not checked for anomalies, so its anomalies are not known.'
    const days = async (asked: string) => (await anomalies(key, { days: asked })).body.meta
    expect(await days('36')).toMatchObject({ detected_from: '2026-10-16', warnings: [] })
    expect(await days('37')).toMatchObject({ detected_from: '2026-10-16', warnings: [warning] })
    const question = await scene.api.http
      .post('/v1/query')
      .send({ question: 'anomalies from 2026-08-01 to 2026-08-31' })
      .set('Authorization', `Bearer ${key}`)
    const earlier =
      'Not all days from 2026-08-01 to 2026-10-15 were checked for anomalies, so some of their anomalies are not known.'
    expect(question.body).toMatchObject({ data: [], meta: { warnings: [earlier] } })
    const august = await anomalies(key, { date_from: '2026-08-01', date_to: '2026-08-31' })
    expect(august.body.meta.warnings).toEqual([earlier.replace('2026-10-15', '2026-08-31')])
  })

  test('extends an active episode to an earlier day and reports its worst day', async () => {
    const { brandId, key } = await history(() => ({}))
    await ingest(scene.database, brandId, [...late(2, 98), ...late(0, 1, { spend: 4000 })])
    expect(await detect(brandId)).toBe(1)
    await ingest(scene.database, brandId, late(1, 1, { spend: 5000 }))
    await detect(brandId)
    expect((await anomalies(key)).body.data).toMatchObject([
      { date: '2026-11-18', date_from: '2026-11-18', date_to: '2026-11-19', value: 5000, status: 'active' },
    ])
  })

  test('extends a resolved episode to an earlier day without reopening it', async () => {
    const { brandId, key } = await history(() => ({}))
    await ingest(scene.database, brandId, [...late(6, 94), ...late(4, 1, { spend: 4000 }), ...late(0, 4)])
    expect(await detect(brandId)).toBe(1)
    await ingest(scene.database, brandId, late(5, 1, { spend: 5000 }))
    await detect(brandId)
    expect((await anomalies(key)).body.data).toMatchObject([
      { date: '2026-11-14', date_from: '2026-11-14', date_to: '2026-11-15', value: 5000, status: 'resolved' },
    ])
  })

  test.each(['active', 'confirmed', 'false_positive'])(
    'restates an anomaly that is %s without a second record and keeps a manual status',
    async (status) => {
      const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? { spend: 4000 } : {}))
      await detect(brandId)
      const [{ id }] = (await anomalies(key)).body.data
      if (status !== 'active') await asWorker(brandId, `select analytics.move_anomaly($1, '${id}', '${status}')`)
      const restate = async (spend: number) => {
        const day = { date: '2026-11-19', platform: 'google', account_id: 'a', campaign_id: '1', spend }
        await ingest(scene.database, brandId, [day])
        await detect(brandId)
        return (await anomalies(key)).body.data
      }
      expect(await restate(6000)).toMatchObject([{ id, status, value: 6000, date: '2026-11-19' }])
      expect(await restate(1000)).toMatchObject([{ id, status: status === 'active' ? 'resolved' : status }])
    },
  )

  test('ignores reports of days more than four weeks ago', async () => {
    const { brandId, key } = await history(() => ({}))
    await ingest(scene.database, brandId, late(30, 70))
    await detect(brandId)
    await ingest(scene.database, brandId, late(29, 1, { spend: 9000 }))
    expect(await detect(brandId)).toBe(0)
    expect((await anomalies(key)).body).toMatchObject({ data: [], meta: { detected_through: '2026-11-19' } })
  })
})

describe('analytics.move_anomaly', () => {
  const move = (brandId: string, id: string, status: string) =>
    asWorker(brandId, `select analytics.move_anomaly($1, '${id}', '${status}')`)

  test('allows only the listed transitions and raises the threshold after a false positive', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? { spend: 4000 } : {}))
    await detect(brandId)
    const [{ id }] = (await anomalies(key)).body.data
    await expect(move(brandId, id, 'active')).rejects.toThrow(
      'it is "active"; present status: "active"; allowed: confirmed, false_positive, resolved.',
    )
    await move(brandId, id, 'false_positive')
    await expect(move(brandId, id, 'resolved')).rejects.toThrow('cannot follow the present status')
    expect((await anomalies(key, { status: 'false_positive' })).body.data).toHaveLength(1)
    expect((await anomalies(key, { status: 'active' })).body.data).toEqual([])
    const asked = async (question: string) => (await askQuestion(scene.api, key, question)).meta.total_rows
    expect(await asked('how many anomalies are open')).toBe(0)
    expect(await asked('how many anomalies are false alarms')).toBe(1)
    expect(await asked('how many anomalies')).toBe(1)
    const thresholds = await scene.database
      .sql`select detector, z_min from analytics.anomaly_thresholds where brand_id = ${brandId} order by detector`
    // All detectors of the incident were wrong.
    expect(thresholds).toEqual(['cpa_spike', 'roas_drop', 'spend_surge'].map((detector) => ({ detector, z_min: 3.5 })))
  })

  test('rejects an anomaly of another brand', async () => {
    const { brandId, key } = await history((daysAgo) => (daysAgo === 0 ? { spend: 4000 } : {}))
    await detect(brandId)
    const [{ id }] = (await anomalies(key)).body.data
    const other = await createTenant(scene.database.sql)
    await expect(move(other.brandId, id, 'confirmed')).rejects.toThrow('names no anomaly of this brand')
  })
})

describe('score_last', () => {
  test('compares a value with the same weekday of earlier weeks', async () => {
    const week = [10, 100, 100, 100, 100, 100, 50]
    const score = async (last: number, length: number) => {
      const values = Array.from({ length }, (_, index) => (week[index % 7] as number) * (1 + ((index * 31) % 7) / 100))
      const [row] = await scene.database
        .sql`select z_score from analytics.score_last(${[...values.slice(0, -1), last]}::float8[])`
      return row?.z_score as number
    }
    expect(Math.abs(await score(10, 99))).toBeLessThan(2)
    expect(await score(10, 102)).toBeLessThan(-5)
  })

  test('returns no row for short, empty or null history and 0 for a constant one', async () => {
    const rows = await scene.database.sql`
      select * from analytics.score_last(array_fill(1::float8, array[28]))
      union all select * from analytics.score_last('{}') union all select * from analytics.score_last(array_fill(null::float8, array[99]))`
    expect(rows).toEqual([])
    const [constant] = await scene.database
      .sql`select z_score from analytics.score_last(array_fill(5::float8, array[99]))`
    expect(constant?.z_score).toBe(0)
  })
})

describe('simulated anomalies', () => {
  test('include every planted anomaly and at most four others', async () => {
    const { accountId } = await createTenant(scene.database.sql)
    const { key } = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_' })
    const { body } = await anomalies(key, { days: '60', limit: '200' })
    expect(body.meta.simulated).toBe(true)
    const found = body.data.map((row: { date: string; detector: string }) => `${row.date} ${row.detector}`)
    const planted = plantedBetween(dayNumber('2026-09-22'), dayNumber('2026-11-19'))
    for (const { date, detector } of planted) expect(found).toContain(`${date} ${detector}`)
    expect(found.length).toBeLessThanOrEqual(planted.length + 4)
  })
})

describe('analytics.detect_anomalies', () => {
  test('changes nothing when it runs again on unchanged days', async () => {
    const known = () => scene.database.sql`
      select * from analytics.anomalies where brand_id = 'brd_simulated' order by anomaly_id`
    const before = await known()
    expect(before.length).toBeGreaterThan(3)
    await asWorker(
      'brd_simulated',
      `select analytics.detect_anomalies($1, day::date) from generate_series('2026-09-21', '2026-11-19', interval '1 day') as day`,
    )
    expect(await known()).toEqual(before)
  })
})

describe('400', () => {
  test.each([
    [{ days: '0' }, '`days` must be a whole number from 1 to 365.'],
    [{ days: '366' }, '`days` must be'],
    [{ limit: '201' }, '`limit` must be a whole number from 1 to 200.'],
    [{ limit: '0' }, '`limit` must be'],
    [{ status: 'open' }, '`status` must be one of active, confirmed, false_positive, resolved.'],
    [{ metric: 'clicks' }, '`metric` must be one of spend, cpa, roas, cpc, ctr, conversions, revenue.'],
  ])('names the invalid parameter of %j', async (query, message) => {
    const { key } = await createTenant(scene.database.sql)
    const { status, body } = await anomalies(key, query as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain(message)
  })
})

describe('409', () => {
  test('returns data_not_ready before any data is ingested', async () => {
    const { key } = await createTenant(scene.database.sql)
    expect((await anomalies(key)).body.error.code).toBe('data_not_ready')
  })
})
