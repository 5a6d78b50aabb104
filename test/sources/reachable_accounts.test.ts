import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, connection } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('lists the accounts of a grant to the person who gave the access only', async () => {
  const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
  const [admin, other] = [await asPerson(scene, own.brandId, 'admin'), await asPerson(scene, foreign.brandId, 'admin')]
  const colleague = await asPerson(scene, own.brandId, 'owner')
  const stored = connection()
  await admin.run('sources.store_connection', stored)
  const input = { connection_id: stored.grant.connection_id }
  expect((await admin.run('sources.reachable_accounts', input, 'read')).body).toMatchObject({
    platform: 'meta',
    data: [
      { account_id: '1', unavailable: null, connected: [] },
      { account_id: '2', unavailable: 'closed' },
    ],
  })
  expect((await colleague.run('sources.reachable_accounts', input, 'read')).error?.code).toBe('not_found')
  expect((await colleague.run('sources.choose_accounts', { ...input, account_ids: ['1'] })).error?.code).toBe(
    'not_found',
  )
  expect((await other.run('sources.reachable_accounts', input, 'read')).error?.code).toBe('not_found')
  await Promise.all([admin.stop(), colleague.stop(), other.stop()])
})
