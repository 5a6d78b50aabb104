import { html } from 'hono/html'
import type { Rendered } from '../operation.ts'
import { uriOf } from '../schema/storefront/uri.ts'
import { shippingColumn, shippingParts } from './shipping_rate.ts'
import type { ShippingRate } from './shipping_rate.ts'

interface FeedFile {
  file: string
  title: string | null
  rows: Record<string, unknown>[]
}

/** Returns a feed in the format of its file name. Cells are escaped against CSV injection. */
export async function writeFeedFile({ file, title, rows }: FeedFile): Promise<Rendered> {
  const form = file.split('.').at(-1)
  if (form === 'tsv') {
    return { contentType: 'text/tab-separated-values; charset=utf-8', body: await writeTable(rows, '\t') }
  }
  if (form === 'csv') return { contentType: 'text/csv; charset=utf-8', body: await writeTable(rows, ',') }
  if (form === 'xml') return { contentType: 'application/rss+xml; charset=utf-8', body: writeRss(title ?? '', rows) }
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

async function writeTable(rows: Record<string, unknown>[], delimiter: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const { heading, cells } = shippingColumn(rows.map(ratesIn))
  const written = rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        name === 'shipping' ? [heading, cells[index]] : [name, cellOf(name, value)],
      ),
    ),
  )
  return rows.length === 0 ? '' : `${Papa.unparse(written, { delimiter, newline: '\n', escapeFormulae: true })}\n`
}

/** Writes RSS 2.0 with the fields of Google Merchant Center. */
function writeRss(title: string, rows: Record<string, unknown>[]): string {
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
    `${element('title', title)}\n${items.join('')}</channel>\n</rss>\n`
  )
}

function ratesIn({ shipping }: Record<string, unknown>): ShippingRate[] {
  return Array.isArray(shipping) ? (shipping as ShippingRate[]) : []
}

/** Returns the text of a cell: a list is separated by commas, and an object is JSON. */
function cellOf(name: string, value: unknown): unknown {
  // Commas may be in a highlight, so several are quoted.
  if (name === 'product_highlight' && Array.isArray(value) && value.length > 1)
    return value.map((each) => `"${each}"`).join(',')
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
  const [first = '', second, ...rest] = detail.split(':')
  const parts =
    rest.length === 0
      ? { attribute_name: first, attribute_value: second ?? '' }
      : { section_name: first, attribute_name: second as string, attribute_value: rest.join(':') }
  const written = Object.entries(parts).map(([part, text]) => element(`g:${part}`, text.trim()))
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
