import type { Sql } from 'postgres'
import { compareHistory, historyFault } from '../database/history.ts'
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
].map((name) => `vitrine_${name}`)
const facts = ['facts_daily', 'facts_hourly', 'rollups_daily']

/** The first minor of each major in which no hole in row-level security is known (CVE-2025-8713, CVE-2026-2005, CVE-2026-2006). */
const soundMinors: Record<number, number> = { 15: 16, 16: 12, 17: 8, 18: 2 }

export async function examineMigrations(sql: Sql): Promise<Finding> {
  const [login] = await sql`
    select session_user as name, coalesce(has_schema_privilege(to_regnamespace('supabase_migrations'), 'usage'), true) as may_look`
  if (!login?.may_look) {
    return wrong(
      'migrations',
      `DATABASE_URL names the login ${login?.name}, which may not look at supabase_migrations. Name the role that migrates.`,
    )
  }
  const history = await compareHistory(sql, readMigrations())
  const fault = historyFault(history)
  if (fault) return wrong('migrations', fault)
  if (history.missing.length === 0) return fine('migrations', 'All are applied.')
  const names = history.missing.map((migration) => migration.name)
  return wrong('migrations', `Missing: ${names.join(', ')}. Run npm run vitrine -- migrate.`)
}

/** Whether the database is as migrations left it. */
export async function examineSchema(sql: Sql): Promise<Finding[]> {
  return [
    await version(sql),
    await installedExtensions(sql),
    await clock(sql),
    await rowLevelSecurity(sql),
    await executors(sql),
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

/** Without one of them little else can be asked. */
export async function examineRoles(sql: Sql): Promise<Finding> {
  const absent = await sql`
    select name from unnest(${productRoles}::text[]) as name where not exists (select from pg_roles where rolname = name)`
  if (absent.length > 0) {
    return wrong(
      'roles',
      `Missing: ${absent.map((row) => row.name as string).join(', ')}. Restore roles.sql of the backup, then its dump with its owners (guide "Operate").`,
    )
  }
  const rows = await sql`
    select rolname from pg_roles where rolname = any (${productRoles}) and (rolsuper or rolbypassrls or rolcreaterole)`
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

/** Of every table there is, whoever owns it: a restore without owners leaves them to a superuser, whom no policy binds. */
async function rowLevelSecurity(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select pg_class.oid::regclass::text as name, relowner::regrole::text as owner, relowner = 'vitrine_owner'::regrole as is_owned,
      relrowsecurity and relforcerowsecurity as is_forced
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any (${schemas}) and relkind in ('r', 'p')`
  const named = (isWrong: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isWrong).map((row) => row.name as string)
  const [strange, open] = [named((row) => !row.is_owned), named((row) => !row.is_forced)]
  if (rows.length === 0) return wrong('row-level security', 'There is no table. Run npm run vitrine -- migrate.')
  if (strange.length > 0) {
    return wrong(
      'row-level security',
      `Not owned by vitrine_owner: ${some(strange)}. Restore the backup with its owners, without --no-owner, or run alter table ... owner to vitrine_owner.`,
    )
  }
  if (open.length === 0) return fine('row-level security', `Forced on every one of ${rows.length} tables.`)
  return wrong('row-level security', `Not forced on ${some(open)}. Run alter table ... force row level security.`)
}

/**
 * A security definer function may do what its owner may: the roles that run operations are what policies bind. Those of the schema
 * platform belong to whoever migrates, who alone may look at people.
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
    return fine('executors', `All ${rows.length} functions with rights of their own belong to whom they should.`)
  return wrong(
    'executors',
    `Owned by whom no policy may bind: ${some(names)}. Restore the backup with its owners, without --no-owner, or run ` +
      'alter function ... owner to the role that sql/*/owners.sql names.',
  )
}

function some(names: string[]): string {
  const rest = names.length - 3
  return rest > 0 ? `${names.slice(0, 3).join(', ')} and ${rest} more` : names.join(', ')
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
