import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedGrant } from '../../shared/operations/sources/store_connection.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, connection } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('stores a grant that no person reads again', async () => {
  const { brandId, accountId } = await createTenant(scene.database.sql)
  const [admin, viewer] = [await asPerson(scene, brandId, 'admin'), await asPerson(scene, brandId, 'viewer')]
  const stored = connection()
  expect((await admin.run('sources.store_connection', stored)).body).toEqual({
    connection_id: stored.grant.connection_id,
  })
  expect((await viewer.run('sources.store_connection', connection())).error?.code).toBe('forbidden')
  const [row] = await scene.database.sql`
    select account_id, has_column_privilege('vitrine_person', 'sources.connections', 'sealed', 'select') as is_readable,
      has_table_privilege('vitrine_functions', 'sources.connections', 'select') as is_open
    from sources.connections where connection_id = ${stored.grant.connection_id}`
  expect(row).toEqual({ account_id: accountId, is_readable: false, is_open: false })
  await Promise.all([admin.stop(), viewer.stop()])
})

test('accepts all that an authorization stores: its registration ends the access when a person removes it', () => {
  const grant = { ...connection().grant, client_id: 'app', state_hash: 'a'.repeat(64), subject: 'person', shop: 'acme' }
  expect(sealedGrant.parse(grant)).toEqual(grant)
})
