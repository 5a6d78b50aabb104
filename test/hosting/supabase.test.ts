import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole } from '../../cli/database/connect.ts'
import { freePort, startPostgres } from '../../cli/installation/postgres.ts'
import { flattenedSchema, migrate } from '../../cli/database/schema.ts'
import { describeDatabase } from '../../cli/migrations/describe_database.ts'
import { copyProject, hasSupabase, push } from '../support/supabase.ts'
import { commandLine } from '../support/vitrine.ts'

/** Roles belong to a whole server, and these are created by a role that is no superuser. The tests use their own server. */
let server: Awaited<ReturnType<typeof startPostgres>>
let folder: string
const project = copyProject()
const opened: Sql[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-hosted-'))
  const options = { directory: join(folder, 'data'), port: await freePort(), password: 'postgres' }
  server = await startPostgres({ ...options, settings: ['fsync=off'] })
})
afterAll(async () => {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
  await server.stop()
  for (const path of [folder, project.folder]) rmSync(path, { recursive: true, force: true })
})

async function createDatabase(): Promise<{ url: string; sql: Sql }> {
  const name = `hosted_${randomUUID().replaceAll('-', '')}`
  const admin = postgres(`${server.url}/postgres`, { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = `${server.url}/${name}`
  return { url, sql: open(url) }
}

function open(url: string): Sql {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  opened.push(sql)
  return sql
}

async function versions(sql: Sql): Promise<string[]> {
  const rows = await sql`select version from supabase_migrations.schema_migrations order by version`
  return rows.map((row) => row.version as string)
}

describe.skipIf(!hasSupabase)('supabase db push', () => {
  test('migrates as the owner without superuser rights, beside the people of the platform', async () => {
    const { url, sql } = await createDatabase()
    await sql.unsafe(readFileSync(join(import.meta.dirname, 'fixtures', 'hosted_platform.sql'), 'utf8'))
    await sql.unsafe(`alter database ${sql.options.database} owner to hosted_owner`)
    expect(push(project.folder, asRole(url, 'hosted_owner', 'hosted'))).toMatchObject({ isDone: true })

    const [person, session] = [randomUUID(), randomUUID()]
    await sql`insert into auth.users (id, email, encrypted_password) values (${person}, 'ada@example.com', 'x')`
    await sql`insert into auth.sessions (id, user_id) values (${session}, ${person})`
    await sql`alter role vitrine_functions password 'functions'`
    const functions = open(asRole(url, 'vitrine_functions', 'functions'))
    const enter = async (id: string) => {
      const hash = randomBytes(32)
      const [row] = await functions`
        select oauth.enter_hosted_session(${id}, ${hash}, ${randomBytes(32)}, null, '127.0.0.1') as outcome`
      const who = () => functions`select oauth.grants(${hash}) ->> 'person' as email`.then(([found]) => found?.email)
      return { outcome: row?.outcome as string, who }
    }
    expect((await enter(randomUUID())).outcome).toBe('wrong')
    const first = await enter(session)
    expect([first.outcome, await first.who()]).toEqual(['signed_in', 'ada@example.com'])
    await expect(functions`select email from auth.users`).rejects.toThrow('permission denied')

    await sql`update auth.users set encrypted_password = 'y' where id = ${person}`
    await expect(first.who()).rejects.toThrow('sign in to see apps')
    const second = await enter(session)
    expect(await second.who()).toBe('ada@example.com')

    const [account] = await sql`select core.create_account('Hosted', 'TRIAL') as id`
    await sql`select core.create_brand(${account?.id as string}, 'harbour', 'Harbour', 'EUR', 'UTC')`
    const owner = open(asRole(url, 'hosted_owner', 'hosted'))
    await expect(owner`select core.create_person('b@example.com', 'a long password', 'B')`).rejects.toThrow(
      'People are managed by the platform',
    )
    await expect(owner`select core.set_password(${person}, 'a long password')`).rejects.toThrow(
      'People are managed by the platform',
    )
    await expect(owner`select core.find_person('b@example.com')`).rejects.toThrow('names no person')
    const { vitrine } = commandLine(() => ({ adminUrl: asRole(url, 'hosted_owner', 'hosted') }))
    const args = ['people', 'add', 'Ada@example.com', '--brand', 'harbour', '--role', 'owner']
    expect(await vitrine(args)).toMatchObject({ code: 0, stderr: '' })
    expect(await owner`select email, slug, role from core.list_people()`).toEqual([
      { email: 'ada@example.com', slug: 'harbour', role: 'owner' },
    ])
    expect(await second.who()).toBe('ada@example.com')

    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${person}`
    await expect(second.who()).rejects.toThrow('sign in to see apps')
    expect((await enter(session)).outcome).toBe('wrong')
    await sql`update auth.users set banned_until = null where id = ${person}`
    expect(await (await enter(session)).who()).toBe('ada@example.com')

    await sql`delete from auth.users where id = ${person}`
    await expect(second.who()).rejects.toThrow('sign in to see apps')
  })

  test('creates the same schema as sql/load.sql, which vitrine migrate reports as up to date', async () => {
    const [pushed, loaded] = [await createDatabase(), await createDatabase()]
    expect(push(project.folder, pushed.url)).toMatchObject({ isDone: true })
    await loaded.sql.unsafe(flattenedSchema())
    expect(await describeDatabase(pushed.sql)).toEqual(await describeDatabase(loaded.sql))
    expect(await migrate(pushed.sql)).toEqual([])
  })

  test('applies new migrations once and in order, and rolls back one that fails', async () => {
    const { url, sql } = await createDatabase()
    await migrate(sql)
    const known = await versions(sql)
    const next = copyProject()
    try {
      next.addMigration('29990102000000_second', 'insert into public.visitors values (2);')
      next.addMigration('29990101000000_first', 'create table public.visitors (position integer);')
      expect(push(next.folder, url).isDone).toBe(true)
      expect(push(next.folder, url).isDone).toBe(true)
      expect(await sql`select position from public.visitors`).toEqual([{ position: 2 }])

      next.addMigration('29990103000000_broken', 'insert into public.visitors values (3); select 1 / 0;')
      next.addMigration('29990104000000_after', 'insert into public.visitors values (4);')
      const refused = push(next.folder, url)
      expect([refused.isDone, refused.output]).toEqual([false, expect.stringContaining('division by zero')])
      expect(await sql`select position from public.visitors`).toEqual([{ position: 2 }])
      expect(await versions(sql)).toEqual([...known, '29990101000000', '29990102000000'])
    } finally {
      rmSync(next.folder, { recursive: true, force: true })
    }
  })
})
