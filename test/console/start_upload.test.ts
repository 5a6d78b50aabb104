import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { workerPool } from '../support/sources.ts'
import { alertOf, openImports, runImports, sendFile } from '../support/uploads.ts'

let scene: ConsoleScene
let worker: Database

const bytesMax = 3_000_000

beforeAll(async () => {
  scene = await ConsoleScene.start({ uploadBytesMax: bytesMax })
  worker = workerPool(scene.database)
})
afterAll(async () => {
  await worker.end()
  await scene.stop()
})

async function uploadsOf(brandId: string) {
  return await scene.database.sql`select * from analytics.uploads where brand_id = ${brandId}`
}

const generic = 'date,platform,campaign_name,spend,clicks\n2026-11-01,reddit,One,12.5,3\n2026-11-02,reddit,One,oops,4\n'

describe('POST /console/brands/{brand_id}/imports/uploads', () => {
  test('stores a file, shows its format and first rows, and imports it once it is confirmed', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'reddit.csv', generic)
    expect(preview.url.pathname).toMatch(/\/imports\/uploads\/upl_\w+$/)
    for (const shown of ['Ads', 'Generic', '12.5', 'EUR', 'spend']) expect(preview.html).toContain(shown)
    expect(await scene.database.sql`select from analytics.imports where brand_id = ${visit.brandId}`).toHaveLength(0)

    const waiting = await visit.browser.submit(preview, preview.url.pathname)
    expect(waiting.headers.get('Refresh')).toBe('4')
    expect(waiting.html).toContain(`<a href="${preview.url.pathname}">Check again</a>`)
    expect(waiting.html).toContain('The import begins')
    await runImports(worker, visit.brandId)
    const done = await visit.browser.open(preview.url.pathname)
    expect(done.url.pathname).toMatch(/\/imports\/imp_\w+$/)
    expect(done.html).toContain('See the overview')
    expect(done.html).toMatch(/oops/)
    const [facts] = await scene.database
      .sql`select sum(spend_micros)::text as spend from analytics.facts_daily where brand_id = ${visit.brandId}`
    expect(facts?.spend).toBe('12500000')
    const chunks = await scene.database.sql`select from analytics.upload_chunks where brand_id = ${visit.brandId}`
    expect(chunks).toHaveLength(0)
  })

  test('keeps every byte of a file of several pieces', async () => {
    const visit = await openImports(scene)
    const letters = crypto.getRandomValues(new Uint8Array(65_536)).map((byte) => 97 + (byte % 26))
    const rows = new Uint8Array(2_500_000).map((_, index) =>
      index % 1000 === 999 ? 10 : (letters[index % 65_521] as number),
    )
    const content = Buffer.concat([Buffer.from('date,platform,spend\n'), rows])
    await sendFile(visit, 'random.csv', content)
    const chunks = await scene.database
      .sql`select bytes from analytics.upload_chunks where brand_id = ${visit.brandId} order by position`
    expect(Buffer.concat(chunks.map((row) => row.bytes as Buffer)).equals(content)).toBe(true)
  })

  test.each([
    ['a picture', 'chart.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'a picture'],
    ['a workbook', 'report.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'save the sheet as CSV'],
    ['Latin-1', 'latin.csv', Buffer.from('Größe,Preis\n1,2\n', 'latin1'), 'not UTF-8'],
    ['gzip of another name', 'report.csv', gzipSync(generic), 'does not end in .gz'],
    ['a header of one long line', 'line.csv', 'a'.repeat(200_000), 'longer than 65,536 characters'],
    [
      '100,000 columns',
      'wide.csv',
      `${Array.from({ length: 8000 }, (_, index) => `c${index}`).join(',')}\n`,
      'At most 200',
    ],
    ['exchange rates', 'rates.csv', 'date,from,to,rate\n2026-11-01,USD,EUR,0.9\n', 'only its operator imports them'],
    ['a web page', 'page.csv', '<html><body>sign in</body></html>', 'a web page'],
    ['NUL bytes', 'nul.csv', new Uint8Array(100), 'The file is no table.'],
    [
      'a letter',
      'letter.txt',
      'Dear Ms Miller,\n\nthank you for the figures, which arrived today.\nThey are, as you said, complete.\n\nRegards\nAda\n',
      'The file is no table.',
    ],
    ['a header without rows', 'header.csv', 'date,platform,spend\n', 'no rows below the names of the columns'],
    ['an unknown header without rows', 'unknown.csv', 'Tag,Posten,Extra\n', 'no rows below the names of the columns'],
    ['a JSON list', 'list.json', '[1, 2, 3]', 'neither JSON Lines'],
  ])('refuses %s at once, and stores nothing', async (_, name, content, shown) => {
    const visit = await openImports(scene)
    const refused = await sendFile(visit, name, content)
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(shown)])
    expect(alertOf(refused)).toContain(`${name} cannot be imported.`)
    expect(await uploadsOf(visit.brandId)).toEqual([])
  })

  test.each([
    ['UTF-16', 'utf16.csv', Buffer.from(`\ufeff${generic}`, 'utf16le'), '12.5'],
    ['a byte order mark and semicolons', 'bom.csv', `\ufeffdate;platform;spend\n2026-11-01;tv;1.234,50\n`, '1.234,50'],
    ['compressed', 'report.csv.gz', gzipSync(generic), '12.5'],
  ])('says what is in %s', async (_, name, content, shown) => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, name, content)
    expect([preview.status, preview.html]).toEqual([200, expect.stringContaining(shown)])
  })

  test('refuses an empty file and a form without a file', async () => {
    const visit = await openImports(scene)
    const empty = await sendFile(visit, 'empty.csv', '')
    expect([empty.status, alertOf(empty)]).toEqual([400, expect.stringContaining('empty.csv is empty')])
    const none = await sendFile(visit, '', '', ownForm(visit.page))
    expect([none.status, alertOf(none)]).toEqual([400, 'Choose a file.'])
    expect(await uploadsOf(visit.brandId)).toEqual([])
  })

  test('refuses a file beyond the limit with 413, by its announced size before its bytes arrive', async () => {
    const visit = await openImports(scene)
    const status = await new Promise((resolve, reject) => {
      const url = new URL(`${visit.root}/imports/uploads`, scene.api.url)
      const outgoing = httpRequest(url, {
        method: 'POST',
        headers: {
          Cookie: [...visit.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'Content-Type': 'multipart/form-data; boundary=x',
          'Content-Length': '300000000',
        },
      })
      outgoing.on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      outgoing.on('error', reject)
      outgoing.write('--x\r\n')
    })
    expect(status).toBe(413)
    const sent = await sendFile(visit, 'large.csv', generic + 'x\n'.repeat(bytesMax / 2))
    expect([sent.status, alertOf(sent)]).toEqual([
      413,
      'The file is larger than 3 MB. Split it, for example by month, and upload the parts.',
    ])
    expect(await uploadsOf(visit.brandId)).toEqual([])
  })

  test('says after the next sign-in that a file was not uploaded, because the session had ended', async () => {
    const visit = await openImports(scene)
    visit.browser.cookies.clear()
    const signIn = await sendFile(visit, 'a.csv', generic)
    expect(signIn.url.pathname).toBe('/oauth/sign-in')
    expect(signIn.url.searchParams.get('to')).toBe(`${visit.root}/imports?done=lost`)
    const { browser } = await scene.member(visit.brandId, 'admin')
    const page = await browser.open(`${visit.root}/imports?done=lost`)
    expect(alertOf(page)).toBe('The file was not uploaded, because your session had ended. Choose it again.')
  })

  test('links from a refused upload to the pages of the list, not to the address of the form', async () => {
    const visit = await openImports(scene)
    await scene.database.sql`
      insert into analytics.imports (brand_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected)
      select ${visit.brandId}, 'ads', 'generic', 'old' || number || '.csv', 1, 1, 0 from generate_series(1, 60) as number`
    const refused = await sendFile(visit, 'page.csv', '<html></html>')
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(`href="${visit.root}/imports?page=2"`)
  })

  test('requires the role admin and its own form token, and stores nothing otherwise', async () => {
    const viewer = await openImports(scene, 'viewer')
    expect(viewer.page.html).not.toContain('type="file"')
    expect((await sendFile(viewer, 'a.csv', generic)).status).toBe(403)
    const visit = await openImports(scene)
    expect(
      (
        await sendFile(visit, 'a.csv', generic, [
          ['form_token', 'foreign'],
          ['form_id', crypto.randomUUID()],
        ])
      ).status,
    ).toBe(403)
    expect((await sendFile(visit, 'a.csv', generic, [])).status).toBe(403)
    expect([await uploadsOf(viewer.brandId), await uploadsOf(visit.brandId)]).toEqual([[], []])
  })

  test('takes a form that is sent twice once', async () => {
    const visit = await openImports(scene)
    const fields = ownForm(visit.page)
    const answers = await Promise.all([
      sendFile(visit, 'a.csv', generic, fields),
      sendFile(visit, 'a.csv', generic, fields),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await uploadsOf(visit.brandId)).toHaveLength(1)
  })

  test('limits the uploads of a brand that are not imported', async () => {
    const visit = await openImports(scene)
    await scene.database
      .sql`insert into analytics.uploads (brand_id, file_name) select ${visit.brandId}, 'a.csv' from generate_series(1, 10)`
    const refused = await sendFile(visit, 'a.csv', generic)
    expect([refused.status, alertOf(refused)]).toEqual([
      400,
      expect.stringContaining('10 uploads that are not imported'),
    ])
  })
})
