import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configureAttribution } from '../../functions/worker/queues/configure_attribution.ts'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { workerPool } from '../support/sources.ts'

const previewed = { model: 'last_touch', click_days: '7', view_days: '0', half_life_hours: '24', accounting: 'cash' }

let scene: ConsoleScene
let worker: ReturnType<typeof workerPool>

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

/** A brand with one order of two channels, and an admin. */
async function brand() {
  const { brandId, key } = await createTenant(scene.database.sql)
  await ingestJourneys(
    scene.database,
    brandId,
    [
      { customer_id: 'c', touched_at: '2026-11-01T12:00:00Z', channel: 'meta', kind: 'click' },
      { customer_id: 'c', touched_at: '2026-11-09T12:00:00Z', channel: '<b>google', kind: 'click' },
    ],
    [{ order_id: 'o', customer_id: 'c', ordered_at: '2026-11-10T12:00:00Z', revenue: 100 }],
  )
  const admin = await scene.member(brandId, 'admin')
  return { brandId, key, admin, path: `/console/brands/${brandId}/settings/attribution` }
}

async function save({ browser }: Member, path: string, fields: Record<string, string> = {}) {
  const page = await browser.open(path)
  return await browser.post(path, [...ownForm(page), ...Object.entries({ ...previewed, version: '1', ...fields })])
}

const settingsOf = async (brandId: string) => {
  const [row] = await scene.database.sql`
    select model, click_days, version from analytics.attribution_settings where brand_id = ${brandId}`
  return row
}
const changesOf = async (brandId: string) =>
  await scene.database
    .sql`select model, click_days, is_refused from analytics.attribution_changes where brand_id = ${brandId}`

describe('POST /console/brands/{brand_id}/settings/attribution', () => {
  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s, who may preview', async (role) => {
    const { brandId, path } = await brand()
    const member = await scene.member(brandId, role)
    expect((await save(member, path)).status).toBe(403)
    expect(await changesOf(brandId)).toEqual([])
    const page = await member.browser.open(`${path}?${new URLSearchParams(previewed)}`)
    expect(page.html).toContain('Revenue chosen')
    expect(actionsOf(page)).toEqual(['/oauth/sign-out'])
  })

  test('returns 404 for a brand of others', async () => {
    const [own, foreign] = [await brand(), await brand()]
    const page = await own.admin.browser.open(own.path)
    const sent = await own.admin.browser.post(foreign.path, [
      ...ownForm(page),
      ...Object.entries({ ...previewed, version: '1' }),
    ])
    expect([sent.status, await changesOf(foreign.brandId)]).toEqual([404, []])
  })

  test('applies the change when the worker has attributed all orders again', async () => {
    const { brandId, key, admin, path } = await brand()
    const sent = await save(admin, path)
    expect([sent.status, sent.url.pathname]).toEqual([200, path])
    expect(sent.html).toContain('The change is requested.')
    expect(await settingsOf(brandId)).toMatchObject({ model: 'position', version: 1 })
    expect(await configureAttribution.split?.(worker, [])).toContainEqual({ brand_id: brandId })
    expect(await configureAttribution.run(worker, { brand_id: brandId })).toEqual({ brand_id: brandId, applied: true })
    expect(await settingsOf(brandId)).toMatchObject({ model: 'last_touch', click_days: 7, version: 2 })
    const { body } = await scene.api.http
      .get('/v1/attribution?date_from=2026-11-10&date_to=2026-11-10')
      .set('Authorization', `Bearer ${key}`)
    expect(body).toMatchObject({ model_version: 2, channels: [{ channel: '<b>google', attributed_revenue: 100 }] })
    expect(await configureAttribution.run(worker, { brand_id: brandId })).toEqual({ brand_id: brandId, applied: false })
  })

  test('returns 409 to the second of two admins, with the entered values, and overwrites nothing', async () => {
    const { brandId, admin, path } = await brand()
    const other = await scene.member(brandId, 'owner')
    await save(admin, path)
    const pending = await save(other, path, { model: 'linear' })
    expect(pending.status).toBe(409)
    await configureAttribution.run(worker, { brand_id: brandId })
    const late = await save(other, path, { model: 'linear', click_days: '14' })
    expect(late.status).toBe(409)
    expect(late.html).toContain('The attribution settings changed meanwhile, so your change was not saved.')
    expect(late.html).toMatch(/name="click_days"[^>]*value="14"/)
    expect([await settingsOf(brandId), await changesOf(brandId)]).toMatchObject([{ model: 'last_touch' }, []])
    expect(late.html).toContain('id="form-click_days-now">Now: <bdi>7</bdi>')
    expect(late.html).toContain('name="version" value="2"')
    expect((await save(other, path, { model: 'linear', version: '2' })).status).toBe(200)
  })

  test('refuses a change if the command line changed the settings before it is applied', async () => {
    const { brandId, admin, path } = await brand()
    await save(admin, path)
    await scene.database.sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brandId}), analytics.configure_attribution(${brandId}, 'linear')`
    })
    expect(await configureAttribution.run(worker, { brand_id: brandId })).toMatchObject({ applied: false })
    expect(await settingsOf(brandId)).toMatchObject({ model: 'linear', version: 2 })
    expect((await admin.browser.open(path)).html).toContain('was not applied')
    expect(await configureAttribution.split?.(worker, [])).not.toContainEqual({ brand_id: brandId })
    expect((await save(admin, path, { version: '2' })).status).toBe(200)
    expect(await changesOf(brandId)).toMatchObject([{ model: 'last_touch', is_refused: false }])
  })

  test('requests one change for a form that is sent twice', async () => {
    const { brandId, admin, path } = await brand()
    const fields = [...ownForm(await admin.browser.open(path)), ...Object.entries({ ...previewed, version: '1' })]
    const sent = [
      await admin.browser.post(path, fields as [string, string][]),
      await admin.browser.post(path, fields as [string, string][]),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 409])
    expect(await changesOf(brandId)).toHaveLength(1)
  })

  test.each([
    [{ click_days: '0' }, 'Click window must be a whole number from 1 to 365.'],
    [{ click_days: '' }, 'Click window must be a whole number from 1 to 365.'],
    [{ view_days: '99999999999' }, 'View window must be a whole number from 0 to 365.'],
    [{ half_life_hours: '1.5' }, 'Half-life must be a whole number from 1 to 8,760.'],
    [{ accounting: 'none' }, 'A refund counts must be one of accrual, cash.'],
    [{ model: 'participation' }, 'Model must be one of'],
  ])('returns 400 for %j, with the entered values', async (fields, sentence) => {
    const { brandId, admin, path } = await brand()
    const sent = await save(admin, path, fields)
    expect(sent.status).toBe(400)
    expect(sent.html).toContain(sentence)
    const entered = { ...previewed, ...fields }.half_life_hours
    expect(sent.html).toMatch(new RegExp(`name="half_life_hours"[^>]*value="${entered}"`))
    expect(await changesOf(brandId)).toEqual([])
  })
})

describe('GET /console/brands/{brand_id}/settings/attribution', () => {
  test('shows what changes for each channel before a person saves', async () => {
    const { admin, path } = await brand()
    const { html } = await admin.browser.open(`${path}?${new URLSearchParams(previewed)}`)
    const rows = [...html.matchAll(/<th scope="row">(?:<bdi>)?([^<]*).*?<\/tr>/gs)].map(([row, name]) => [
      name,
      ...[...row.matchAll(/<td class="number">([^<]*)/g)].map(([, text]) => text),
    ])
    expect(rows).toEqual([
      ['&lt;b&gt;google', '$50.00', '$100.00', '+100.0%', '–', '–'],
      ['Meta', '$50.00', '$0.00', '-100.0%', '–', '–'],
      ['Without a touchpoint', '$0.00', '$0.00', '–', '–', '–'],
      ['Total', '$100.00', '$100.00', '0.0%', '–', '–'],
    ])
  })

  test('saves the preview with the version that the person saw before it', async () => {
    const { admin, path } = await brand()
    const { html } = await admin.browser.open(`${path}?${new URLSearchParams({ ...previewed, version: '0' })}`)
    expect([...html.matchAll(/name="version" value="(\d+)"/g)].map(([, version]) => version)).toEqual(['0', '0'])
  })

  test('shows a refused preview of Markov at its field, with the entered values and without advice to import', async () => {
    const { admin, path } = await brand()
    const page = await admin.browser.open(`${path}?${new URLSearchParams({ ...previewed, model: 'markov' })}`)
    expect(page.status).toBe(400)
    expect(page.html).toMatch(/<select name="model"[^>]*aria-invalid="true"/)
    expect(page.html).toMatch(/id="form-model-error"[^>]*>Markov is computed from stored journeys/)
    expect(page.html).toContain('<option value="markov" selected>')
    expect(page.html).toMatch(/name="click_days"[^>]*value="7"/)
    expect(page.html).not.toContain('Upload a file')
    expect(page.html).not.toContain('Save these settings')
  })

  test('shows the form and what to import for a brand without orders', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { browser } = await scene.member(brandId, 'admin')
    const page = await browser.open(`/console/brands/${brandId}/settings/attribution`)
    expect(page.html).toContain('No orders have been ingested')
    expect(page.html).toMatch(/name="click_days"[^>]*value="30"/)
  })

  test('returns 400 for an unknown parameter and for invalid settings', async () => {
    const { admin, path } = await brand()
    expect((await admin.browser.open(`${path}?clicks=3`)).status).toBe(400)
    expect((await admin.browser.open(`${path}?version=x`)).status).toBe(400)
    const wrong = await admin.browser.open(`${path}?model=linear&click_days=-1`)
    expect(wrong.status).toBe(400)
    expect(wrong.html).toMatch(/name="click_days"[^>]*value="-1"[^>]*aria-invalid="true"/)
    expect(wrong.html).toMatch(/<option value="linear" selected/)
    expect(wrong.html.match(/must be a whole number from 1 to 365/g)).toHaveLength(1)
  })
})
