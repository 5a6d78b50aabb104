import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { attentionReasons } from '../../shared/sources/attention.ts'
import { startApi } from '../support/api.ts'
import type { Api } from '../support/api.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

let database: TestDatabase
let api: Api
let sql: Database

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  api = await startApi(database)
  sql = workerPool(database)
})
afterAll(async () => {
  await sql.end()
  await api.stop()
  await database.stop()
})

async function list(key: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${api.url}/v1/sources`, { headers: { Authorization: `Bearer ${key}` } })
  return ((await response.json()) as { data: Record<string, unknown>[] }).data
}

test('lists the sources of the brand of the key only, with progress and without tokens', async () => {
  const [own, foreign] = [await createTenant(database.sql), await createTenant(database.sql)]
  const source = await connectAccount(sql, own.brandId, { grant: { accessToken: 'secret-token' } })
  expect(await list(own.key)).toMatchObject([{ id: source.source_id, status: 'syncing', progress: 0, attention: null }])
  expect(await list(foreign.key)).toEqual([])
  await sync(sql, source, scriptedOptions(new ScriptedPlatform()))
  const shown = await list(own.key)
  expect(shown).toMatchObject([
    { status: 'connected', progress: null, data_through: '2026-11-20', restatement_days: 28 },
  ])
  const [stored] = await database.sql`
    select split_part(sealed, '.', 2) as ciphertext from sources.connections where connection_id = ${source.connectionId}`
  expect(stored?.ciphertext).toMatch(/^.{40,}$/)
  for (const secret of ['secret-token', stored?.ciphertext]) expect(JSON.stringify(shown)).not.toContain(secret)
})

test('needs a new access exactly if its sentence says so', async () => {
  const tenant = await createTenant(database.sql)
  const { source_id } = await connectAccount(sql, tenant.brandId)
  for (const reason of attentionReasons) {
    const attention = { reason, values: {} }
    await database.sql`
      update sources.sources set status = 'needs_attention', attention = ${database.sql.json(attention)}, attention_since = platform.clock()
      where source_id = ${source_id}`
    const [shown] = await list(tenant.key)
    const asksForAccess = /reconnect|connect .* again/i.test(shown?.attention as string)
    expect([reason, shown?.needs === 'reconnect']).toEqual([reason, asksForAccess])
  }
})

test('says in a sentence what a person must do', async () => {
  const tenant = await createTenant(database.sql)
  const source = await connectAccount(sql, tenant.brandId)
  await sync(sql, source, scriptedOptions(new ScriptedPlatform(), { settings: () => null }))
  expect(await list(tenant.key)).toMatchObject([
    {
      status: 'needs_attention',
      attention: 'Meta Ads is not set up. Ask the operator of the installation to register Vitrine at the platform.',
      needs: 'sync',
    },
  ])
})
