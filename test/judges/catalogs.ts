import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoFiles, writeDemoFile } from '../../cli/demo/write_files.ts'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { review, stock } from '../support/catalog_rows.ts'
import type { useShops } from '../support/shops.ts'

type Shops = ReturnType<typeof useShops>

/** A shop to judge: its brand, the currency of its price filters, and the key that reads it. */
export interface Judged {
  name: string
  brandId: string
  currency: string
  headers: Record<string, string>
}

const files = ['shopify_new.csv', 'shopify_old.csv', 'google_rss.xml', 'google.tsv', 'openai.csv', 'acp_products.jsonl']
const fixtures = join(import.meta.dirname, '..', 'storefront', 'fixtures')

/** Opens shops with the demo catalog, the simulated catalog, one catalog of each feed format, and one of difficult values. */
export async function openCatalogs(shops: Shops): Promise<Judged[]> {
  const ofFiles = files.map((file) => () => ofFile(shops, file, join(fixtures, file)))
  const catalogs: Judged[] = []
  for (const open of [simulated, demo, difficult, ...ofFiles]) catalogs.push(await open(shops))
  return catalogs
}

async function simulated(shops: Shops): Promise<Judged> {
  const { brandId, accountId } = await shops.open()
  return { name: 'simulated', brandId, currency: 'USD', headers: await shops.testKey(accountId) }
}

async function demo(shops: Shops): Promise<Judged> {
  const file = demoFiles('2026-11-19').find(({ kind }) => kind === 'products')
  if (!file) throw new Error('The demo has no products.')
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  try {
    return { ...(await ofFile(shops, 'demo', writeDemoFile(folder, file))), currency: 'USD' }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function ofFile(shops: Shops, name: string, file: string): Promise<Judged> {
  const { brandId } = await shops.open()
  const { sql } = shops.database()
  await importProducts(sql, {
    audience: shell,
    brand: brandId,
    file,
    currency: 'EUR',
    website: 'https://costa.example',
  })
  const [product] = await sql<{ currency: string }[]>`
    select currency from storefront.products where brand_id = ${brandId} group by currency order by count(*) desc limit 1`
  return { name, brandId, currency: product?.currency ?? 'EUR', headers: {} }
}

/** Currencies without and with three decimals, addresses with spaces of other scripts, no texts, sales, and a group in two currencies. */
async function difficult(shops: Shops): Promise<Judged> {
  const { brandId } = await shops.open()
  const database = shops.database()
  await stock(database, brandId, [
    { id: 'yen', title: 'Kokeshi', price: 1200, currency: 'JPY', gtin: '4006381333931', sku: 'K-1' },
    { id: 'dinar', title: 'Dallah', price: 12.345, currency: 'KWD', availability: 'preorder' },
    {
      id: 'iri',
      title: 'Tëst 100 %',
      link: 'https://bücher.example/größe?q=é&x[]=1#ü',
      image_links: ['https://cdn.example/ä b.jpg', 'https://cdn.example/50%.jpg', 'javascript:alert(1)'],
    },
    { id: 'sale', title: 'Lamp', price: 10, list_price: 15, availability: 'out_of_stock', category: 'Lights > Lamps' },
    {
      id: 's-red',
      item_group_id: 'shirt',
      title: 'Shirt, red, S',
      attributes: { color: 'red', size: 'S', fabric: 'linen' },
    },
    {
      id: 's-blue',
      item_group_id: 'shirt',
      title: 'Shirt, blue, M',
      attributes: { color: 'blue', size: 'M', fabric: 'linen' },
    },
    { id: 'eur', item_group_id: 'mixed', title: 'Mug', price: 9, currency: 'EUR', attributes: { color: 'white' } },
    { id: 'usd', item_group_id: 'mixed', title: 'Mug', price: 10, currency: 'USD', attributes: { color: 'black' } },
  ])
  await review(database, brandId, [
    { id: 'r1', product_id: 'sale', rating: 4, body: 'Bright.', created_at: '2026-11-01' },
  ])
  return { name: 'difficult', brandId, currency: 'USD', headers: {} }
}
