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

export interface MigrationFiles {
  /** File names of released migrations, oldest first. */
  released: string[]
  /** File names of migrations that no release contains yet. */
  unreleased: string[]
}

/** Returns the migration files. Throws if a released one was changed or removed, or if an unreleased one is older than a released one. */
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
  const early = unreleased.find((file) => file < (names.at(-1) ?? ''))
  if (early)
    throw new Error(
      `${early} is older than the released migration ${names.at(-1)}. Delete it, and run npm run generate.`,
    )
  return { released: names, unreleased }
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
