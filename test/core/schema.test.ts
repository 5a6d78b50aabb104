import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { compareHistory } from '../../cli/database/history.ts'
import { flattenedSchema, migrate, readMigrations } from '../../cli/database/schema.ts'
import { differences } from '../../cli/migrations/compare.ts'
import { describeDatabase } from '../../cli/migrations/describe_database.ts'

let server: Sql
let migrated: Sql
let loaded: Sql

beforeAll(async () => {
  server = postgres(`${inject('postgres').url}/postgres`, { max: 1, onnotice: () => undefined })
  migrated = await createEmptyDatabase()
  await migrate(migrated)
  loaded = await createEmptyDatabase()
  await loaded.unsafe(flattenedSchema())
})

afterAll(async () => {
  for (const sql of [migrated, loaded]) {
    await sql.end()
    await server.unsafe(`drop database ${sql.options.database}`)
  }
  await server.end()
})

async function createEmptyDatabase(): Promise<Sql> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await server.unsafe(`create database ${name}`)
  return postgres(`${inject('postgres').url}/${name}`, { max: 1, onnotice: () => undefined })
}

describe('the two ways to create a database', () => {
  test('sql/load.sql and supabase/migrations create the same schema (node cli/generate/migration.ts writes the migration)', async () => {
    const [fromMigrations, fromLoad] = [await describeDatabase(migrated), await describeDatabase(loaded)]
    expect(differences(fromMigrations, fromLoad)).toEqual([])
    expect(fromLoad.length).toBeGreaterThan(300)
  })

  test('the comparison detects a lost policy, a changed default and a new grant', async () => {
    const before = await describeDatabase(loaded)
    await loaded.unsafe(`
      drop policy key on analytics.entities;
      alter table core.brands alter column timezone set default 'Europe/Rome';
      grant select on core.plans to vitrine_worker;`)
    const after = await describeDatabase(loaded)
    const kinds = before.filter((line) => !after.includes(line)).map((line) => line.split(' | ')[0])
    expect(kinds).toEqual(['column', 'policy', 'relation'])
  })
})

describe('migrate', () => {
  test('changes nothing in an up-to-date database', async () => {
    expect(await compareHistory(migrated, readMigrations())).toEqual({ missing: [], unknown: [], changed: [] })
    expect(await migrate(migrated)).toEqual([])
  })
})
