import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationFiles, paths } from '../../cli/migrations/released.ts'
import { release } from '../../cli/migrations/release.ts'
import { writeMigration } from '../../cli/migrations/write_migration.ts'

const project = join(import.meta.dirname, '..', '..')
const notCopied = new Set(['node_modules', '.git', '.vitrine', 'bench', 'test'])

/**
 * Writes the last release into a folder: the commit that froze its migrations. Before the first release, and while no migration
 * is unreleased, it has the schema of the project, and the project is copied.
 */
export function writeLastRelease(folder: string): void {
  const { released, unreleased } = migrationFiles()
  if (released.length === 0 || unreleased.length === 0) return copyProject(folder)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, maxBuffer: 2 ** 28 })
  const commit = git('log', '-1', '--format=%H', '--', paths.released).toString().trim()
  mkdirSync(folder)
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  if (migrationFiles(folder).unreleased.length > 0)
    throw new Error('The commit of the last release is missing. Fetch the whole history: git fetch --unshallow.')
  linkPackages(folder)
}

/**
 * Writes a release after the project into a folder: its migrations are frozen, and one more follows, so that there is always
 * something to migrate. It has changed functions of the rate limit, and a nullable column and an index of a table that is
 * written all day.
 */
export async function writeNextRelease(folder: string): Promise<void> {
  copyProject(folder)
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n')
  await release(folder, '99.0.0', '2099-12-31')
  const tables = join(folder, 'sql/commerce/negotiations/tables.sql')
  const table = 'create table commerce.negotiations ('
  const index = 'create index negotiations_nickname_idx on commerce.negotiations (brand_id, nickname);'
  replace(tables, table, `${table}\n  nickname text,`)
  appendFileSync(tables, `\n${index}\n`)
  replace(join(folder, 'sql/core/rate_limit.sql'), 'begin\n', 'begin\n  -- a changed body\n')
  mkdirSync(join(folder, paths.changes), { recursive: true })
  const change = `alter table commerce.negotiations add column nickname text;\n${index}\n`
  writeFileSync(join(folder, paths.changes, 'nicknames.sql'), change)
  await writeMigration(folder)
}

function copyProject(folder: string): void {
  for (const name of readdirSync(project).filter((each) => !notCopied.has(each)))
    cpSync(join(project, name), join(folder, name), { recursive: true })
  linkPackages(folder)
}

function linkPackages(folder: string): void {
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
}

function replace(path: string, text: string, replacement: string): void {
  const old = readFileSync(path, 'utf8')
  if (!old.includes(text)) throw new Error(`${path} does not contain ${text}`)
  writeFileSync(path, old.replaceAll(text, replacement))
}
