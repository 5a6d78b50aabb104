import { Command } from 'commander'
import type { Sql } from 'postgres'
import { findBinaries } from '../postgres.ts'
import { requireDeno } from '../process.ts'
import { missingMigrations } from '../schema.ts'
import { onDatabase } from './database.ts'
import { printRows } from './print.ts'

interface Finding {
  check: string
  is_fine: boolean
  finding: string
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look for what keeps Vitrine from running well, and say how to mend it')
    .action(async (_options: unknown, command: Command) => {
      const findings = [
        nodeVersion(),
        await binaries('deno', requireDeno),
        await binaries('postgres', findBinaries),
        ...(await database()),
      ]
      printRows(command, findings, '')
      if (findings.some((finding) => !finding.is_fine)) process.exitCode = 1
    })
}

function fine(check: string, finding: string): Finding {
  return { check, is_fine: true, finding }
}

function wrong(check: string, finding: string): Finding {
  return { check, is_fine: false, finding }
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const text = `Node ${process.versions.node}`
  if (major > 22 || (major === 22 && minor >= 18)) return fine('node', `${text}.`)
  return wrong('node', `${text} cannot run TypeScript. Use npm run, which brings its own, or install Node 24.`)
}

async function binaries(check: string, require: () => unknown): Promise<Finding> {
  try {
    await require()
    return fine(check, 'Installed.')
  } catch (error) {
    return wrong(check, (error as Error).message)
  }
}

async function database(): Promise<Finding[]> {
  try {
    return await onDatabase(async (sql) => {
      const findings = [fine('database', 'It answers.'), await migrations(sql)]
      return findings.every((finding) => finding.is_fine)
        ? [...findings, await roles(sql), await rowLevelSecurity(sql)]
        : findings
    })
  } catch (error) {
    return [wrong('database', (error as Error).message)]
  }
}

async function migrations(sql: Sql): Promise<Finding> {
  const missing = (await missingMigrations(sql)).map((migration) => migration.name)
  if (missing.length === 0) return fine('migrations', 'All are applied.')
  return wrong('migrations', `Missing: ${missing.join(', ')}. Run npm run vitrine -- migrate.`)
}

async function roles(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select rolname from pg_roles where rolname like 'vitrine\\_%' and (rolsuper or rolbypassrls or rolcreaterole)`
  const names = rows.map((row) => row.rolname as string)
  if (names.length === 0) return fine('roles', 'None has more rights than it needs.')
  return wrong('roles', `Too powerful: ${names.join(', ')}. Run alter role ... nosuperuser nobypassrls nocreaterole.`)
}

async function rowLevelSecurity(sql: Sql): Promise<Finding> {
  const rows = await sql`
    select oid::regclass::text as name from pg_class
    where relowner = 'vitrine_owner'::regrole and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`
  const names = rows.map((row) => row.name as string)
  if (names.length === 0) return fine('row-level security', 'Forced on every table.')
  return wrong('row-level security', `Not forced on ${names.join(', ')}. Run alter table ... force row level security.`)
}
