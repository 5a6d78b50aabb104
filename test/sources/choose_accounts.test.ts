import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, connection } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('connects chosen accounts, and refuses unknown, closed and foreign ones', async () => {
  const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
  const [admin, other] = [await asPerson(scene, own.brandId, 'admin'), await asPerson(scene, foreign.brandId, 'admin')]
  const stored = connection()
  await admin.run('sources.store_connection', stored)
  const choose = async (who: typeof admin, ...account_ids: string[]) =>
    await who.run('sources.choose_accounts', { connection_id: stored.grant.connection_id, account_ids })
  expect((await choose(admin, '3')).error?.message).toContain('does not reach 3')
  expect((await choose(admin, '2')).error?.message).toContain('does not give data of 2')
  expect((await choose(other, '1')).error?.code).toBe('not_found')
  const id = (await choose(admin, '1')).body?.data
  expect(id).toMatchObject([{ account_id: '1', name: 'One' }])
  expect((await choose(admin, '1')).body?.data).toEqual(id)
  await Promise.all([admin.stop(), other.stop()])
})
