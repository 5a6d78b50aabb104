import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene, ownForm, textOf } from '../support/console.ts'
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

const whole = [
  'id\ttitle\tprice\tavailability\tlink\tproduct_type\tgoogle_product_category\tcondition\tcolor\tshipping',
  'a\tTent\t20 EUR\tin stock\thttps://shop.example/a\tTents\t1013\tnew\tred\tDE::Parcel:4.90 EUR',
  'b\tMug\t5 EUR\tin stock\thttps://shop.example/b\tMugs\t674\tnew\tblue\tDE::Parcel:4.90 EUR',
  'c\tMap\t9 EUR\tin stock\thttps://shop.example/c\t\t\t\t\t',
].join('\n')
const correction = [
  'id,title,price,availability,link',
  'a,Tent,19 EUR,in stock,https://shop.example/a',
  'c,Map,8 EUR,in stock,https://shop.example/c',
  'd,Pan,7 EUR,in stock,https://shop.example/d',
].join('\n')
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

async function preview(visit: Uploader, content: string): Promise<string> {
  return flat(textOf(await sendFile(visit, 'products.csv', content)))
}

describe('the preview of a file of products', () => {
  test('compares no products of another brand', async () => {
    const [own, other] = [await openImports(scene), await openImports(scene)]
    await importThrough(worker, other, 'products.tsv', whole)
    expect(await preview(own, correction)).not.toContain('stored values')
    expect(await preview(other, correction)).toContain('1 product has stored values')
  })

  test('names the stored values that the file empties, with the number of products, and how to keep them', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const text = await preview(visit, correction)
    expect(text).toContain(
      '1 product has stored values that no row of this file has. The import empties them: ' +
        'category (1), color (1), condition (1), google_product_category (1), shipping (1)',
    )
    expect(text).toContain('To keep them, export a file with these values too.')
    expect(text).not.toContain('none of the first')
  })

  test('does not warn about a file with all fields, also if some rows are empty', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const swapped = whole.replace('\tTents\t1013\tnew\tred', '\t\t\t\t').replace('20 EUR', '21 EUR')
    expect(await preview(visit, swapped)).not.toContain('stored values')
  })

  test('compares the beginning of a large file, and says so', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const others = Array.from(
      { length: 2500 },
      (_, index) => `x${index},Peg,1 EUR,in stock,https://shop.example/x${index}`,
    )
    expect(await preview(visit, [correction, ...others].join('\n'))).toContain(
      'that none of the first 1,000 products of this file has. The import empties them, unless a later product has such a value:',
    )
    const long = others.map((row) => `${row}?${'y'.repeat(400)}`)
    expect(await preview(visit, [correction, ...long].join('\n'))).toMatch(
      /none of the first 2\d\d products of this file/,
    )
  })

  test('compares a feed in XML', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const items = Array.from(
      { length: 2000 },
      (_, index) =>
        `<item><g:id>${index === 0 ? 'a' : `x${index}`}</g:id><g:title>Tent</g:title><g:price>19 EUR</g:price><g:availability>in stock</g:availability></item>`,
    )
    const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('\n')}</channel></rss>`
    const text = flat(textOf(await sendFile(visit, 'feed.xml', feed)))
    expect(text).toContain(
      'category (1), color (1), condition (1), google_product_category (1), link (1), shipping (1)',
    )
  })
})

describe('a file of Shopify', () => {
  test('keeps the links of products, which the import makes of the website of the brand', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const text = await preview(
      visit,
      'Handle,Title,Variant SKU,Variant Price,Status\na,Tent,a,20.00,active\nb,Mug,b,5.00,active\n',
    )
    expect(text).not.toContain('link (')
  })
})

describe('the report of an import of products', () => {
  test('names the values that it emptied, and no values that some row has', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const report = flat(
      textOf(await importThrough(worker, visit, 'products.csv', `${correction}\nb,Mug,6 EUR,in stock,`)),
    )
    expect(report).toContain(
      '2 products had values that no row of this file has. The import emptied them: ' +
        'category (2), color (2), condition (2), google_product_category (2), shipping (2). To restore them, import a file that has these values too.',
    )
    const again = flat(textOf(await importThrough(worker, visit, 'products.tsv', whole)))
    expect(again).not.toContain('emptied')
  })

  test('names the values that it emptied of a hidden product too', async () => {
    const visit = await openImports(scene)
    await importThrough(worker, visit, 'products.tsv', whole)
    const catalog = `${visit.root}/catalog`
    const form = ownForm(await visit.browser.open(catalog))
    await visit.browser.post(`${catalog}/a`, [...form, ['action', 'hide']])
    const emptied = 'category (1), color (1), condition (1), google_product_category (1), shipping (1)'
    expect(await preview(visit, correction)).toContain(`The import empties them: ${emptied}`)
    const report = flat(textOf(await importThrough(worker, visit, 'products.csv', correction)))
    expect(report).toContain(`The import emptied them: ${emptied}`)
    expect(report).toContain('1 product of the file is hidden in this shop and stays hidden.')
  })
})
