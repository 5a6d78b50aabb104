import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, authorization } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('takes an authorization once, by the same session, within ten minutes', async () => {
  const { brandId } = await createTenant(scene.database.sql)
  const admin = await asPerson(scene, brandId, 'admin')
  const take = async (state_hash: string, bound_to: string) =>
    await admin.run('sources.take_authorization', { state_hash, bound_to })
  const begin = async () => {
    const input = authorization()
    await admin.run('sources.start_authorization', input)
    return input
  }
  const foreign = await begin()
  expect((await take(foreign.state_hash, authorization().bound_to)).error?.message).toContain('was not started here')
  const own = await begin()
  expect((await take(own.state_hash, own.bound_to)).body).toMatchObject({ sealed_verifier: 'sealed' })
  expect((await take(own.state_hash, own.bound_to)).error?.code).toBe('invalid_request')
  const late = await begin()
  await scene.database.sql`update sources.authorizations set expires_at = platform.clock() where brand_id = ${brandId}`
  expect((await take(late.state_hash, late.bound_to)).error?.code).toBe('invalid_request')
  await admin.stop()
})

test('does not take an authorization of another brand', async () => {
  const [one, two] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
  const [admin, other] = [await asPerson(scene, one.brandId, 'admin'), await asPerson(scene, two.brandId, 'admin')]
  const input = authorization()
  await admin.run('sources.start_authorization', input)
  const { state_hash, bound_to } = input
  expect((await other.run('sources.take_authorization', { state_hash, bound_to })).error?.code).toBe('invalid_request')
  await Promise.all([admin.stop(), other.stop()])
})
