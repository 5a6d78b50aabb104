import type { Sql } from 'postgres'
import { compareHistory, historyError } from '../database/history.ts'
import { readMigrations } from '../database/schema.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const extensions = ['pgcrypto', 'pg_trgm', 'unaccent', 'fuzzystrmatch']
const schemas = [
  'platform',
  'core',
  'analytics',
  'storefront',
  'commerce',
  'connector',
  'oauth',
  'events',
  'webhooks',
  'console',
  'simulate',
]
const productRoles = [
  'owner',
  'gate',
  'oauth',
  'anonymous',
  'key',
  'simulated',
  'person',
  'analyst',
  'clock',
  'functions',
  'worker',
  'backup',
].map((name) => `vitrine_${name}`)
const facts = ['facts_daily', 'facts_hourly', 'facts_daily_versions', 'facts_hourly_versions', 'rollups_daily']

/** The first minor version of each major without known vulnerabilities (CVE-2025-8713, CVE-2026-2005, CVE-2026-2006). */
const safeMinors: Record<number, number> = { 15: 16, 16: 12, 17: 8, 18: 2 }

export async function examineMigrations(sql: Sql): Promise<Finding> {
  const [login] = await sql`
    select session_user as name, coalesce(has_schema_privilege(to_regnamespace('supabase_migrations'), 'usage'), true) as may_read`
  if (!login?.may_read) {
    return wrong(
      'migrations',
      `The login ${login?.name} of DATABASE_URL cannot read supabase_migrations. Use the login that runs migrations.`,
    )
  }
  const history = await compareHistory(sql, readMigrations())
  const error = historyError(history)
  if (error) return wrong('migrations', error)
  if (history.missing.length === 0) return fine('migrations', 'All applied.')
  const names = history.missing.map((migration) => migration.name)
  return wrong('migrations', `Missing: ${names.join(', ')}. Run npm run vitrine -- migrate.`)
}

/** Checks that server, extensions, clock, owners, row-level security, partitions and all other objects are as migrations left them. */
export async function examineSchema(sql: Sql): Promise<Finding[]> {
  return [
    await version(sql),
    await installedExtensions(sql),
    await clock(sql),
    await rowLevelSecurity(sql),
    await executors(sql),
    await catalog(sql),
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
  const safe = safeMinors[major]
  if (safe === undefined || minor >= safe) return fine('version', `${text}.`)
  return wrong(
    'version',
    `${text} has known vulnerabilities in row-level security. Upgrade to ${major}.${safe} or later.`,
  )
}

async function installedExtensions(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select name from unnest(${extensions}::text[]) as name where not exists (select from pg_extension where extname = name)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('extensions', 'All installed.')
  return wrong(
    'extensions',
    `Missing: ${names.join(', ')}. Run ${names.map((name) => `create extension ${name} with schema extensions;`).join(' ')}`,
  )
}

/** Checks that all roles exist without excess rights. The other checks need the roles. */
export async function examineRoles(sql: Sql): Promise<Finding> {
  const absent = await sql`
    select name from unnest(${productRoles}::text[]) as name where not exists (select from pg_roles where rolname = name)`
  if (absent.length > 0) {
    return wrong(
      'roles',
      `Missing: ${absent.map((row) => row.name as string).join(', ')}. Run npm run vitrine -- migrate on a new database and restore a backup into it (guide "Operate").`,
    )
  }
  const rows = await sql`
    select rolname from pg_roles where rolname = any (${productRoles}) and (rolsuper or rolbypassrls or rolcreaterole)`
  const names = rows.map((row) => row.rolname as string)
  if (names.length === 0) return fine('roles', 'No excess rights.')
  return wrong('roles', `Excess rights: ${names.join(', ')}. Run alter role ... nosuperuser nobypassrls nocreaterole.`)
}

/** Checks that no login can set the clock, because an earlier time makes expired keys valid. */
async function clock(sql: Sql): Promise<Finding> {
  const fixed = process.env.VITRINE_NOW
  if (fixed)
    return fine(
      'clock',
      `VITRINE_NOW fixes the time of data at ${fixed}. Limits and timeouts use the time of the database.`,
    )
  const rows = await sql`
    select member::regrole::text as name from pg_auth_members
    where roleid = 'vitrine_clock'::regrole and member in ('vitrine_functions'::regrole, 'vitrine_worker'::regrole)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('clock', 'Uses the time of the database.')
  return wrong('clock', `Can be set by ${names.join(', ')}. Run revoke vitrine_clock from ${names.join(', ')}.`)
}

/** Checks owner and forced row-level security of every table. A restore without owners leaves tables to a superuser, who bypasses policies. */
async function rowLevelSecurity(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select pg_class.oid::regclass::text as name, relowner::regrole::text as owner, relowner = 'vitrine_owner'::regrole as is_owned,
      relrowsecurity and relforcerowsecurity as is_forced
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any (${schemas}) and relkind in ('r', 'p')`
  const named = (isWrong: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isWrong).map((row) => row.name as string)
  const [misowned, unforced] = [named((row) => !row.is_owned), named((row) => !row.is_forced)]
  if (rows.length === 0) return wrong('row-level security', 'There are no tables. Run npm run vitrine -- migrate.')
  if (misowned.length > 0) {
    return wrong(
      'row-level security',
      `Not owned by vitrine_owner: ${some(misowned)}. Restore a backup with npm run vitrine -- restore, or run alter table ... owner to vitrine_owner.`,
    )
  }
  if (unforced.length === 0) return fine('row-level security', `Forced on all ${rows.length} tables.`)
  return wrong('row-level security', `Not forced on ${some(unforced)}. Run alter table ... force row level security.`)
}

/**
 * Checks the owners of security definer functions, which run with the rights of their owner: policies apply to the executor
 * roles only. Functions of the schema `platform` belong to the migrating role, because only it can read people.
 */
async function executors(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select pg_proc.oid::regprocedure::text as name, proowner::regrole::text as owner,
      case when proname like 'run\\_as\\_%' then 'vitrine_' || substr(proname, 8) end as runner
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = any (${schemas}) and nspname <> 'platform' and prosecdef`
  const isWrong = ({ owner, runner }: (typeof rows)[number]) =>
    runner ? owner !== runner : !productRoles.includes(owner)
  const names = rows.filter(isWrong).map(({ name, owner }) => `${name} (${owner})`)
  if (names.length === 0)
    return fine('executors', `All ${rows.length} security definer functions have the expected owner.`)
  return wrong(
    'executors',
    `Security definer functions with an unexpected owner: ${some(names)}. Restore a backup with npm run vitrine -- restore, or run ` +
      'alter function ... owner to the role in sql/*/owners.sql.',
  )
}

/** Compares functions, indexes, policies and other objects with what the last migration recorded. */
async function catalog(sql: Sql): Promise<Finding> {
  const rows = await sql<{ object: string; change: string }[]>`select object, change from core.changed_objects()`
  if (rows.length === 0) return fine('catalog', 'As the last migration left it.')
  const changes = ['missing', 'changed', 'added'].flatMap((change) => {
    const objects = rows.filter((row) => row.change === change).map(({ object }) => object)
    return objects.length > 0 ? [`${change}: ${some(objects)}`] : []
  })
  return wrong(
    'catalog',
    `Differs from the last migration: ${changes.join('; ')}. Create missing and changed objects again with their statements in supabase/migrations, ` +
      'and drop added ones.',
  )
}

function some(names: string[]): string {
  const rest = names.length - 3
  return rest > 0 ? `${names.slice(0, 3).join(', ')} and ${rest} more` : names.join(', ')
}

/** Checks the partitions of this month and the next. An import creates a missing partition, but waits for readers. */
async function partitions(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select format('analytics.%s_%s', fact, to_char(platform.now() + ahead * interval '1 month', 'YYYY_MM')) as name
    from unnest(${facts}::text[]) as fact, generate_series(0, 1) as ahead
    where to_regclass(format('analytics.%s_%s', fact, to_char(platform.now() + ahead * interval '1 month', 'YYYY_MM'))) is null`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('partitions', 'This month and the next exist.')
  return wrong(
    'partitions',
    `Missing: ${names.join(', ')}. Run npm run vitrine -- worker --once maintain_partitions, and make sure that the worker runs.`,
  )
}
