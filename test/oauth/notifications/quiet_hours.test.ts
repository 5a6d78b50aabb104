import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTenant } from '../../support/factories.ts'
import { ingest } from '../../support/ingest.ts'
import { NotificationScene } from '../../support/notifications.ts'
import type { QuietHours } from '../../support/notifications.ts'

let scene: NotificationScene

beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())
beforeEach(async () => {
  await scene.console.database.sql`delete from oauth.notifications`
  await scene.console.database.sql`delete from oauth.notification_mails`
  await scene.console.database.sql`delete from core.notification_choices`
})

/** A brand with quiet hours, and an admin who gets mails about alerts. */
async function brand(timezone: string, hours: QuietHours) {
  const { brandId } = await createTenant(scene.console.database.sql, { timezone, name: 'Aurora' })
  const row = {
    platform: 'google',
    account_id: 'a',
    campaign_id: '2',
    campaign_name: 'Two',
    spend: 100,
    conversions: 4,
  }
  await ingest(scene.console.database, brandId, [
    { date: '2026-11-18', ...row },
    { date: '2026-11-19', ...row },
  ])
  const page = `/console/brands/${brandId}/settings/notifications`
  const admin = await scene.console.member(brandId, 'admin')
  await scene.choose(admin, page, { alerts: true })
  expect((await scene.setHours(page, admin, hours)).url.search).toBe('?done=quiet')
  return { brandId, page, admin }
}

/** An anomaly that is detected at this time. */
async function alertAt(brandId: string, time: string) {
  await scene.console.anomaly(brandId)
  await scene.console.database.sql`
    update oauth.notifications set noted_at = ${time} where brand_id = ${brandId} and noted_at = '2026-11-20T12:00:00Z'`
}

const subjects = async (time: string) => (await scene.passAt(time)).map(({ subject }) => subject)

describe('in quiet hours', () => {
  test('alerts wait over midnight until the hours end, and are then sent together and once', async () => {
    const { brandId } = await brand('UTC', { starts_at: '22:00', ends_at: '07:00' })
    await alertAt(brandId, '2026-11-24T21:59:30Z')
    await alertAt(brandId, '2026-11-25T03:00:00Z')
    for (const time of ['2026-11-24T22:01:00Z', '2026-11-24T23:59:00Z', '2026-11-25T00:01:00Z', '2026-11-25T06:59:59Z'])
      expect(await subjects(time)).toEqual([])
    expect(await subjects('2026-11-25T07:00:00Z')).toEqual(['Aurora: 2 alerts'])
    expect(await subjects('2026-11-25T12:00:00Z')).toEqual([])
  })

  test('an alert before they begin is sent at once', async () => {
    const { brandId } = await brand('UTC', { starts_at: '22:00', ends_at: '07:00' })
    await alertAt(brandId, '2026-11-24T21:50:00Z')
    expect(await subjects('2026-11-24T21:51:00Z')).toEqual(['Aurora: 1 alert'])
  })

  test.each([
    [
      'spring, when the night is an hour shorter',
      '2026-03-29T01:30:00Z',
      '2026-03-29T04:59:00Z',
      '2026-03-29T05:00:00Z',
    ],
    [
      'autumn, when the night is an hour longer',
      '2026-10-25T01:30:00Z',
      '2026-10-25T05:59:00Z',
      '2026-10-25T06:00:00Z',
    ],
  ])('follow the clock of the brand in %s', async (_, noted, before, after) => {
    const { brandId } = await brand('Europe/Berlin', { starts_at: '22:00', ends_at: '07:00' })
    await alertAt(brandId, noted)
    expect(await subjects(before)).toEqual([])
    expect(await subjects(after)).toEqual(['Aurora: 1 alert'])
  })

  test('whole days that follow each other are quiet as one period', async () => {
    const { brandId } = await brand('UTC', { starts_at: '00:00', ends_at: '00:00', days: [6, 7] })
    await alertAt(brandId, '2026-11-27T23:59:30Z')
    for (const time of ['2026-11-28T00:01:00Z', '2026-11-29T00:00:00Z', '2026-11-29T23:59:59Z'])
      expect(await subjects(time)).toEqual([])
    expect(await subjects('2026-11-30T00:00:00Z')).toEqual(['Aurora: 1 alert'])
  })

  test('of one night hold only on its weekday', async () => {
    const { brandId } = await brand('UTC', { starts_at: '22:00', ends_at: '07:00', days: [2] })
    await alertAt(brandId, '2026-11-23T23:00:00Z')
    expect(await subjects('2026-11-23T23:01:00Z')).toEqual(['Aurora: 1 alert'])
    await alertAt(brandId, '2026-11-25T05:00:00Z')
    expect(await subjects('2026-11-25T05:01:00Z')).toEqual([])
  })

  test('a mail whose attempt failed before is not tried, and is not given up', async () => {
    const { brandId, page, admin } = await brand('UTC', { starts_at: '22:00', ends_at: '21:00', days: [2] })
    await alertAt(brandId, '2026-11-24T21:50:00Z')
    scene.sink.refusals = 1
    expect(await subjects('2026-11-24T21:59:40Z')).toEqual([])
    for (const time of ['2026-11-24T22:00:10Z', '2026-11-25T02:00:00Z', '2026-11-25T20:59:00Z'])
      expect(await subjects(time)).toEqual([])
    // The first day of attempts ends during whole quiet days.
    await scene.setHours(page, admin, { starts_at: '00:00', ends_at: '00:00', days: [3, 4, 5] })
    expect(await subjects('2026-11-25T22:00:00Z')).toEqual([])
    expect(await subjects('2026-11-27T22:00:00Z')).toEqual([])
    expect(await subjects('2026-11-28T00:00:00Z')).toEqual(['Aurora: 1 alert'])
  })

  test('proposals are sent, because an agent asks for a decision', async () => {
    const { brandId } = await brand('UTC', { starts_at: '22:00', ends_at: '07:00' })
    await scene.propose(brandId)
    expect(await subjects('2026-11-24T23:00:00Z')).toEqual(['Aurora: 1 proposal waits for a decision'])
  })

  test('the digest of Monday waits', async () => {
    const { page, admin } = await brand('UTC', { starts_at: '22:00', ends_at: '10:30' })
    await scene.choose(admin, page, { digest: true })
    await scene.passAt('2026-11-23T08:00:00Z')
    expect(await subjects('2026-11-23T10:29:00Z')).toEqual([])
    expect(await subjects('2026-11-23T10:30:00Z')).toEqual(['Aurora: 16 to 22 Nov 2026'])
  })

  test('four workers send what waited once', async () => {
    const { brandId } = await brand('UTC', { starts_at: '22:00', ends_at: '07:00' })
    await alertAt(brandId, '2026-11-24T23:00:00Z')
    const sent = await Promise.all(Array.from({ length: 4 }, () => scene.passAt('2026-11-25T07:00:00Z')))
    expect(sent.flat().length).toBeGreaterThan(0)
    expect(new Set(scene.sink.messages.map((message) => /Message-ID: (\S+)/i.exec(message)?.[1])).size).toBe(1)
    expect(scene.sink.messages).toHaveLength(1)
  })
})
