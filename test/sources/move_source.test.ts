import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'
import { createTenant } from '../support/factories.ts'
import { asPerson, connectAccount, workerPool } from '../support/sources.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

test('pauses, resumes and disconnects a source, and refuses a viewer', async () => {
  const { brandId } = await createTenant(scene.database.sql)
  const [admin, viewer] = [await asPerson(scene, brandId, 'admin'), await asPerson(scene, brandId, 'viewer')]
  const worker = workerPool(scene.database)
  const { source_id } = await connectAccount(worker, brandId)
  const move = async (action: string, who = admin) =>
    await who.run('sources.move_source', { source_id, action, delete_data: false })
  const isDue = async () => (await worker`select from sources.due_sources(${brandId})`).length === 1
  expect((await move('pause', viewer)).error?.code).toBe('forbidden')
  expect((await move('pause')).body).toMatchObject({ status: 'paused' })
  expect(await isDue()).toBe(false)
  expect((await move('resume')).body).toMatchObject({ status: 'syncing' })
  expect(await isDue()).toBe(true)
  expect((await move('explode')).error?.code).toBe('invalid_request')
  expect((await move('disconnect')).body).toMatchObject({ status: 'disconnected' })
  expect(await isDue()).toBe(false)
  expect((await move('resume')).error?.message).toContain('is disconnected')
  expect(await worker`select * from sources.connections_to_revoke()`).toHaveLength(1)
  await Promise.all([admin.stop(), viewer.stop(), worker.end()])
})

test('returns not_found for a source of another brand', async () => {
  const [own, foreign] = [await createTenant(scene.database.sql), await createTenant(scene.database.sql)]
  const other = await asPerson(scene, foreign.brandId, 'owner')
  const worker = workerPool(scene.database)
  const { source_id } = await connectAccount(worker, own.brandId)
  const input = { source_id, action: 'disconnect', delete_data: true }
  expect((await other.run('sources.move_source', input)).error?.code).toBe('not_found')
  await Promise.all([other.stop(), worker.end()])
})
