import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../cli/database/schema.ts'
import { schemaVersion } from '../../shared/db/readiness.ts'

test('the newest migration, its function core.schema_version and this release have the same version', () => {
  const newest = readMigrations().at(-1)
  const [, version, compatibleSince = ''] =
    /create (?:or replace )?function core\.schema_version\(\).*?select '(\d+)', '(\d+)'/is.exec(newest?.text ?? '') ??
    []
  expect([newest?.version, version]).toEqual([schemaVersion, schemaVersion])
  expect(compatibleSince <= schemaVersion).toBe(true)
  const source = readFileSync(join(import.meta.dirname, '..', '..', 'sql', 'core', 'schema_version.sql'), 'utf8')
  expect(source).toContain(`select '${version}', '${compatibleSince}'`)
})
