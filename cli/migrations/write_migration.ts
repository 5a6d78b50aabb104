import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { flattenedSchema, migrate, readMigrations } from '../database/schema.ts'
import { absentObjects, describeServer, differences } from './compare.ts'
import { deriveStatements } from './derive.ts'
import type { Statement } from './derive.ts'
import { changeFiles, generatedBy, migrationFiles, paths, versionOf } from './released.ts'
import { withScratchServers } from './scratch_servers.ts'
import { existingTables, lockStatement, locksOf } from './table_locks.ts'

const initial = '20261121000000_initial.sql'

/**
 * Writes the generated migration: the whole schema before the first release, afterwards what leads from the released and the
 * hand-written migrations to sql/. It is the last one, because it states the version and records the catalog. Returns its file name,
 * or null if sql/ is as released. Throws an Error that names what sql/changes/ lacks.
 */
export async function writeMigration(root: string): Promise<string | null> {
  const { released, generated, handWritten } = migrationFiles(root)
  const folder = join(root, paths.migrations)
  const newest = released.at(-1)
  if (newest === undefined) {
    writeFileSync(join(folder, initial), flattenedSchema(join(root, 'sql', 'load.sql')))
    return initial
  }
  const last = versionOf(handWritten.at(-1) ?? newest)
  const file = generated.findLast((each) => versionOf(each) > last) ?? `${timeAfter(last)}_unreleased.sql`
  const version = versionOf(file)
  const text = await withScratchServers(async (before, after) => {
    await Promise.all([
      apply(before, folder, [...released, ...handWritten]),
      load(after, withVersion(flattenedSchema(join(root, 'sql', 'load.sql')), version)),
    ])
    return await migrationText(root, before, after, handWritten.length > 0)
  })
  for (const old of generated) rmSync(join(folder, old))
  setVersion(root, text === null ? versionOf(newest) : version)
  if (text === null) return null
  writeFileSync(join(folder, file), text)
  return file
}

/** Applies migrations of a folder, oldest first. */
async function apply(sql: Sql, folder: string, files: string[]): Promise<void> {
  const versions = files.map(versionOf)
  const migrations = readMigrations(folder).filter(({ version }) => versions.includes(version))
  for (const [index, file] of files.entries()) {
    await migrate(sql, { migrations: migrations.slice(0, index + 1) }).catch((error: Error) => {
      throw new Error(`Postgres refused ${file}: ${error.message}. Correct the file.`, { cause: error })
    })
  }
}

async function load(sql: Sql, text: string): Promise<void> {
  await sql.unsafe(text).catch((error: Error) => {
    throw new Error(`Postgres refused sql/load.sql: ${error.message}. Correct sql/.`, { cause: error })
  })
}

/**
 * Returns the text of the migration between two databases. Returns null if they differ in nothing but their version, unless a
 * hand-written migration needs a new version. Applies it to `before`.
 */
async function migrationText(root: string, before: Sql, after: Sql, needsVersion: boolean): Promise<string | null> {
  const wanted = await describeServer(after)
  const changes = changeFiles(root)
    .map((file) => `-- ${paths.changes}/${file}\n${readFileSync(join(root, paths.changes, file), 'utf8').trim()}\n`)
    .join('\n')
  const changed = differences(await describeServer(before), wanted)
  if (!needsVersion && changes === '' && changed.every(isOfVersion)) return null
  const existing = await existingTables(before)
  await before`set check_function_bodies = off`
  const locks = await locksOf(before, asOwner(changes), existing)
  const derived = script(await deriveStatements(before, after))
  try {
    locks.push(...(await locksOf(before, derived, existing)))
  } catch (error) {
    throw new Error(
      incomplete(
        absentObjects(await describeServer(before), wanted).map((line) => `+ ${line}`),
        error,
      ),
      {
        cause: error,
      },
    )
  }
  const left = differences(await describeServer(before), wanted)
  if (left.length > 0) throw new Error(incomplete(left))
  return (
    `${generatedBy} from ${paths.changes}/ and from what changed in sql/ since the last release.\n` +
    `set check_function_bodies = off;\n\n${asOwner(lockStatement(locks) + changes)}${derived}`
  )
}

function asOwner(statements: string): string {
  return statements === '' ? '' : `set role vitrine_owner;\n${statements}reset role;\n\n`
}

/** Whether a difference is only the version of the schema and its fingerprint. */
function isOfVersion(difference: string): boolean {
  return /^. (function \| core\.schema_version\(\)|rows \| core\.catalog) /.test(difference)
}

function script(statements: Statement[]): string {
  const lines: string[] = []
  let role: Statement['role'] = 'login'
  for (const statement of [...statements, { text: 'call core.record_catalog()', role: 'login' } as const]) {
    if (statement.role !== role) lines.push(statement.role === 'login' ? 'reset role;' : 'set role vitrine_owner;')
    role = statement.role
    lines.push(`${statement.text};`)
  }
  return `${lines.join('\n')}\n`
}

function incomplete(lines: string[], error?: unknown): string {
  const shown = lines.map((line) => `  ${line.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  const cause = error instanceof Error ? ` Postgres refused the derived statements: ${error.message}.` : ''
  return (
    `sql/ changed tables, columns, types, roles or rows, which a migration cannot derive.${cause} Write their statements into ` +
    `${paths.changes}/<topic>.sql (see sql/CONVENTIONS.md). These objects are missing (+) or too many (-):\n${shown.join('\n')}`
  )
}

/** Returns the current time as a version, or the version after the given one if that is later. */
function timeAfter(version: string): string {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return String(Math.max(Number(now), Number(version) + 1))
}

/** Replaces the version in the text of `core.schema_version`. */
function withVersion(text: string, version: string): string {
  return text.replace(/(function core\.schema_version\(\).*?select ')\d{14}/s, `$1${version}`)
}

/** Names the newest migration where a database and a release state their version. */
function setVersion(root: string, version: string): void {
  const edit = (path: string, change: (text: string) => string) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (change(text) !== text) writeFileSync(join(root, path), change(text))
  }
  edit('sql/core/schema_version.sql', (text) => withVersion(text, version))
  edit('shared/db/readiness.ts', (text) => text.replace(/(schemaVersion = ')\d{14}/, `$1${version}`))
}
