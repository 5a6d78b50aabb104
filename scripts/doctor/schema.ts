import type { Sql } from 'postgres'
import { missingMigrations } from '../schema.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const extensions = ['pgcrypto', 'pg_trgm', 'unaccent', 'fuzzystrmatch']
const facts = ['facts_daily', 'facts_hourly', 'rollups_daily']

/** The first minor of each major in which no hole in row-level security is known (CVE-2025-8713, CVE-2026-2005, CVE-2026-2006). */
const soundMinors: Record<number, number> = { 15: 16, 16: 12, 17: 8, 18: 2 }

export async function examineMigrations(sql: Sql): Promise<Finding> {
  const missing = (await missingMigrations(sql)).map((migration) => migration.name)
  if (missing.length === 0) return fine('migrations', 'All are applied.')
  return wrong('migrations', `Missing: ${missing.join(', ')}. Run npm run vitrine -- migrate.`)
}

/** Whether the database is as migrations left it. */
export async function examineSchema(sql: Sql): Promise<Finding[]> {
  return [
    await version(sql),
    await installedExtensions(sql),
    await roles(sql),
    await clock(sql),
    await rowLevelSecurity(sql),
    await partitions(sql),
  ]
}

async function version(sql: Sql): Promise<Finding> {
  const [row] = await sql`select current_setting('server_version_num')::integer as number`
  return judgeVersion(row?.number as number)
}

export function judgeVersion(number: number): Finding {
  const [major, minor] = [Math.floor(number / 10_000), number % 10_000]
  const text = `Postgres ${major}.${minor}`
  if (major < 15) return wrong('version', `${text} is too old. Upgrade to 17.`)
  const sound = soundMinors[major]
  if (sound === undefined || minor >= sound) return fine('version', `${text}.`)
  return wrong('version', `${text} has known holes in row-level security. Upgrade to ${major}.${sound} or later.`)
}

async function installedExtensions(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select name from unnest(${extensions}::text[]) as name where not exists (select from pg_extension where extname = name)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('extensions', 'All are installed.')
  return wrong(
    'extensions',
    `Missing: ${names.join(', ')}. Run ${names.map((name) => `create extension ${name} with schema extensions;`).join(' ')}`,
  )
}

async function roles(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select rolname from pg_roles where rolname like 'vitrine\\_%' and (rolsuper or rolbypassrls or rolcreaterole)`
  const names = rows.map((row) => row.rolname as string)
  if (names.length === 0) return fine('roles', 'None has more rights than it needs.')
  return wrong('roles', `Too powerful: ${names.join(', ')}. Run alter role ... nosuperuser nobypassrls nocreaterole.`)
}

/** Whoever may fix the clock may make an expired key valid. */
async function clock(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select member::regrole::text as name from pg_auth_members
    where roleid = 'vitrine_clock'::regrole and member in ('vitrine_functions'::regrole, 'vitrine_worker'::regrole)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0 || process.env.VITRINE_NOW) return fine('clock', 'It is the database’s.')
  return wrong('clock', `It can be fixed by ${names.join(', ')}. Run revoke vitrine_clock from ${names.join(', ')}.`)
}

async function rowLevelSecurity(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select oid::regclass::text as name from pg_class
    where relowner = 'vitrine_owner'::regrole and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('row-level security', 'Forced on every table.')
  return wrong('row-level security', `Not forced on ${names.join(', ')}. Run alter table ... force row level security.`)
}

/** Of this month and the next: an import of a day without a partition makes it, but waits for whoever reads. */
async function partitions(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select format('analytics.%s_%s', fact, to_char(platform.now() + ahead * interval '1 month', 'YYYY_MM')) as name
    from unnest(${facts}::text[]) as fact, generate_series(0, 1) as ahead
    where to_regclass(format('analytics.%s_%s', fact, to_char(platform.now() + ahead * interval '1 month', 'YYYY_MM'))) is null`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('partitions', 'Made ahead.')
  return wrong(
    'partitions',
    `Missing: ${names.join(', ')}. Run npm run vitrine -- worker --once maintain_partitions, and see that the worker runs.`,
  )
}
