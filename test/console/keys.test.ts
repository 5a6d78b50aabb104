import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrand, createTenant, issueKey } from '../support/factories.ts'
import { actionsOf, ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** An account with two brands, a key of each brand and an account-wide key. */
async function account() {
  const { accountId, brandId, keyId } = await createTenant(scene.database.sql)
  const second = await createBrand(scene.database.sql, accountId)
  const own = await issueKey(scene.database.sql, accountId, { prefix: 'pk_live_', brandId })
  const theirs = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_', brandId: second })
  return { accountId, brandId, second, ofAll: keyId, own, theirs, root: `/console/brands/${brandId}` }
}

const keyIds = (html: string) => [...html.matchAll(/\/keys\/(key_\w+)\/revoke"/g)].map(([, id]) => id)

describe('keys page', () => {
  test('lists only the keys of the brand', async () => {
    const { brandId, root, own } = await account()
    const { browser } = await scene.member(brandId, 'admin')
    expect(keyIds((await browser.open(`${root}/keys`)).html)).toEqual([own.keyId])
  })

  test('shows the platform that a key acts for', async () => {
    const { brandId, root, own } = await account()
    const { browser } = await scene.member(brandId, 'admin')
    expect((await browser.open(`${root}/keys`)).html).not.toContain('Acts for the platform')
    await scene.database.sql`
      update core.api_keys set platform_origin = 'https://<b>.example:8443' where key_id = ${own.keyId}`
    expect((await browser.open(`${root}/keys`)).html).toContain(
      'Acts for the platform <code>https://&lt;b&gt;.example:8443</code>',
    )
  })

  test('lists account-wide keys for an admin of all its brands', async () => {
    const { brandId, second, root, own, ofAll } = await account()
    const admin = await scene.signedIn(await scene.person({ [brandId]: 'owner', [second]: 'admin' }))
    expect(keyIds((await admin.browser.open(`${root}/keys`)).html).toSorted()).toEqual([own.keyId, ofAll].toSorted())
    await scene.join(admin.person.id, second, 'viewer')
    const seen = await admin.browser.open(`${root}/keys`)
    expect(seen.html).toContain('all brands of the account')
  })

  test('shows a viewer the keys without secrets or forms', async () => {
    const { brandId, root, own } = await account()
    const { browser } = await scene.member(brandId, 'viewer')
    const page = await browser.open(`${root}/keys`)
    expect(page.html).toContain(`pk_live_...${own.key.slice(-4)}`)
    expect(page.html).not.toContain(own.key)
    expect(actionsOf(page)).toEqual(['/oauth/sign-out'])
  })

  test('shows whether each key is active or expired', async () => {
    const { accountId, brandId, root } = await account()
    await issueKey(scene.database.sql, accountId, { brandId, expiresAt: '2026-11-20T11:59:59Z' })
    const { browser } = await scene.member(brandId, 'admin')
    const states = [...(await browser.open(`${root}/keys`)).html.matchAll(/class="state (\w+)"/g)].map(
      ([, state]) => state,
    )
    expect(states).toEqual(['active', 'expired'])
  })
})
