import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineProfiles } from '../../cli/doctor/profiles.ts'
import { parseEnv } from '../../shared/env.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'

let scene: ConsoleScene
beforeAll(async () => {
  scene = await ConsoleScene.start({ isReachable: true })
})
afterAll(() => scene.stop())

const privateHost = 'https://169.254.169.254'

/** Creates a brand whose shop has this website. */
async function open(website: string | null, isPublished = true): Promise<string> {
  const { brandId } = await createTenant(scene.database.sql)
  await scene.database.sql`insert into storefront.shops (brand_id, website) values (${brandId}, ${website})`
  await scene.database.sql`update core.brands set is_storefront_published = ${isPublished} where brand_id = ${brandId}`
  return brandId
}

const pathOf = (brandId: string) => `/console/brands/${brandId}/settings/storefront`

describe('GET /console/brands/{brand_id}/settings/storefront?profile=check', () => {
  test('refuses a private address of the website', async () => {
    const brandId = await open(`${privateHost}/latest`)
    const { browser } = await scene.member(brandId, 'admin')
    const { status, html } = await browser.open(`${pathOf(brandId)}?profile=check`)
    expect(status).toBe(200)
    expect(html).toContain('169.254.169.254 has no public address, so platforms cannot fetch')
  })

  test('is offered to an admin, and fetches nothing before', async () => {
    const brandId = await open(privateHost)
    const { browser } = await scene.member(brandId, 'admin')
    const { html } = await browser.open(pathOf(brandId))
    expect(html).toContain(`${pathOf(brandId)}?profile=check`)
    expect(html).not.toContain('has no public address')
  })

  test.each([
    ['a viewer', 'viewer', true, privateHost],
    ['a storefront that is not published', 'owner', false, privateHost],
  ] as const)('checks nothing for %s', async (_, role, isPublished, website) => {
    const brandId = await open(website, isPublished)
    const { browser } = await scene.member(brandId, role)
    const { html } = await browser.open(`${pathOf(brandId)}?profile=check`)
    expect(html).not.toContain('profile=check')
    expect(html).not.toContain('has no public address')
  })

  test('asks for the website when the shop has none', async () => {
    const brandId = await open(null)
    const { browser } = await scene.member(brandId, 'owner')
    const { html } = await browser.open(pathOf(brandId))
    expect(html).toContain('Add the website to the profile to check the UCP profile of your own domain.')
  })

  test('returns 400 for another value', async () => {
    const brandId = await open(privateHost)
    const { browser } = await scene.member(brandId, 'owner')
    expect((await browser.open(`${pathOf(brandId)}?profile=all`)).status).toBe(400)
  })
})

describe('vitrine doctor', () => {
  test('names each published shop whose domain platforms cannot fetch', async () => {
    const [brandId, hidden] = [await open(privateHost), await open(privateHost, false)]
    const findings = await examineProfiles(scene.database.sql, { ...parseEnv(), PUBLIC_BASE_URL: scene.api.url })
    expect(findings.find(({ finding }) => finding.includes(brandId))).toEqual({
      check: 'ucp profiles',
      is_fine: false,
      finding: expect.stringContaining('169.254.169.254 has no public address'),
    })
    expect(findings.filter(({ finding }) => finding.includes(hidden))).toEqual([])
    await scene.database.sql`update core.brands set status = 'archived' where brand_id = ${brandId}`
    const later = await examineProfiles(scene.database.sql, { ...parseEnv(), PUBLIC_BASE_URL: scene.api.url })
    expect(later.filter(({ finding }) => finding.includes(brandId))).toEqual([])
  })

  test('names shops whose domain cannot be reached, and does not fail for them', async () => {
    const brandId = await open('https://shop.invalid')
    const findings = await examineProfiles(scene.database.sql, { ...parseEnv(), PUBLIC_BASE_URL: scene.api.url })
    expect(findings.find(({ finding }) => finding.includes(brandId))).toEqual({
      check: 'ucp profiles',
      is_fine: true,
      finding: expect.stringContaining('Not checked: https://shop.invalid/.well-known/ucp'),
    })
    expect(findings.map(({ finding }) => finding)).toContain(
      'Signing keys were not compared, because QUOTE_SIGNING_KEY is not set for this command.',
    )
  })

  test('compares nothing without the address of the functions', async () => {
    await open(privateHost)
    expect(await examineProfiles(scene.database.sql, { ...parseEnv(), PUBLIC_BASE_URL: undefined })).toEqual([
      { check: 'ucp profiles', is_fine: true, finding: expect.stringContaining('PUBLIC_BASE_URL is not set') },
    ])
  })
})
