import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { importProducts } from '../../shared/ingest/products/catalog.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { withFile } from '../support/read_records.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
type Row = Record<string, string>

async function importText(name: string, text: string) {
  const { brandId } = await shops.open()
  const options = { audience: shell, brand: brandId, currency: 'USD', website: 'https://shop.example' }
  await withFile(name, text, async (path) => importProducts(shops.sql(), { ...options, file: path }))
  return brandId
}
const feed = async (brandId: string, platform: string, file: string) =>
  (await shops.look(brandId, `/platforms/${platform}/${file}`)).text
const table = (text: string, delimiter = ',') =>
  Papa.parse<Row>(text, { header: true, delimiter, skipEmptyLines: true }).data
const filled = (rows: Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')))

describe('a Shopify CSV', () => {
  const shared = { 'URL handle': 'shirt' }
  const rows: Row[] = [
    {
      ...shared,
      Title: 'Linen shirt',
      Description: 'Cool &amp; light.<br>Wash at &lt;40°.',
      Vendor: 'Lux',
      'Product category': 'Apparel & Accessories > Clothing > Shirts & Tops',
      Type: 'Shirts',
      Tags: 'linen, summer',
      'Published on online store': 'true',
      Status: 'active',
      SKU: 'S-1',
      Barcode: '4006381333931',
      'Option1 name': 'Color',
      'Option1 value': 'Red',
      'Option2 name': 'Size',
      'Option2 value': 'M',
      Price: '20.00',
      'Compare-at price': '25.00',
      'Inventory tracker': 'shopify',
      'Inventory quantity': '3',
      'Continue selling when out of stock': 'DENY',
      'Weight value (grams)': '1200',
      'Weight unit for display': 'kg',
      'Product image URL': 'https://shop.example/1.jpg',
      'Image position': '1',
      'Google Shopping / Google product category': '212',
      'Google Shopping / Gender': 'unisex',
      'Google Shopping / Age group': 'adult',
      'Google Shopping / Manufacturer part number (MPN)': 'LX-1',
      'Google Shopping / Condition': 'new',
    },
    {
      ...shared,
      SKU: 'S-2',
      'Option1 value': 'Red',
      'Option2 value': 'S',
      Price: '25.00',
      'Inventory tracker': 'shopify',
      'Inventory quantity': '0',
      'Continue selling when out of stock': 'DENY',
      'Weight value (grams)': '453.59',
      'Weight unit for display': 'lb',
      'Product image URL': 'https://shop.example/2.jpg',
      'Image position': '2',
      'Variant image URL': 'https://shop.example/2.jpg',
    },
    { ...shared, 'Product image URL': 'https://shop.example/3.jpg', 'Image position': '3' },
  ]

  test('comes out with options, images, weights, stock, categories and the title of the product', async () => {
    const brandId = await importText(
      'shopify.csv',
      Papa.unparse(rows, { columns: Object.keys({ ...rows[0], ...rows[1] }) }),
    )
    const text = await feed(brandId, 'shopify', 'feed.csv')
    const came = filled(table(text))
    expect(came[0]).toEqual(rows[0])
    expect(came.slice(1).map(({ SKU, ...row }) => ({ ...row, ...(row['Option1 value'] ? { SKU } : {}) }))).toEqual(
      rows.slice(1).map((row) => ({ ...row })),
    )
    expect(await feed(await importText('shopify.csv', text), 'shopify', 'feed.csv')).toBe(text)
  })

  test('keeps the order of options and variants, the main image, missing SKUs and gift cards', async () => {
    const tee = { 'URL handle': 'tee' }
    const image = (name: string, position: number) => ({
      'Product image URL': `https://shop.example/${name}.jpg`,
      'Image position': String(position),
    })
    const own = { 'Published on online store': 'true', Status: 'active', Vendor: 'Lux' }
    const options = { 'Option1 name': 'Size', 'Option2 name': 'Color', 'Option3 name': 'Shirt fit' }
    const values = (...[size, color, fit]: string[]) => ({
      'Option1 value': size as string,
      'Option2 value': color as string,
      'Option3 value': fit as string,
    })
    const given: Row[] = [
      { ...tee, ...own, ...options, ...values('S', 'Red', 'Slim'), Title: 'Tee', Price: '10.00', ...image('tee1', 1) },
      {
        ...tee,
        ...values('M', 'Blue', 'Wide'),
        Price: '10.00',
        ...image('tee2', 2),
        'Variant image URL': 'https://shop.example/tee-blue.jpg',
      },
      { ...tee, ...image('tee3', 3) },
      {
        ...own,
        'URL handle': 'voucher',
        Title: 'Voucher',
        'Option1 name': 'Title',
        'Option1 value': 'Default Title',
        Price: '50.00',
        'Gift card': 'true',
      },
    ]
    const columns = [...new Set(given.flatMap((row) => Object.keys(row)))]
    const brandId = await importText('shopify.csv', Papa.unparse(given, { columns }))
    const text = await feed(brandId, 'shopify', 'feed.csv')
    expect(filled(table(text))).toEqual(given)
    expect(await feed(await importText('shopify.csv', text), 'shopify', 'feed.csv')).toBe(text)
  })

  test('names its variants and their group in the feed of OpenAI', async () => {
    const brandId = await importText(
      'shopify.csv',
      Papa.unparse(rows, { columns: Object.keys({ ...rows[0], ...rows[1] }) }),
    )
    expect(table(await feed(brandId, 'openai', 'feed.csv'))[0]).toMatchObject({
      title: 'Linen shirt - Red / M',
      item_group_title: 'Linen shirt',
      group_id: 'shirt',
    })
  })
})

describe('the feed of OpenAI', () => {
  const variant = {
    title: 'Shoe',
    description: 'A shoe.',
    link: 'https://shop.example/schöne schuhe?a=1,2'.replace(' ', '%20'),
    image_links: ['https://shop.example/1.jpg', 'https://shop.example/a,b.jpg', 'https://shop.example/c.jpg'],
    price: 20,
    list_price: 25,
    currency: 'USD',
    availability: 'in_stock',
    brand: 'Lux',
    rating_score: 4.5,
    rating_count: 12,
  }
  const rows = [
    { ...variant, id: 'shoe-9', item_group_id: 'shoe', attributes: { size: '9' } },
    { ...variant, id: 'shoe-10', item_group_id: 'shoe', attributes: { size: '10' } },
    { ...variant, id: 'lace', link: undefined },
  ]

  test('has the options of variants, and no group of a product alone', async () => {
    const { brandId } = await shops.open(rows)
    expect(table(await feed(brandId, 'openai', 'feed.csv'))).toMatchObject([
      { item_id: 'lace', group_id: '', listing_has_variations: 'false', variant_dict: '' },
      { item_id: 'shoe-10', group_id: 'shoe', listing_has_variations: 'true', variant_dict: '{"size":"10"}' },
      { item_id: 'shoe-9', variant_dict: '{"size":"9"}', url: 'https://shop.example/sch%C3%B6ne%20schuhe?a=1,2' },
    ])
  })

  test('JSON Lines have booleans, numbers, lists and objects, and no empty members', async () => {
    const { brandId } = await shops.open(rows)
    const [lace, shoe] = (await feed(brandId, 'openai', 'feed.jsonl'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(shoe).toMatchObject({
      listing_has_variations: true,
      variant_dict: { size: '10' },
      review_count: 12,
      star_rating: '4.50',
      additional_image_urls: ['https://shop.example/a,b.jpg', 'https://shop.example/c.jpg'],
      is_eligible_search: true,
      is_eligible_checkout: false,
    })
    expect(Object.values(lace as object)).not.toContain('')
    expect(lace).not.toHaveProperty('url')
  })

  test('a comma within an address of a list is encoded', async () => {
    const { brandId } = await shops.open(rows)
    for (const [platform, file, column] of [
      ['openai', 'feed.csv', 'additional_image_urls'],
      ['google', 'feed.tsv', 'additional_image_link'],
    ] as const) {
      const [row] = table(await feed(brandId, platform, file), platform === 'google' ? '\t' : ',')
      expect(row?.[column]).toBe('https://shop.example/a%2Cb.jpg,https://shop.example/c.jpg')
    }
  })
})

describe('the feed of Meta', () => {
  test.each([
    ['low_stock', 'in stock'],
    ['out_of_stock', 'out of stock'],
    ['preorder', 'preorder'],
    ['backorder', 'available for order'],
  ])('writes %s as %s, and reads it again', async (availability, written) => {
    const header = 'id\ttitle\tprice\tavailability\tlink'
    const brandId = await importText(
      'google.tsv',
      `${header}\nmug\tMug\t5.00 USD\t${availability}\thttps://shop.example/mug`,
    )
    const text = await feed(brandId, 'meta', 'feed.csv')
    expect(table(text)[0]).toMatchObject({ availability: written, item_group_id: '' })
    expect(await feed(await importText('meta.csv', text), 'meta', 'feed.csv')).toBe(text)
  })
})

describe('the feed of Google', () => {
  test('keeps labels, measures, details, highlights and the title of a group', async () => {
    const row: Row = {
      id: 'fridge',
      title: 'Fridge',
      description: 'A fridge.',
      link: 'https://shop.example/fridge',
      mobile_link: 'https://m.shop.example/fridge',
      image_link: 'https://shop.example/fridge.jpg',
      availability: 'in_stock',
      price: '500.00 EUR',
      unit_pricing_measure: '1 ct',
      unit_pricing_base_measure: '1 ct',
      condition: 'new',
      adult: 'no',
      multipack: '2',
      is_bundle: 'no',
      brand: 'Lux',
      gtin: '4006381333931',
      ships_from_country: 'DE',
      transit_time_label: 'slow',
      return_policy_label: 'bulky',
      energy_efficiency_class: 'C',
      min_energy_efficiency_class: 'G',
      max_energy_efficiency_class: 'A',
      item_group_id: 'fridges',
      item_group_title: 'Fridges of Lux',
      product_length: '60 cm',
      product_width: '60 cm',
      product_height: '180 cm',
      product_weight: '70 kg',
      product_highlight: '"Quiet, cold","No frost"',
      product_detail: 'General:Shelves:4,General:Liters:300',
    }
    const internal = { custom_label_0: 'low margin', cost_of_goods_sold: '300.00 EUR' }
    const brandId = await importText('google.tsv', Papa.unparse([{ ...row, ...internal }], { delimiter: '\t' }))
    const text = await feed(brandId, 'google', 'feed.tsv')
    expect(filled(table(text, '\t'))).toEqual([row])
    const xml = await feed(brandId, 'google', 'feed.xml')
    expect(xml).toContain('<g:product_highlight>No frost</g:product_highlight>')
    expect(xml).toContain(
      '<g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Shelves</g:attribute_name><g:attribute_value>4</g:attribute_value></g:product_detail>',
    )
    expect(await feed(await importText('google.xml', xml), 'google', 'feed.tsv')).toBe(text)
  })

  test('quotes highlights and the parts of details that have a comma, a colon or a quotation mark', async () => {
    const price = { price: 5, currency: 'USD', availability: 'in_stock' }
    const highlights = ['15" screen', 'fast, quiet', 'Note: no fan']
    const details = ['General:Display:15,6 in', 'General:Ports:USB: "C"', 'Liters:300']
    const { brandId } = await shops.open([
      { id: 'one', title: 'One', ...price, attributes: { product_highlight: ['Quiet, cold'] } },
      {
        id: 'two',
        title: 'Two',
        ...price,
        attributes: { product_highlight: highlights },
        feed_fields: { product_detail: details },
      },
    ])
    const text = await feed(brandId, 'google', 'feed.tsv')
    expect(
      table(text, '\t').map(({ product_highlight, product_detail }) => [product_highlight, product_detail]),
    ).toEqual([
      ['"Quiet, cold"', ''],
      ['"15"" screen","fast, quiet","Note: no fan"', 'General:Display:"15,6 in",General:Ports:"USB: ""C""",Liters:300'],
    ])
    const xml = await feed(brandId, 'google', 'feed.xml')
    for (const [file, content] of [
      ['google.tsv', text],
      ['google.xml', xml],
    ] as const) {
      const other = await importText(file, content)
      expect(await feed(other, 'google', 'feed.tsv')).toBe(text)
      expect(await feed(other, 'google', 'feed.xml')).toBe(xml.replaceAll(brandId, other))
    }
  })

  test.each([
    ['2026-12-24', '2026-12-24T00:00Z'],
    ['2026-12-24T08:00:00+01:00', '2026-12-24T08:00+0100'],
    ['2026-12-24T08:00', '2026-12-24T08:00Z'],
    ['2026-12-24T08:00:00Z', '2026-12-24T08:00Z'],
    ['2026-12-24T08:00-0800', '2026-12-24T08:00-0800'],
    ['in spring', 'in spring'],
  ])('writes the availability_date %s as %s', async (given, written) => {
    const header = 'id\ttitle\tprice\tavailability\tavailability_date'
    const brandId = await importText('google.tsv', `${header}\nmug\tMug\t5.00 USD\tpreorder\t${given}`)
    expect(table(await feed(brandId, 'google', 'feed.tsv'), '\t')[0]).toMatchObject({ availability_date: written })
  })

  test('cuts a sale to whole minutes within it', async () => {
    const { brandId } = await shops.open([
      {
        id: 'mug',
        title: 'Mug',
        price: 5,
        sale_price: 4,
        sale_starts_at: '2026-01-01T08:00:01Z',
        sale_ends_at: '2099-01-01T23:59:59Z',
        currency: 'USD',
        availability: 'in_stock',
      },
    ])
    expect(table(await feed(brandId, 'google', 'feed.tsv'), '\t')[0]).toMatchObject({
      sale_price_effective_date: '2026-01-01T08:01+0000/2099-01-01T23:59+0000',
    })
  })

  test('keeps ids that differ by case', async () => {
    const row = { title: 'Mug', price: 5, currency: 'USD', availability: 'in_stock' }
    const { brandId } = await shops.open([
      { ...row, id: 'MUG' },
      { ...row, id: 'mug' },
    ])
    expect(table(await feed(brandId, 'google', 'feed.tsv'), '\t').map(({ id }) => id)).toEqual(['MUG', 'mug'])
  })
})

test('a product with variants has the sentences that the descriptions of all variants contain', async () => {
  const variant = (id: string, color: string) => ({
    id,
    title: `Trail shoe - ${color}`,
    description: `A shoe for rain. It is ${color}. Made in Portugal.`,
    price: 60,
    currency: 'USD',
    item_group_id: 'trail',
    attributes: { color },
  })
  const { brandId } = await shops.open([variant('a', 'red'), variant('b', 'blue')])
  const product = JSON.parse(await feed(brandId, 'acp', 'feed.jsonl'))
  expect(product.description).toEqual({ plain: 'A shoe for rain. Made in Portugal.' })
  expect(product.variants.map(({ description }: { description: Row }) => description.plain)).toEqual([
    'A shoe for rain. It is red. Made in Portugal.',
    'A shoe for rain. It is blue. Made in Portugal.',
  ])
  const rows = table(await feed(brandId, 'shopify', 'feed.csv'), ',')
  expect(rows.map(({ Description }) => Description)).toEqual(['A shoe for rain. Made in Portugal.', ''])
})

test('an ACP feed keeps the title of a product, its identifiers and categories', async () => {
  const product = {
    id: 'shirt',
    title: 'Classic Tee',
    description: { plain: 'A tee.' },
    url: 'https://shop.example/shirt',
    variants: [
      {
        id: 'tee-s',
        title: 'Red, small',
        description: { plain: 'A tee.' },
        url: 'https://shop.example/shirt?size=s',
        barcodes: [
          { type: 'gtin', value: '4006381333931' },
          { type: 'mpn', value: 'T-1' },
          { type: 'sku', value: 'TEE-S' },
        ],
        price: { amount: 1999, currency: 'USD' },
        list_price: { amount: 2499, currency: 'USD' },
        availability: { available: true, status: 'in_stock' },
        categories: [
          { value: 'Tees', taxonomy: 'merchant' },
          { value: '212', taxonomy: 'google_product_category' },
        ],
        condition: ['new'],
        variant_options: [{ name: 'Size', value: 'S' }],
        media: [{ type: 'image', url: 'https://shop.example/1.jpg' }],
      },
    ],
  }
  const [tee] = product.variants
  product.variants.unshift({
    ...(tee as object),
    id: 'tee-l',
    title: 'Blue, large',
    variant_options: [{ name: 'Size', value: 'L' }],
  } as never)
  const brandId = await importText('acp.jsonl', JSON.stringify(product))
  expect(JSON.parse(await feed(brandId, 'acp', 'feed.jsonl'))).toEqual(product)
})

test('the title of a product with variants keeps letters outside of ASCII at its end', async () => {
  const cup = { description: 'A cup.', price: 5, currency: 'USD', availability: 'in_stock', item_group_id: 'cup' }
  const { brandId } = await shops.open([
    { ...cup, id: 'red', title: 'Tasse Café, rouge', attributes: { color: 'rouge' } },
    { ...cup, id: 'pink', title: 'Tasse Café, rose', attributes: { color: 'rose' } },
  ])
  expect(JSON.parse(await feed(brandId, 'acp', 'feed.jsonl'))).toMatchObject({ title: 'Tasse Café' })
})

test('text in angle brackets is text, and every feed escapes it', async () => {
  const title = 'Cable <USB-C> 2 m <iframe src="https://evil.example"></iframe>&lt;script&gt;alert(1)&lt;/script&gt;'
  const shown = 'Cable <USB-C> 2 m <script>alert(1)</script>'
  const { brandId } = await shops.open([{ id: 'cable', title, brand: '<A>', category: 'Cables <2 m>' }])
  expect((await shops.look(brandId, '/products/cable')).body).toMatchObject({ title: shown, brand: '<A>' })
  const xml = await feed(brandId, 'google', 'feed.xml')
  expect(xml).toContain('<g:brand>&lt;A&gt;</g:brand>')
  expect(xml).not.toMatch(/<(USB-C|script|A)>/)
  const tsv = await feed(brandId, 'google', 'feed.tsv')
  expect(table(tsv, '\t')[0]).toMatchObject({ title: shown, brand: '<A>', product_type: 'Cables <2 m>' })
})

test('the channel of an RSS feed has a link and a description', async () => {
  const { brandId } = await shops.open([{ id: 'mug', title: 'Mug' }])
  const head = async () => (await feed(brandId, 'google', 'feed.xml')).split('<item>')[0]
  expect(await head()).toContain(
    `<title>Brand</title>\n<link>http://vitrine.test/api/storefront/${brandId}</link>\n<description>Products of Brand</description>`,
  )
  await shops.sql()`
    insert into storefront.shops (brand_id, website, description) values (${brandId}, 'https://shop.example', 'Mugs & cups')
    on conflict (brand_id) do update set website = excluded.website, description = excluded.description`
  expect(await head()).toContain('<link>https://shop.example/</link>\n<description>Mugs &amp; cups</description>')
})

test('an emoji or a sign at the end of a title stays', async () => {
  const { brandId } = await shops.open([
    { id: 'a', title: 'Party set \u{1f389}' },
    { id: 'b', title: 'Cable A+' },
    { id: 'c-red', title: 'Lamp \u2600\ufe0f - red', item_group_id: 'c', attributes: { color: 'red' } },
    { id: 'c-blue', title: 'Lamp \u2600\ufe0f - blue', item_group_id: 'c', attributes: { color: 'blue' } },
  ])
  const titles = (await feed(brandId, 'acp', 'feed.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).title)
  expect(titles).toEqual(['Party set \u{1f389}', 'Cable A+', 'Lamp \u2600\ufe0f'])
  expect(table(await feed(brandId, 'shopify', 'feed.csv')).map(({ Title }) => Title)).toEqual([...titles, ''])
})

test('an ACP feed calls used products secondhand, and reads it again', async () => {
  const { brandId } = await shops.open([{ id: 'a', title: 'Mug', condition: 'used' }])
  const text = await feed(brandId, 'acp', 'feed.jsonl')
  expect(JSON.parse(text).variants[0].condition).toEqual(['secondhand'])
  expect(table(await feed(await importText('acp.jsonl', text), 'google', 'feed.tsv'), '\t')[0]?.condition).toBe('used')
})

test('a Shopify CSV with a category and no type keeps both so', async () => {
  const row = { 'URL handle': 'mug', Title: 'Mug', 'Product category': 'Home & Garden > Kitchen', Status: 'active' }
  const given: Row = { ...row, 'Published on online store': 'true', Price: '5.00' }
  const text = await feed(await importText('shopify.csv', Papa.unparse([given])), 'shopify', 'feed.csv')
  expect(table(text)[0]).toMatchObject({ 'Product category': 'Home & Garden > Kitchen', Type: '' })
})
