import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownForm } from '../support/console.ts'
import { NotificationScene } from '../support/notifications.ts'
import type { QuietHours } from '../support/notifications.ts'

let scene: NotificationScene

beforeAll(async () => {
  scene = await NotificationScene.start()
})
afterAll(() => scene.stop())

async function brand(hours: QuietHours) {
  const { brandId, page } = await scene.brand()
  const admin = await scene.console.member(brandId, 'admin')
  expect((await scene.setHours(page, admin, hours)).url.search).toBe('?done=quiet')
  return { brandId, page, admin }
}

describe('POST /console/brands/{brand_id}/settings/notifications/quiet-hours', () => {
  test('stores the hours, shows them to other members, and turns them off without times', async () => {
    const { brandId, page, admin } = await brand({
      starts_at: '22:00',
      ends_at: '07:00',
      days: [1, 5],
    })
    const viewer = await scene.console.member(brandId, 'viewer')
    const shown = await viewer.browser.open(page)
    expect(shown.html).toMatch(/From 22:00 to 07:00\s+\(UTC\), beginning Monday, Friday\./)
    expect(shown.html).not.toContain('/quiet-hours"')
    const off = await scene.setHours(page, admin, { starts_at: '', ends_at: '' })
    expect(off.url.search).toBe('?done=quiet')
    expect((await viewer.browser.open(page)).html).toContain('This brand has no quiet hours.')
  })

  test.each([
    [{ starts_at: '22:00', ends_at: '' }, 'must be set too. Quiet hours have a start and an end, or neither.'],
    [{ starts_at: '22:00', ends_at: '22:00' }, 'must differ from the start, or choose fewer days.'],
    [{ starts_at: '25:00', ends_at: '07:00' }, 'must be a time as HH:MM, such as 22:00.'],
    [{ starts_at: '22:00', ends_at: '07:00', days: [8] }, 'must be'],
    [{ starts_at: '22:00', ends_at: '07:00', days: [] }, 'must have at least one day.'],
  ])('returns 400 for %o', async (hours, message) => {
    const { page, admin } = await brand({ starts_at: '21:00', ends_at: '06:00' })
    const refused = await scene.setHours(page, admin, hours)
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(message)])
    expect((await admin.browser.open(page)).html).toContain('value="21:00"')
  })

  test('returns 403 for an analyst and 404 for a member of another brand', async () => {
    const { brandId, page, admin } = await brand({ starts_at: '21:00', ends_at: '06:00' })
    const analyst = await scene.console.member(brandId, 'analyst')
    const seen = await scene.versionOf(page, admin)
    expect((await scene.setHours(page, analyst, { starts_at: '', ends_at: '' }, seen)).status).toBe(403)
    const { page: foreign } = await brand({ starts_at: '20:00', ends_at: '06:00' })
    const form = ownForm(await admin.browser.open(page))
    const sent = await admin.browser.post(`${foreign}/quiet-hours`, [...form, ['version', '2']])
    expect(sent.status).toBe(404)
  })

  test('refuses a change of hours that another admin changed meanwhile', async () => {
    const { page, admin } = await brand({ starts_at: '21:00', ends_at: '06:00' })
    const seen = await scene.versionOf(page, admin)
    await scene.setHours(page, admin, { starts_at: '20:00', ends_at: '06:00' })
    const refused = await scene.setHours(page, admin, { starts_at: '19:00', ends_at: '06:00' }, seen)
    expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('value="20:00"')])
  })
})
