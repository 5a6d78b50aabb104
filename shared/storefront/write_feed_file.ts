import { html } from 'hono/html'
import type { Rendered } from '../operation.ts'
import { uriOf } from '../schema/storefront/uri.ts'
import { partsOfDetail, writeGoogleList } from './google_list.ts'
import { shippingColumn, shippingParts } from './shipping_rate.ts'
import type { ShippingRate } from './shipping_rate.ts'

interface FeedFile {
  file: string
  title: string | null
  /** The website of the shop, or the address of its storefront. */
  link: string
  description: string | null
  rows: Record<string, unknown>[]
  /** The heading of a table without rows. */
  columns?: string[] | null
}

/**
 * Returns a feed in the format of its file name. Values are the same in each format: platforms compare ids, and show titles, as they
 * are. So no cell is escaped for spreadsheets, as downloads for people are.
 */
export async function writeFeedFile(feed: FeedFile): Promise<Rendered> {
  const { file, rows, columns } = feed
  const form = file.split('.').at(-1)
  if (form === 'tsv') {
    return {
      contentType: 'text/tab-separated-values; charset=utf-8',
      body: await writeTable(rows, '\t', columns ?? shopifyHeading),
    }
  }
  if (form === 'csv')
    return { contentType: 'text/csv; charset=utf-8', body: await writeTable(rows, ',', columns ?? shopifyHeading) }
  if (form === 'xml') return { contentType: 'application/rss+xml; charset=utf-8', body: writeRss(feed) }
  return {
    contentType: 'application/jsonl; charset=utf-8',
    body: rows.map((row) => `${JSON.stringify(row, asUri)}\n`).join(''),
  }
}

function asUri(name: string, value: unknown): unknown {
  if (Array.isArray(value) && isAddress(name))
    return value.map((each) => (typeof each === 'string' ? uriOf(each) : each))
  return typeof value === 'string' ? valueOf(name, value) : value
}

/** The columns that storefront.shopify_rows writes. */
const shopifyHeading = (
  'Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|' +
  'Option1 name|Option1 value|Option2 name|Option2 value|Option3 name|Option3 value|Price|Compare-at price|' +
  'Inventory tracker|Inventory quantity|Continue selling when out of stock|Weight value (grams)|Weight unit for display|' +
  'Product image URL|Image position|Variant image URL|Gift card|Google Shopping / Google product category|' +
  'Google Shopping / Gender|Google Shopping / Age group|Google Shopping / Manufacturer part number (MPN)|' +
  'Google Shopping / Condition'
).split('|')

async function writeTable(
  rows: Record<string, unknown>[],
  delimiter: string,
  columns: readonly string[],
): Promise<string> {
  const { default: Papa } = await import('papaparse')
  if (rows.length === 0) return `${columns.join(delimiter)}\n`
  const { heading, cells } = shippingColumn(rows.map(ratesIn))
  const written = rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        name === 'shipping' ? [heading, cells[index]] : [name, cellOf(name, value)],
      ),
    ),
  )
  return `${Papa.unparse(written, { delimiter, newline: '\n' })}\n`
}

/** Writes RSS 2.0, whose channel requires title, link and description, with the fields of Google Merchant Center. */
function writeRss({ title, link, description, rows }: FeedFile): string {
  const name = title ?? ''
  const channel = [
    element('title', name),
    element('link', uriOf(link)),
    element('description', description ?? `Products of ${name}`),
  ]
  const items = rows.map((row) => {
    const fields = Object.entries(row).filter(([, value]) => value !== '')
    const written = fields.map(([name, value]) =>
      name === 'shipping' ? ratesIn(row).map(shippingElement).join('') : elements(name, value),
    )
    return `<item>${written.join('')}</item>\n`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `${channel.join('\n')}\n${items.join('')}</channel>\n</rss>\n`
  )
}

function ratesIn({ shipping }: Record<string, unknown>): ShippingRate[] {
  return Array.isArray(shipping) ? (shipping as ShippingRate[]) : []
}

/** Returns the text of a cell: a list is separated by commas, and an object is JSON. */
function cellOf(name: string, value: unknown): unknown {
  if (name === 'product_highlight' && Array.isArray(value))
    return writeGoogleList(
      value.map((each) => [String(each)]),
      { quotesAll: value.length > 1 },
    )
  if (name === 'product_detail' && Array.isArray(value))
    return writeGoogleList(value.map((each) => partsOfDetail(String(each))))
  if (Array.isArray(value))
    return value.map((each) => valueOf(name, String(each)).replaceAll(',', comma(name))).join(',')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'string' ? valueOf(name, value) : value
}

/** A comma within an address of a list is percent-encoded, because commas separate the addresses. */
function comma(name: string): string {
  return isAddress(name) ? '%2C' : ','
}

/** Writes a field, one element for each value of a list. */
function elements(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value.map(String) : [String(value)]
  return values
    .map((each) => (name === 'product_detail' ? detailElement(each) : element(`g:${name}`, valueOf(name, each))))
    .join('')
}

/** Writes "section:attribute:value" or "attribute:value" in the parts of Google Merchant Center. */
function detailElement(detail: string): string {
  const given = partsOfDetail(detail)
  const names = ['section_name', 'attribute_name', 'attribute_value'].slice(given.length === 3 ? 0 : 1)
  const written = names.map((part, index) => element(`g:${part}`, given[index] ?? ''))
  return `<g:product_detail>${written.join('')}</g:product_detail>`
}

/** Platforms require addresses in ASCII (RFC 3986). */
function valueOf(name: string, text: string): string {
  return isAddress(name) && text !== '' ? uriOf(text) : text
}

function isAddress(name: string): boolean {
  return /(^|_)(link|url|urls)$|image url$/i.test(name)
}

function shippingElement(rate: ShippingRate): string {
  const parts = shippingParts.map((part) => (rate[part] === undefined ? '' : element(`g:${part}`, rate[part])))
  return `<g:shipping>${parts.join('')}</g:shipping>`
}

function element(name: string, text: string): string {
  return `<${name}>${html`${text}`.toString()}</${name}>`
}
