import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shell } from '../shared/sentences/audience.ts'
import { progressLine } from '../cli/terminal/import_progress.ts'
import { importAds } from '../shared/ingest/ads/ads.ts'
import type { ImportProgress } from '../shared/ingest/files/progress.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createTenant } from './support/factories.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-progress-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.stop()
})

describe('progressLine', () => {
  test.each([
    [{ rows: 1000, seconds: 2, fraction: 0.25 }, '25 %, 1,000 rows, 500 a second, 6 s left'],
    [{ rows: 5, seconds: 60, fraction: 0.5 }, '50 %, 5 rows, 0 a second, 1 min left'],
    [{ rows: 5, seconds: 100, fraction: 0.01 }, '1 %, 5 rows, 0 a second, 2 h 45 min left'],
    [{ rows: 0, seconds: 0, fraction: 0 }, '0 %, 0 rows'],
    [{ rows: 9, seconds: 1, fraction: 1 }, '100 % read, 9 rows. Writing them to the database.'],
  ])('formats %j as %s', (progress, line) => {
    expect(progressLine(progress)).toBe(line)
  })
})

describe('progress of an import', () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => `2026-11-01,meta,Campaign ${row % 7},${row}`)
  const text = `date,platform,campaign_name,spend\n${rows.join('\n')}\n`

  test.each([
    ['plain.csv', text],
    ['zipped.csv.gz', gzipSync(text)],
  ])('of %s grows with the bytes read, up to 100 %', async (name, content) => {
    const { brandId } = await createTenant(database.sql)
    const path = join(folder, name)
    await writeFile(path, content)
    const seen: ImportProgress[] = []
    await importAds(database.sql, {
      audience: shell,
      brand: brandId,
      file: path,
      onProgress: (progress) => void seen.push(progress),
    })
    const fractions = seen.map(({ fraction }) => fraction)
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions).toEqual(fractions.toSorted((one, two) => one - two))
    expect(fractions.at(-1)).toBe(1)
    expect(seen.at(-1)?.rows).toBe(40_000)
  })
})
