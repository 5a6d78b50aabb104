import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { importThrough, openImports, sendFile } from '../support/uploads.ts'

let scene: ConsoleScene
let worker: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

const generic = 'date,platform,spend\n2026-11-01,tv,1\n'

describe('the list of imports', () => {
  test('shows uploads that wait for a person, and not those that are imported', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'imported.csv', generic)
    await sendFile(visit, 'waiting.csv', generic)
    const { html } = await visit.browser.open(`${visit.root}/imports`)
    expect(html).toMatch(/Uploaded<\/h2>[^]*waiting\.csv[^]*Check and confirm[^]*Imported<\/h2>[^]*imported\.csv/)
  })

  test('deletes uploads after a day, with their bytes', async () => {
    const visit = await openImports(scene)
    await sendFile(visit, 'old.csv', generic)
    await sendFile(visit, 'new.csv', generic)
    await scene.database
      .sql`update analytics.uploads set created_at = platform.clock() - interval '25 hours' where brand_id = ${visit.brandId} and file_name = 'old.csv'`
    await worker`select analytics.prune_uploads()`
    const left = await scene.database
      .sql`select file_name from analytics.uploads join analytics.upload_chunks using (brand_id, upload_id) where brand_id = ${visit.brandId}`
    expect([...left]).toEqual([{ file_name: 'new.csv' }])
  })
})

describe('GET /console/brands/{brand_id}/imports/{import_id}/rejected.csv', () => {
  test('returns all rejected rows, with formulas as text', async () => {
    const visit = await openImports(scene)
    const bad = Array.from({ length: 120 }, () => `2026-11-01,tv,"=HYPERLINK(1)"\n`).join('')
    const page = await importThrough(worker, visit, 'a.csv', `${generic}${bad}`)
    const { html, headers } = await visit.browser.open(`${page.url.pathname}/rejected.csv`)
    expect(headers.get('Content-Type')).toContain('text/csv')
    const lines = html.trim().split('\r\n')
    expect([lines.length, lines[0]]).toEqual([121, 'line,reason'])
    expect(lines.slice(1).every((line) => /^\d+,"?[^=+@-]/.test(line))).toBe(true)
  })
})
