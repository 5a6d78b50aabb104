import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../cli/database/schema.ts'
import { freePort, startPostgres } from '../../../cli/installation/postgres.ts'
import { hasSupabase, supabase, supabaseVersion } from '../../support/supabase.ts'
import { judge } from '../judge.ts'

interface Finding {
  name: string
  level: 'ERROR' | 'WARN' | 'INFO'
  detail: string
  metadata: { schema: string; name: string; fkey_name?: string }
}

let server: Awaited<ReturnType<typeof startPostgres>>
let findings: Finding[]
let folder: string
/** Functions that run with the rights of their owner. */
let definers: Set<string>
/** Foreign keys to tables of constants, whose rows are deleted by migrations only. */
let constantKeys: Set<string>

const missing = hasSupabase ? null : 'the command line of Supabase is not installed (npm install --global supabase)'

judge(
  { judge: 'Supabase advisors (splinter)', version: supabaseVersion, checks: 'schema, all levels', missing },
  () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vitrine-advisors-'))
      const port = await freePort()
      // The command line signs in to a local server with this password.
      server = await startPostgres({
        directory: join(folder, 'data'),
        port,
        password: 'postgres',
        settings: ['fsync=off'],
      })
      const sql = postgres(`${server.url}/postgres`, { max: 1, onnotice: () => undefined })
      // Roles and schemas of the platform that the rules name.
      await sql.unsafe(
        'create role anon; create role authenticated; create role service_role; create schema extensions',
      )
      await migrate(sql)
      const functions = await sql<{ name: string }[]>`
      select distinct pronamespace::regnamespace || '.' || proname as name from pg_proc where prosecdef`
      definers = new Set(functions.map(({ name }) => name))
      const keys = await sql<{ name: string }[]>`
      select connamespace::regnamespace || '.' || conname as name from pg_constraint
      where contype = 'f' and not exists (
        select from pg_attribute where attrelid = confrelid and attname in ('account_id', 'brand_id', 'person_id')
      )`
      constantKeys = new Set(keys.map(({ name }) => name))
      await sql.end()
      mkdirSync(join(folder, 'supabase'))
      writeFileSync(join(folder, 'supabase', 'config.toml'), `project_id = "vitrine"\n[db]\nport = ${port}\n`)
      const done = supabase(['db', 'advisors', '--workdir', folder, '--level', 'info', '--output-format', 'json'])
      if (!done.isDone) throw new Error(done.output + done.errors)
      findings = (JSON.parse(done.output) as { results: Finding[] }).results
    }, 120_000)
    afterAll(async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    })

    const of = (name: string) => findings.filter((finding) => finding.name === name)
    const details = (found: Finding[]) => found.map(({ detail }) => detail)

    test('report no error', () => {
      expect(details(findings.filter(({ level }) => level === 'ERROR'))).toEqual([])
    })

    test('report only rules that are answered here', () => {
      // No index is used before there are data. One row of `unused_index` for each of them is expected.
      const answered = [
        'function_search_path_mutable',
        'multiple_permissive_policies',
        'unindexed_foreign_keys',
        'unused_index',
      ]
      expect([...new Set(findings.map(({ name }) => name))].toSorted()).toEqual(answered)
    })

    test('report no changeable search path of a function with the rights of its owner', () => {
      // The other functions name every object with its schema (`test/rules`), and stay inlinable without a setting.
      const reported = of('function_search_path_mutable').map(({ metadata }) => `${metadata.schema}.${metadata.name}`)
      expect(reported.filter((name) => definers.has(name))).toEqual([])
    })

    test('report two policies for one role only on tables that every role reads', () => {
      const wrong = of('multiple_permissive_policies').filter(
        ({ detail }) => !/for action `SELECT`.*\{every_role,/.test(detail),
      )
      expect(details(wrong)).toEqual([])
    })

    test('report a foreign key without an index only to constants and to entities', () => {
      // Entities are deleted with their brand or by an undone import, and these tables are read by brand.
      const toEntities = /^analytics\.(anomalies|anomaly_thresholds|coverage|entities|mixed_reports)_\w+_fkey$/
      const wrong = of('unindexed_foreign_keys').filter(({ metadata: { schema, fkey_name } }) => {
        const key = `${schema}.${fkey_name}`
        return !constantKeys.has(key) && !toEntities.test(key)
      })
      expect(details(wrong)).toEqual([])
    })
  },
)
