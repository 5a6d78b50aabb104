import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeFiles, migrationFiles, paths, releasedList } from './released.ts'
import { writeMigration } from './write_migration.ts'

/**
 * Freezes the migrations, and writes the version and the day into package.json, package-lock.json,
 * shared/version.ts and CHANGELOG.md. Returns the
 * released migration files. Throws an Error, and changes nothing, if the version or the changelog does not fit.
 */
export async function release(root: string, version: string, day: string): Promise<string[]> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const current = (JSON.parse(read('package.json')) as { version: string }).version
  if (!/^\d+\.\d+\.\d+$/.test(version) || !isLater(version, current))
    throw new Error(
      `Name a version after ${current}, for example npm run release -- ${nextVersions(current).join(' or ')}.`,
    )
  const changelog = read('CHANGELOG.md')
  if (!/^## Unreleased\n+###/m.test(changelog)) throw new Error('CHANGELOG.md has no entries under "## Unreleased".')

  const written = await writeMigration(root)
  const { unreleased } = migrationFiles(root)
  const named = `${written?.slice(0, 14)}_release_${version.replaceAll('.', '_')}.sql`
  const folder = join(root, paths.migrations)
  if (written?.endsWith('_unreleased.sql')) renameSync(join(folder, written), join(folder, named))
  for (const file of changeFiles(root)) rmSync(join(root, paths.changes, file))
  writeFileSync(join(root, paths.released), releasedList(root))
  for (const file of ['package.json', 'package-lock.json']) {
    const held = JSON.parse(read(file)) as { version: string; packages?: Record<string, { version: string }> }
    held.version = version
    if (held.packages?.['']) held.packages[''].version = version
    writeFileSync(join(root, file), `${JSON.stringify(held, null, 2)}\n`)
  }
  const source = 'shared/version.ts'
  writeFileSync(join(root, source), read(source).replace(`'${current}'`, `'${version}'`))
  writeFileSync(
    join(root, 'CHANGELOG.md'),
    changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`),
  )
  return unreleased.map((file) => (file === written && written.endsWith('_unreleased.sql') ? named : file))
}

/** Returns the next patch and the next minor version. */
function nextVersions(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`]
}

function isLater(version: string, current: string): boolean {
  const [one, other] = [version, current].map((each) => each.split('.').map(Number)) as [number[], number[]]
  const index = one.findIndex((part, place) => part !== other[place])
  return index !== -1 && (one[index] as number) > (other[index] as number)
}
