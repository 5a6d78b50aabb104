import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asRole, connect } from '../../cli/database/connect.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const login = `clockless_${randomUUID().replaceAll('-', '')}`
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  await database.sql.unsafe(`create role ${login} login password 'password'`)
})
afterAll(async () => {
  await database.sql.unsafe(`drop role ${login}`)
  await database.stop()
})

test('VITRINE_NOW with a login that may not set the clock is an error with the statement that helps', async () => {
  const url = asRole(database.adminUrl, login, 'password')
  await expect(connect(url, { now: '2026-01-02T03:04:05Z' })).rejects.toThrow(
    `The login ${login} may not set the clock. Unset VITRINE_NOW, or run: grant vitrine_clock to ${login}.`,
  )
  const sql = await connect(url)
  await sql.end()
})

test('VITRINE_NOW sets the clock of the owner in the role of the worker', async () => {
  const sql = await connect(database.adminUrl, { now: '2026-01-02T03:04:05Z', role: 'vitrine_worker' })
  const [row] = await sql`select current_user as role, platform.now() as now`
  expect(row).toEqual({ role: 'vitrine_worker', now: new Date('2026-01-02T03:04:05Z') })
  await sql.end()
})
