import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene, ownForm } from '../support/console.ts'
import { openImports, sendFile } from '../support/uploads.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const generic = 'date,platform,spend\n2026-11-01,tv,1\n'

describe('POST /console/brands/{brand_id}/imports/uploads/{upload_id}/delete', () => {
  test('deletes a file with its bytes', async () => {
    const visit = await openImports(scene)
    const preview = await sendFile(visit, 'a.csv', generic)
    const list = await visit.browser.submit(preview, `${preview.url.pathname}/delete`)
    expect(list.html).toContain('The upload is deleted.')
    expect(
      await scene.database.sql`select from analytics.upload_chunks where brand_id = ${visit.brandId}`,
    ).toHaveLength(0)
    expect((await visit.browser.open(preview.url.pathname)).status).toBe(404)
  })

  test('returns 409 for a file that was confirmed, and 404 for one of another brand', async () => {
    const [visit, other] = [await openImports(scene), await openImports(scene)]
    const preview = await sendFile(visit, 'a.csv', generic)
    const path = preview.url.pathname
    const foreign = path.replace(visit.brandId, other.brandId)
    expect((await other.browser.post(`${foreign}/delete`, ownForm(other.page))).status).toBe(404)
    await visit.browser.submit(preview, path)
    expect((await visit.browser.post(`${path}/delete`, ownForm(preview))).status).toBe(409)
  })
})
