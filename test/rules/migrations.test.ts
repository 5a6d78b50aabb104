import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrationFiles } from '../../cli/migrations/released.ts'

const root = join(import.meta.dirname, '..', '..')
const isInstalled = spawnSync('squawk', ['--version']).status === 0
if (!isInstalled) console.warn('squawk is not on the PATH: migrations are not linted. `.ci/run` installs it.')

/** Rules of squawk that do not apply, and why. */
const excluded: Record<string, string> = {
  'require-lock-timeout': '`migrate` sets lock_timeout to 200 ms and tries again.',
  'require-statement-timeout': '`migrate` waits for no lock, and data of large tables is changed by jobs.',
  'require-concurrent-index-creation': 'A file is one transaction, in which Postgres refuses `concurrently`.',
  'require-concurrent-index-deletion': 'The same.',
  'prefer-robust-stmts': 'A file is applied as a whole or not at all, so that no statement is repeated.',
  'prefer-bigint-over-int': 'Counts of pages, days and rounds are integers by intent.',
  'prefer-bigint-over-smallint': 'Hours and positions are small by intent.',
}

/** The findings of squawk in a migration, as `rule, line`. */
function lint(path: string, input?: string): string[] {
  const { stdout, stderr } = spawnSync(
    'squawk',
    [
      '--reporter=json',
      '--assume-in-transaction',
      '--pg-version=15.0',
      `--exclude=${Object.keys(excluded).join(',')}`,
      ...(input === undefined ? [path] : [`--stdin-filepath=${path}`]),
    ],
    { input, encoding: 'utf8' },
  )
  if (!stdout.trim()) throw new Error(stderr)
  const findings = JSON.parse(stdout) as { rule_name: string; line: number }[]
  return findings.map(({ rule_name, line }) => `${basename(path)}, line ${line + 1}: ${rule_name}`)
}

test('released migrations are unchanged, and at most one generated migration is unreleased and follows the hand-written ones', () => {
  const { released, unreleased, generated } = migrationFiles()
  if (released.length === 0) return
  expect(generated.length).toBeLessThanOrEqual(1)
  expect(unreleased.at(-1)).toBe(generated[0])
})

describe.skipIf(!isInstalled)('migrations after the initial one', () => {
  const initial = '20261121000000_initial.sql'
  const migrations = [
    ...globSync('supabase/migrations/*.sql', { cwd: root }).filter((path) => basename(path) !== initial),
    // Migrations of a future release, which test/core/upgrades.test.ts applies.
    ...globSync('test/core/next_migration/*.sql', { cwd: root }),
  ]

  test('pass the rules of squawk, so that they block neither readers nor writers', () => {
    expect(migrations.length).toBeGreaterThan(0)
    expect(migrations.flatMap((path) => lint(join(root, path)))).toEqual([])
  })

  test('fail the rules with a validating check, a required column and a renamed column', () => {
    const harmful = `alter table connector.proposals add constraint proposals_x_check check (note <> '');
alter table connector.proposals add column priority text not null;
alter table connector.proposals rename column note to remark;
`
    expect(lint('harmful.sql', harmful)).toEqual([
      'harmful.sql, line 1: constraint-missing-not-valid',
      'harmful.sql, line 2: adding-required-field',
      'harmful.sql, line 3: renaming-column',
    ])
  })
})
