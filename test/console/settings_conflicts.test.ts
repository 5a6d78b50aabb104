import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import type { Visit } from '../support/browser.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

type Fields = Record<string, string>

/** Returns the version in the form of a page that has this field. */
const versionOf = (page: Visit, field: string) => {
  const form = [...page.html.matchAll(/<form[^]*?<\/form>/g)].find(([text]) => text.includes(`name="${field}"`))?.[0]
  return /name="version" value="(\d+)"/.exec(form ?? '')?.[1] as string
}

async function brand() {
  const { brandId } = await createTenant(scene.database.sql)
  await stock(scene.database, brandId, [{ id: 'lamp', title: 'Lamp', price: 100 }])
  const [mine, theirs] = [await scene.member(brandId, 'admin'), await scene.member(brandId, 'owner')]
  const send = async ({ browser }: Member, end: string, fields: Fields) => {
    const path = `/console/brands/${brandId}/settings/${end}`
    const page = await browser.open(path)
    return await browser.post(path, [...ownForm(page), ...Object.entries(fields)])
  }
  const open = async ({ browser }: Member, end: string) =>
    await browser.open(`/console/brands/${brandId}/settings/${end}`)
  return { mine, theirs, send, open }
}

const policy = { action: 'save', is_enabled: 'true', answered_by: 'policy', floor: '60', target_percent: '80' }
const units = { currency: 'USD', timezone: 'UTC' }
const month = '2026-11'
/** For each page: the field that both persons change, what they send, a wrong value, and the fields besides. */
const cases: [end: string, field: string, mine: string, theirs: string, wrong: Fields, others: Fields][] = [
  ['brand', 'name', 'Mine', 'Theirs', { name: ' ' }, units],
  ['storefront', 'description', 'Mine', 'Theirs', { website: 'nothing' }, {}],
  ['targets', 'budget', '100', '777', { cpa: 'cheap' }, { month }],
  ['pricing', 'hold_minutes', '30', '77', { floor: '' }, policy],
]

describe('a form of settings', () => {
  test.each(cases)(
    'of %s keeps the version that the person saw after a refused field, so that no change of %s is lost',
    async (end, field, mineValue, theirValue, wrong, others) => {
      const { mine, theirs, send, open } = await brand()
      const version = versionOf(await open(mine, end), field)
      expect((await send(theirs, end, { ...others, version, [field]: theirValue })).url.search).toMatch(/done=saved$/)

      const refused = await send(mine, end, { ...others, version, [field]: mineValue, ...wrong })
      expect([refused.status, versionOf(refused, field)]).toEqual([400, version])

      const entered = { ...others, [field]: mineValue }
      const late = await send(mine, end, { ...entered, version: versionOf(refused, field) })
      expect(late.status).toBe(409)
      expect(late.html).toMatch(new RegExp(`id="\\w+-${field}-now">Now: <bdi>${theirValue}</bdi>`))
      expect(late.html.match(/Now: <bdi>/g)).toHaveLength(1)
      expect((await open(mine, end)).html).toContain(theirValue)

      const saved = await send(mine, end, { ...entered, version: versionOf(late, field) })
      expect([saved.status, saved.url.search]).toEqual([200, expect.stringMatching(/done=saved$/)])
    },
  )

  test('of pricing keeps the version that the person saw after a simulation', async () => {
    const { mine, theirs, send, open } = await brand()
    const version = versionOf(await open(mine, 'pricing'), 'floor')
    await send(theirs, 'pricing', { ...policy, version, hold_minutes: '77' })
    const entered = { ...policy, hold_minutes: '30', version }
    const offered = { action: 'simulate', subject: 'product/lamp', quantity: '1', offers: '70' }
    const simulated = await send(mine, 'pricing', { ...entered, ...offered })
    expect([simulated.status, versionOf(simulated, 'floor')]).toEqual([200, version])
    const late = await send(mine, 'pricing', { ...entered, version: versionOf(simulated, 'floor') })
    expect([late.status, late.html.includes('Now: <bdi>77</bdi>')]).toEqual([409, true])
  })

  test('shows nothing as the stored value of the fields of a simulation', async () => {
    const { mine, theirs, send } = await brand()
    await send(theirs, 'pricing', { ...policy, version: '0' })
    const late = await send(mine, 'pricing', {
      ...policy,
      version: '0',
      subject: 'product/other',
      offers: '3',
      target_percent: '81',
    })
    expect(late.html).toContain('id="form-target_percent-now"')
    expect(late.html).not.toMatch(/id="form-(subject|offers|quantity)-now"/)
  })

  test('escapes the stored value of a conflict', async () => {
    const { mine, theirs, send } = await brand()
    await send(theirs, 'storefront', { version: '0', category: '<script>alert(1)</script>' })
    const late = await send(mine, 'storefront', { version: '0', category: 'Lamps' })
    expect(late.html).toContain('Now: <bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>')
  })
})
