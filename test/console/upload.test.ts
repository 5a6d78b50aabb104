import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, hostileName, textOf } from '../support/console.ts'
import { openImports, sendFile } from '../support/uploads.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

describe('GET /console/brands/{brand_id}/imports/uploads/{upload_id}', () => {
  test('returns 404 for an upload of another brand', async () => {
    const [own, other] = [await openImports(scene), await openImports(scene)]
    const preview = await sendFile(other, 'a.csv', 'date,platform,spend\n2026-11-01,tv,1\n')
    const uploadId = preview.url.pathname.split('/').at(-1)
    expect((await own.browser.open(`${own.root}/imports/uploads/${uploadId}`)).status).toBe(404)
    expect((await own.browser.open(preview.url.pathname)).status).toBe(404)
  })

  test('escapes names and cells of a file', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(
      visit,
      `${hostileName}.csv`,
      `date,platform,spend,${hostileName}\n2026-11-01,tv,1,${hostileName}\n`,
    )
    expect(preview.html).toContain('&lt;script&gt;')
    expect(preview.html).not.toContain('<script>')
  })

  test('says why further money columns of a recognized report are left out, and how to import them', async () => {
    const report =
      'Campaign report\nDay,Campaign,Campaign ID,Cost,Conv. value,All conv. value\n2026-11-01,A,7,1.00,2.00,3.00\n'
    const { html } = await sendFile(await openImports(scene), 'google.csv', report)
    expect(html).toContain('All conv. value may contain money.')
    expect(html.replaceAll(/\s+/g, ' ')).toContain(
      'A recognized report has fixed columns, so that no amount is counted twice',
    )
  })

  test('names the format of a table of products and its columns that are not used', async () => {
    const table = `id,title,price,availability,Tier ${hostileName}\na,Mug,1 EUR,in stock,x\n`
    const preview = await sendFile(await openImports(scene), 'mugs.csv', table)
    const text = textOf(preview)
    expect(text).toContain('Google Merchant table')
    expect(text).toMatch(/This column is not used:\s+Tier /)
    expect(preview.html).not.toContain('<script>')
  })

  test('shows a viewer the preview without a form', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', 'date,platform,spend\n2026-11-01,tv,1\n')
    const { browser } = await scene.member(visit.brandId, 'viewer')
    const { html } = await browser.open(preview.url.pathname)
    expect(html).toContain('An admin or owner of this brand can import the file.')
    expect(html).not.toContain('Import this file')
  })
})
