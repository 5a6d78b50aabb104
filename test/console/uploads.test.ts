import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { importThrough, openImports, sendFile } from '../support/uploads.ts'
import type { Uploader } from '../support/uploads.ts'

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

  test('offers to delete all uploads when ten of them block the next, and deletes those that wait for a person', async () => {
    const visit = await openImports(scene)
    for (const [state, kind, count] of [
      ['received', null, 4],
      ['failed', 'ads', 4],
      ['confirmed', 'ads', 2],
    ] as const)
      await scene.database.sql`
        insert into analytics.uploads (brand_id, file_name, state, kind, failure)
        select ${visit.brandId}, ${state}, ${state}, ${kind}, ${state === 'failed' ? 'No row can be imported.' : null}
        from generate_series(1, ${count}::integer)`
    const action = `${visit.root}/imports/uploads/delete`
    const refused = await sendFile(visit, 'next.csv', generic)
    expect([refused.status, refused.html.includes(`action="${action}"`)]).toEqual([400, true])
    const page = await visit.browser.submit(refused, action)
    expect([page.url.search, page.html]).toEqual([
      '?done=all_deleted',
      expect.stringContaining('The uploads that were not confirmed are deleted.'),
    ])
    const left = await scene.database.sql`select state from analytics.uploads where brand_id = ${visit.brandId}`
    expect(left.map(({ state }) => state as string)).toEqual(['confirmed', 'confirmed'])
    expect((await sendFile(visit, 'next.csv', generic)).status).toBe(200)
  })

  test('states how many rows of a file are imported and how many are rejected', async () => {
    const visit = await openImports(scene)
    const page = await importThrough(worker, visit, 'a.csv', `${generic}2026-11-02,tv,x\n2026-11-03,tv,2\n`)
    expect(page.html.replaceAll(/\s+/g, ' ')).toMatch(
      /<ul class="warnings"> <li> 2 of 3 rows are imported, 1 rejected\./,
    )
    expect(page.html).not.toContain('The file is imported.')
  })

  test('makes forecasts and the detection of anomalies due after a report of ads', async () => {
    const [ads, orders] = [await openImports(scene), await openImports(scene)]
    await importThrough(worker, ads, 'a.csv', generic)
    await importThrough(worker, orders, 'o.csv', 'order_id,customer_id,ordered_at,revenue\no,c,2026-11-01,5\n')
    const due = await worker`select to_json(core.take_due(array['anomalies', 'forecasts'])) as due`
    for (const queue of ['anomalies', 'forecasts']) {
      const { brand_ids } = due.map((row) => row.due).find((each) => each.queue === queue) ?? {}
      expect([brand_ids.includes(ads.brandId), brand_ids.includes(orders.brandId)]).toEqual([true, false])
    }
    const page = await ads.browser.open(ads.root)
    expect(page.html).not.toContain('ask the owner of the installation')
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

  test('has the name of the uploaded file', async () => {
    const visit = await openImports(scene)
    for (const [uploaded, header] of [
      ['november.report.csv', 'attachment; filename="november.report_rejected.csv"'],
      [
        "Größe d'été.csv",
        `attachment; filename="Gr__e d__t__rejected.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20d%27%C3%A9t%C3%A9_rejected.csv`,
      ],
    ] as const) {
      const page = await importThrough(worker, visit, uploaded, `${generic}2026-11-02,tv,x\n`)
      const { headers } = await visit.browser.open(`${page.url.pathname}/rejected.csv`)
      expect(headers.get('Content-Disposition')).toBe(header)
    }
  })

  /** Adds rejected rows to an import of one, and returns the path of the download. */
  async function rejecting(visit: Uploader, rows: number): Promise<string> {
    const page = await importThrough(worker, visit, 'a.csv', `${generic}2026-11-02,tv,x\n`)
    await scene.database.sql`
      insert into analytics.import_rejections (brand_id, import_id, line, reasons)
      select brand_id, import_id, line + number, reasons
      from analytics.import_rejections, generate_series(1, ${rows - 1}::integer) as number where brand_id = ${visit.brandId}`
    return `${page.url.pathname}/rejected.csv`
  }

  test('returns all rows of a large file, and leaves the person the rate limit', async () => {
    const visit = await openImports(scene)
    const { html } = await visit.browser.open(await rejecting(visit, 31_000))
    expect(html.trim().split('\r\n')).toHaveLength(31_001)
    expect((await visit.browser.open(`${visit.root}/imports`)).status).toBe(200)
  }, 30_000)

  test('breaks off the response instead of sending a short file when a piece is refused', async () => {
    const { brandId } = await openImports(scene)
    const { browser, person } = await scene.member(brandId, 'admin')
    const root = `/console/brands/${brandId}`
    const visit = { brandId, browser, root, page: await browser.open(`${root}/imports`) }
    const path = await rejecting(visit, 10_001)
    const { sql } = scene.database
    await sql`select core.take(${`person:${person.id}`}, 300) from generate_series(1, 300)`
    await sql`update core.rate_limits set used = 298 where bucket = ${`person:${person.id}`}`
    await expect(browser.open(path)).rejects.toThrow('terminated')
  })
})
