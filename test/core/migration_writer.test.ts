import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flattenedSchema, migrate, readMigrations } from '../../cli/database/schema.ts'
import { describeServer, differences } from '../../cli/migrations/compare.ts'
import { release } from '../../cli/migrations/release.ts'
import { migrationFiles } from '../../cli/migrations/released.ts'
import { withScratchServers } from '../../cli/migrations/scratch_servers.ts'
import { writeMigration } from '../../cli/migrations/write_migration.ts'

const project = join(import.meta.dirname, '..', '..')
const sources = ['sql', 'supabase', 'shared/db/readiness.ts', 'shared/version.ts', 'package.json', 'package-lock.json']
let folder: string
let released: string
let root: string

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function edit(path: string, text: string, replacement: string): void {
  expect(read(path)).toContain(text)
  writeFileSync(join(root, path), read(path).replace(text, replacement))
}

/** Returns the files of sql/ that contain a text. */
function sourcesOf(text: string): string[] {
  return globSync('sql/**/*.sql', { cwd: root })
    .map((path) => join(root, path))
    .filter((path) => readFileSync(path, 'utf8').includes(text))
}

function writeChange(file: string, text: string): void {
  mkdirSync(join(root, 'sql', 'changes'), { recursive: true })
  writeFileSync(join(root, 'sql', 'changes', file), text)
}

async function written(): Promise<string> {
  const file = await writeMigration(root)
  return read(`supabase/migrations/${file}`)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-release-'))
  released = root = join(folder, 'released')
  for (const path of sources) cpSync(join(project, path), join(root, path), { recursive: true })
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n\n- All.\n')
  await release(root, '99.0.0', '2026-11-23')
  expect(read('shared/version.ts')).toContain("version = '99.0.0'")
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  root = join(folder, `next_${Math.random()}`)
  cpSync(released, root, { recursive: true })
})

describe('release', () => {
  test('freezes the migrations and names the version in the package and the changelog', async () => {
    expect(migrationFiles(root).unreleased).toEqual([])
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '99.0.0' })
    const lock = JSON.parse(read('package-lock.json'))
    expect([lock.version, lock.packages[''].version]).toEqual(['99.0.0', '99.0.0'])
    expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## Unreleased\n\n## 99.0.0 - 2026-11-23\n\n### Added\n\n- All.\n')
    await expect(release(root, '99.0.0', '2026-11-24')).rejects.toThrow(
      'Name a version after 99.0.0, for example npm run release -- 99.0.1 or 99.1.0.',
    )
    await expect(release(root, '99.1.0', '2026-11-24')).rejects.toThrow('CHANGELOG.md has no entries')
  })

  test('refuses a released migration that was changed or removed', async () => {
    const newest = migrationFiles(root).released.at(-1) as string
    edit(`supabase/migrations/${newest}`, 'reset role;', 'reset role; ')
    await expect(writeMigration(root)).rejects.toThrow(`The released migration ${newest} was changed.`)
    rmSync(join(root, 'supabase/migrations', newest))
    expect(() => migrationFiles(root)).toThrow(`The released migration ${newest} is missing.`)
  })
})

describe('the unreleased migration', { timeout: 120_000 }, () => {
  test('is absent while sql/ is as released', async () => {
    expect(await writeMigration(root)).toBeNull()
    expect(migrationFiles(root).unreleased).toEqual([])
  })

  test('replaces a function whose body changed, and keeps its time when it is written again', async () => {
    edit('sql/core/rate_limit.sql', 'begin\n', 'begin\n  -- a changed body\n')
    const file = await writeMigration(root)
    expect(file).toMatch(/^\d{14}_unreleased\.sql$/)
    const text = read(`supabase/migrations/${file}`)
    expect(text).toContain('-- a changed body')
    expect(text.match(/^(CREATE|drop|alter|grant|revoke|comment)/gim)).toEqual(['CREATE', 'CREATE'])
    const version = (file as string).slice(0, 14)
    expect(read('sql/core/schema_version.sql')).toContain(`select '${version}', '`)
    expect(read('shared/db/readiness.ts')).toContain(`schemaVersion = '${version}'`)

    expect(await writeMigration(root)).toBe(file)
    expect(read(`supabase/migrations/${file}`)).toBe(text)
    edit('sql/core/rate_limit.sql', 'begin\n  -- a changed body\n', 'begin\n')
    expect(await writeMigration(root)).toBeNull()
    expect(readdirSync(join(root, 'supabase/migrations'))).not.toContain(file)
    expect(read('sql/core/schema_version.sql')).not.toContain(version)
  })

  test('drops and creates what uses a function or view of another signature, and removes what is gone', async () => {
    edit(
      'sql/core/scope.sql',
      'create function core.scope_brand_ids()',
      'create function core.scope_brand_ids(unused integer default 0)',
    )
    edit(
      'sql/core/scope.sql',
      'comment on function core.scope_brand_ids()',
      'comment on function core.scope_brand_ids(integer)',
    )
    edit(
      'sql/core/scope.sql',
      'grant execute on function core.scope_brand_ids()',
      'grant execute on function core.scope_brand_ids(integer)',
    )
    edit(
      'sql/analytics/views.sql',
      'select\n  entities.brand_id,',
      'select\n  1 as first_column,\n  entities.brand_id,',
    )
    for (const file of sourcesOf('core.minute(')) {
      writeFileSync(
        file,
        readFileSync(file, 'utf8')
          .replaceAll('core.minute(', 'core.begun_minute(')
          .replaceAll('minute.at', 'begun_minute.at'),
      )
    }
    const text = await written()
    expect(text).toContain('drop function core.scope_brand_ids();')
    expect(text).toContain('drop policy key on core.brands;')
    expect(text).toContain('drop view analytics.daily_performance;')
    expect(text).toMatch(/drop function core\.minute\(.*\);/)
    await expectEqualWays()
  })

  const addNickname = () => {
    edit(
      'sql/connector/tables.sql',
      'create table connector.proposals (',
      'create table connector.proposals (\n  nickname text,',
    )
    edit(
      'sql/connector/policies.sql',
      '',
      "create table connector.names (\n  brand_id text not null,\n  name text not null,\n  constraint names_pkey primary key (brand_id, name)\n);\ncomment on table connector.names is 'Names.';\ncall core.protect('connector.names');\n",
    )
  }

  test('takes tables and columns from sql/changes/, and derives their policies, privileges and comments', async () => {
    addNickname()
    edit('sql/core/currencies.sql', "('AED', 2)", "('AED', 2), ('XXA', 2)")
    writeChange(
      'names.sql',
      `create table connector.names (brand_id text not null, name text not null, constraint names_pkey primary key (brand_id, name));
alter table connector.proposals add column nickname text;
insert into core.currencies (currency, exponent) values ('XXA', 2);`,
    )
    const text = await written()
    expect(text).toContain('create policy key on connector.names for select to vitrine_key, vitrine_person')
    expect(text).toContain('alter table connector.names force row level security;')
    expect(text).toContain("comment on table connector.names is 'Names.';")
    await expectEqualWays()
  })

  test('is refused without the part in sql/changes/, with the objects that lack it', async () => {
    addNickname()
    edit(
      'sql/platform/roles.sql',
      "alter role vitrine_worker set lock_timeout = '10s'",
      "alter role vitrine_worker set lock_timeout = '11s'",
    )
    const failing = writeMigration(root)
    await expect(failing).rejects.toThrow(/Write their statements into sql\/changes\/<topic>\.sql/)
    await expect(failing).rejects.toThrow('+ column | connector.proposals | nickname | text')
    await expect(failing).rejects.toThrow('+ relation | connector.names | r')
    expect(migrationFiles(root).unreleased).toEqual([])

    writeChange(
      'names.sql',
      `create table connector.names (brand_id text not null, name text not null, constraint names_pkey primary key (brand_id, name));
alter table connector.proposals add column nickname text;`,
    )
    await expect(writeMigration(root)).rejects.toThrow(
      /- role \| vitrine_worker .*lock_timeout=10s[^+]*\+ role \| vitrine_worker .*lock_timeout=11s/s,
    )
    expect(migrationFiles(root).unreleased).toEqual([])
  })
})

describe('hand-written migrations', { timeout: 240_000 }, () => {
  const writeMigrationFile = (file: string, text: string) =>
    writeFileSync(join(root, 'supabase/migrations', file), text)
  const addCheck = () =>
    edit(
      'sql/connector/tables.sql',
      'create table connector.proposals (',
      "create table connector.proposals (\n  constraint proposals_brand_id_check check (brand_id <> ''),",
    )
  const add = `set role vitrine_owner;
alter table connector.proposals add constraint proposals_brand_id_check check (brand_id <> '') not valid;
reset role;
`
  const validate = `set role vitrine_owner;
alter table connector.proposals validate constraint proposals_brand_id_check;
reset role;
`

  test('are kept, and the generated migration follows them without their statements', async () => {
    edit('sql/core/rate_limit.sql', 'begin\n', 'begin\n  -- a changed body\n')
    writeMigrationFile(
      '20991231000000_unreleased.sql',
      '-- Written by cli/generate/migration.ts from sql/.\nselect 1;\n',
    )
    addCheck()
    writeMigrationFile('20991231235958_add_check.sql', add)
    writeMigrationFile('20991231235959_unreleased.sql', validate)
    const second = await written()
    expect(second).toContain('-- a changed body')
    expect(second).not.toContain('proposals_brand_id_check')
    expect(read('supabase/migrations/20991231235958_add_check.sql')).toBe(add)
    expect(read('supabase/migrations/20991231235959_unreleased.sql')).toBe(validate)
    const { unreleased } = migrationFiles(root)
    expect(unreleased).toEqual([
      '20991231235958_add_check.sql',
      '20991231235959_unreleased.sql',
      '20991231235960_unreleased.sql',
    ])
    await expectEqualWays()

    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n### Added\n\n- A check.\n')
    expect(await release(root, '99.1.0', '2026-11-24')).toEqual([
      '20991231235958_add_check.sql',
      '20991231235959_unreleased.sql',
      '20991231235960_release_99_1_0.sql',
    ])
  })

  test('are kept when Postgres refuses one, which the error names', async () => {
    writeMigrationFile('20991231235958_add_check.sql', add)
    writeMigrationFile('20991231235959_broken.sql', 'alter table connector.absent add column name text;')
    await expect(writeMigration(root)).rejects.toThrow(
      'Postgres refused 20991231235959_broken.sql: relation "connector.absent" does not exist.',
    )
    expect(migrationFiles(root).unreleased).toHaveLength(2)
  })

  test('are refused with a name that does not sort after the released ones', () => {
    const released = migrationFiles(root).released.at(-1) as string
    writeMigrationFile(`${released.slice(0, 14)}_zzz.sql`, add)
    expect(() => migrationFiles(root)).toThrow('Rename it with a later time, and run npm run generate.')
    rmSync(join(root, `supabase/migrations/${released.slice(0, 14)}_zzz.sql`))
    writeMigrationFile('add_check.sql', add)
    expect(() => migrationFiles(root)).toThrow('add_check.sql must be named <time>_<name>.sql')
  })
})

/** Compares a database of all migrations with one of sql/load.sql. */
async function expectEqualWays(): Promise<void> {
  await withScratchServers(async (migrated, loaded) => {
    await migrate(migrated, { migrations: readMigrations(join(root, 'supabase', 'migrations')) })
    await loaded.unsafe(flattenedSchema(join(root, 'sql', 'load.sql')))
    expect(differences(await describeServer(migrated), await describeServer(loaded))).toEqual([])
  })
}
