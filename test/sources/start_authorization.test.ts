import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, authorization } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('records an authorization of an admin, and refuses a viewer', async () => {
  const { brandId } = await createTenant(scene.database.sql)
  const [admin, viewer] = [await asPerson(scene, brandId, 'admin'), await asPerson(scene, brandId, 'viewer')]
  const input = authorization()
  expect(await admin.run('sources.start_authorization', input)).toMatchObject({ body: { platform: 'meta' } })
  expect((await viewer.run('sources.start_authorization', authorization())).error?.code).toBe('forbidden')
  const rows = await scene.database
    .sql`select encode(state_hash, 'hex') as hash from sources.authorizations where brand_id = ${brandId}`
  expect(rows.map(({ hash }) => hash as string)).toEqual([input.state_hash])
  await Promise.all([admin.stop(), viewer.stop()])
})
