import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Where migrations and their sources are, below the root of the project. */
export const paths = {
  migrations: 'supabase/migrations',
  /** One line `<sha256>  <file>` for each released migration, as `sha256sum --check` reads it. */
  released: 'supabase/released_migrations',
  changes: 'sql/changes',
}

/** How the head line of a generated migration begins. A file without it was written by hand and is never replaced. */
export const generatedBy = '-- Written by cli/generate/migration.ts'

/** File names of migrations, each list oldest first. */
export interface MigrationFiles {
  released: string[]
  /** Migrations that no release contains yet: the generated and the hand-written ones. */
  unreleased: string[]
  generated: string[]
  handWritten: string[]
}

/**
 * Returns the migration files. Throws if a released one was changed or removed, or if an unreleased one has no time or is not later
 * than the released ones.
 */
export function migrationFiles(folder = root): MigrationFiles {
  const files = readdirSync(join(folder, paths.migrations))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  const list = existsSync(join(folder, paths.released)) ? readFileSync(join(folder, paths.released), 'utf8') : ''
  const released = list
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('  ') as [string, string])
  for (const [checksum, file] of released) {
    if (!files.includes(file)) throw new Error(`The released migration ${file} is missing. Restore it.`)
    if (checksumOf(join(folder, paths.migrations, file)) !== checksum)
      throw new Error(`The released migration ${file} was changed. Restore it, and change sql/ instead.`)
  }
  const names = released.map(([, file]) => file)
  const unreleased = files.filter((file) => !names.includes(file))
  const newest = names.at(-1)
  for (const file of unreleased) {
    if (!/^\d{14}_/.test(file)) throw new Error(`${file} must be named <time>_<name>.sql, with a time of 14 digits.`)
    if (newest !== undefined && versionOf(file) <= versionOf(newest))
      throw new Error(
        `${file} is not later than the released migration ${newest}. Rename it with a later time, and run npm run generate.`,
      )
  }
  const isGenerated = (file: string) =>
    readFileSync(join(folder, paths.migrations, file), 'utf8').startsWith(generatedBy)
  return {
    released: names,
    unreleased,
    generated: unreleased.filter(isGenerated),
    handWritten: unreleased.filter((file) => !isGenerated(file)),
  }
}

/** Returns the version of a migration: the time with which its file name begins. */
export function versionOf(file: string): string {
  return file.slice(0, 14)
}

/** Returns the list of all migrations with their checksums: every one is released from then on. */
export function releasedList(folder = root): string {
  const { released, unreleased } = migrationFiles(folder)
  return [...released, ...unreleased]
    .map((file) => `${checksumOf(join(folder, paths.migrations, file))}  ${file}\n`)
    .join('')
}

/** Returns the hand-written parts of the next migration, by name. */
export function changeFiles(folder = root): string[] {
  if (!existsSync(join(folder, paths.changes))) return []
  return readdirSync(join(folder, paths.changes))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
}

function checksumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
