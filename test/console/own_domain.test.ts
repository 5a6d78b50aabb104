import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineProfiles } from '../../cli/doctor/profiles.ts'
import { parseEnv } from '../../shared/env.ts'
import { actionsOf, ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'
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

/** Sends the form of the check, also for a person whose page does not offer it. */
async function check({ browser }: Member, brandId: string) {
  const page = await browser.open(pathOf(brandId))
  const path = `${pathOf(brandId)}/profile-check`
  return { isOffered: actionsOf(page).includes(path), ...(await browser.post(path, ownForm(page))) }
}

describe('POST /console/brands/{brand_id}/settings/storefront/profile-check', () => {
  test('states that a private address of the website is refused', async () => {
    const brandId = await open(`${privateHost}/latest`)
    const { status, isOffered, html } = await check(await scene.member(brandId, 'admin'), brandId)
    expect([status, isOffered]).toEqual([200, true])
    expect(html).toContain('169.254.169.254 has no public address, so platforms cannot fetch')
    expect(html).toContain(`href="${pathOf(brandId)}" aria-current`)
  })

  test('returns 403 without the token of the form, and checks nothing', async () => {
    const brandId = await open(privateHost)
    const { browser } = await scene.member(brandId, 'admin')
    const { status, html } = await browser.post(`${pathOf(brandId)}/profile-check`, [])
    expect([status, html.includes('has no public address')]).toEqual([403, false])
  })

  test('is offered to an admin, and fetches nothing before', async () => {
    const brandId = await open(privateHost)
    const { browser } = await scene.member(brandId, 'admin')
    const { html } = await browser.open(pathOf(brandId))
    expect(html).toContain(`action="${pathOf(brandId)}/profile-check"`)
    expect(html).not.toContain('has no public address')
  })

  test.each([
    ['a viewer', 'viewer', true, 403, 'An admin or owner of this brand can check the profile of its domain.'],
    ['a storefront that is not published', 'owner', false, 400, 'The storefront is not published.'],
  ] as const)('is not offered and refused for %s', async (_, role, isPublished, code, sentence) => {
    const brandId = await open(privateHost, isPublished)
    const { status, isOffered, html } = await check(await scene.member(brandId, role), brandId)
    expect([status, isOffered, html.includes(sentence)]).toEqual([code, false, true])
    expect(html).not.toContain('has no public address')
  })

  test('asks for the website when the shop has none', async () => {
    const brandId = await open(null)
    const { browser } = await scene.member(brandId, 'owner')
    const { html } = await browser.open(pathOf(brandId))
    expect(html).toContain('Add the website to the profile to check the UCP profile of your own domain.')
  })

  test('is no parameter of the page any more', async () => {
    const brandId = await open(privateHost)
    const { browser } = await scene.member(brandId, 'owner')
    expect((await browser.open(`${pathOf(brandId)}?profile=check`)).status).toBe(400)
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
