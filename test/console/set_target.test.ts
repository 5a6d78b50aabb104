import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let admin: Member
let path: string

beforeAll(async () => {
  scene = await ConsoleScene.start()
  brand = await scene.brand()
  admin = await scene.member(brand.brandId, 'admin')
  path = `${brand.root}/settings/targets`
})
afterAll(() => scene.stop())

async function save(fields: Record<string, string>, { browser }: Member = admin, at = path) {
  const page = await browser.open(path)
  return await browser.post(at, [...ownForm(page), ...Object.entries({ month: '2026-11', version: '0', ...fields })])
}

async function stored(month: string) {
  const { body } = await scene.api.http.get('/v1/targets').query({ month }).set('Authorization', `Bearer ${brand.key}`)
  return body
}

describe('POST /console/brands/{brand_id}/settings/targets', () => {
  test.each(['viewer', 'analyst'] as const)('returns 403 for a %s, who sees no form', async (role) => {
    const member = await scene.member(brand.brandId, role)
    expect((await save({ month: '2026-01', budget: '1' }, member)).status).toBe(403)
    expect((await stored('2026-01')).brand.budget).toBeNull()
    expect(actionsOf(await member.browser.open(path))).toEqual(['/oauth/sign-out'])
  })

  test('returns 404 for a brand of others', async () => {
    const foreign = await createTenant(scene.database.sql)
    expect((await save({ budget: '1' }, admin, `/console/brands/${foreign.brandId}/settings/targets`)).status).toBe(404)
  })

  test('saves, changes and removes the targets of the brand', async () => {
    const month = '2026-02'
    await save({ month, roas: '3.5', cpa: '12.25', budget: '10000' })
    expect((await stored(month)).brand).toMatchObject({
      version: 1,
      roas_target: 3.5,
      cpa_target: 12.25,
      budget: 10000,
    })
    await save({ month, version: '1', roas: '', cpa: '', budget: '' })
    expect((await stored(month)).brand).toMatchObject({ version: 2, budget: null, roas_target: null })
    expect((await save({ month, budget: '500' })).url.search).toBe('?month=2026-02&done=saved')
    expect((await stored(month)).brand).toMatchObject({ version: 3, budget: 500 })
  })

  test('reads decimal commas and separated thousands', async () => {
    const month = '2026-06'
    await save({ month, roas: '4,5', cpa: '12,25', budget: '1.000,00' })
    expect((await stored(month)).brand).toMatchObject({ roas_target: 4.5, cpa_target: 12.25, budget: 1000 })
    await save({ month, version: '1', roas: '1.234', budget: '10,000.50' })
    expect((await stored(month)).brand).toMatchObject({ roas_target: 1.234, budget: 10000.5 })
  })

  test('returns 409 to the second of two admins, with the entered value, and overwrites nothing', async () => {
    const month = '2026-03'
    const other = await scene.member(brand.brandId, 'owner')
    await save({ month, budget: '100' })
    for (const version of ['0', '7']) {
      const late = await save({ month, version, budget: '900' }, other)
      expect(late.status).toBe(409)
      expect(late.html).toContain('The targets changed meanwhile, so your change was not saved.')
      expect(late.html).toMatch(/name="budget"[^>]*value="900"/)
    }
    expect((await stored(month)).brand).toMatchObject({ version: 1, budget: 100 })
    expect((await save({ month, version: '1', budget: '900' }, other)).status).toBe(200)
  })

  test('saves once for a form that is sent twice', async () => {
    const month = '2026-04'
    const form = [...ownForm(await admin.browser.open(path)), ...Object.entries({ month, version: '0', budget: '5' })]
    const sent = [
      await admin.browser.post(path, form as [string, string][]),
      await admin.browser.post(path, form as [string, string][]),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 409])
    expect((await stored(month)).brand.version).toBe(1)
  })

  test.each([
    [{ roas: '-1' }, 'must be a number from 0.01 to 1,000.'],
    [{ roas: '0' }, 'must be a number from 0.01 to 1,000.'],
    [{ cpa: 'cheap' }, 'must be a number from 0.01 to 1,000,000,000.'],
    [{ budget: '1e30' }, 'must be a number from 0.01 to 100,000,000,000.'],
    [{ budget: '1.000' }, '1.000 can mean thousands or decimals. Write 1000, or 1.00 for decimals.'],
    [{ cpa: '1,250' }, '1,250 can mean thousands or decimals. Write 1250, or 1.25 for decimals.'],
    [{ budget: '10.005' }, '10.005 can mean thousands or decimals. Write 10005, or an amount with at most 2 decimals.'],
    [{ roas: '1,234' }, '1,234 can mean thousands or decimals. Write 1234, or 1.234 for decimals.'],
    [{ budget: '0.005' }, 'Budget of the month must'],
    [{ budget: '10.0055' }, 'Budget of the month must have at most 2 decimals'],
  ])('returns 400 for %j beside its field', async (fields, sentence) => {
    const sent = await save({ month: '2026-05', ...fields })
    expect(sent.status).toBe(400)
    expect(sent.html).toContain(sentence)
    expect((await stored('2026-05')).brand.version).toBe(0)
  })

  test('links to no month that cannot have targets, and says what a month is', async () => {
    const monthsOf = async (month: string) => {
      const { html } = await admin.browser.open(`${path}?month=${month}`)
      return [...html.matchAll(/\?month=([\d-]+)" rel/g)].map(([, to]) => to)
    }
    expect(await monthsOf('2000-01')).toEqual(['2000-02'])
    expect(await monthsOf('2099-12')).toEqual(['2099-11'])
    expect((await admin.browser.open(`${path}?month=abc`)).html).toContain(
      'must be a month as YYYY-MM, such as 2026-11.',
    )
  })

  test('returns 400 for a month that does not exist', async () => {
    expect((await save({ month: '2026-13', budget: '5' })).status).toBe(400)
    expect((await admin.browser.open(`${path}?month=2026-13`)).status).toBe(400)
  })
})

describe('pacing', () => {
  test('the overview compares the spend of the month with the budget, or says that none is set', async () => {
    const fresh = await scene.brand()
    const { browser } = await scene.member(fresh.brandId, 'viewer')
    expect((await browser.open(fresh.root)).html).toContain('No budget of the whole brand is set for this month.')
    await scene.database.sql`
      insert into analytics.targets (brand_id, month, budget_micros) values (${fresh.brandId}, '2026-11-01', 9000000000)`
    expect((await browser.open(fresh.root)).html).toMatch(/Budget of the month: \$9,000\.00/)
  })
})
