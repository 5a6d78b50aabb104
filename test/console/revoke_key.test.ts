import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrand, createTenant, issueKey } from '../support/factories.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import type { Member } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

async function revoke({ browser }: Member, brandId: string, keyId: string) {
  const root = `/console/brands/${brandId}/keys`
  return await browser.post(`${root}/${keyId}/revoke`, ownForm(await browser.open(root)))
}

const statusOf = async (key: string) =>
  (await scene.api.http.get('/v1/brands').set('Authorization', `Bearer ${key}`)).status

describe('POST /console/brands/{brand_id}/keys/{key_id}/revoke', () => {
  test('revokes a key immediately, and returns 404 for a second request', async () => {
    const { accountId, brandId } = await createTenant(scene.database.sql)
    const { key, keyId } = await issueKey(scene.database.sql, accountId, { brandId })
    const admin = await scene.member(brandId, 'admin')
    expect(await statusOf(key)).toBe(200)
    expect((await revoke(admin, brandId, keyId)).html).toContain('The key is revoked')
    expect(await statusOf(key)).toBe(401)
    expect((await revoke(admin, brandId, keyId)).status).toBe(404)
  })

  test('returns 404 for a key of another brand of the same account', async () => {
    const { accountId, brandId } = await createTenant(scene.database.sql)
    const second = await createBrand(scene.database.sql, accountId)
    const { key, keyId } = await issueKey(scene.database.sql, accountId, { brandId: second })
    const owner = await scene.signedIn(await scene.person({ [brandId]: 'owner', [second]: 'owner' }))
    expect((await revoke(owner, brandId, keyId)).status).toBe(404)
    expect(await statusOf(key)).toBe(200)
  })

  test('revokes an account-wide key only for an admin of all its brands', async () => {
    const { accountId, brandId, key, keyId } = await createTenant(scene.database.sql)
    const second = await createBrand(scene.database.sql, accountId)
    const owner = await scene.signedIn(await scene.person({ [brandId]: 'owner', [second]: 'viewer' }))
    expect((await revoke(owner, brandId, keyId)).status).toBe(404)
    expect(await statusOf(key)).toBe(200)
    await scene.join(owner.person.id, second, 'admin')
    expect((await revoke(owner, brandId, keyId)).status).toBe(200)
    expect(await statusOf(key)).toBe(401)
  })
})
