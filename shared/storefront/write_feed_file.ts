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
  return name === 'url' && typeof value === 'string' ? uriOf(value) : value
}

async function writeTable(rows: Record<string, unknown>[], delimiter: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const { heading, cells } = shippingColumn(rows.map(ratesIn))
  const written = rows.map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => (name === 'shipping' ? [heading, cells[index]] : [name, value])),
    ),
  )
  return rows.length === 0 ? '' : `${Papa.unparse(written, { delimiter, newline: '\n', escapeFormulae: true })}\n`
}

/** Writes RSS 2.0 with the fields of Google Merchant Center. */
function writeRss(title: string, rows: Record<string, unknown>[]): string {
  const items = rows.map((row) => {
    const fields = Object.entries(row).filter(([, value]) => value !== '')
    const written = fields.map(([name, value]) =>
      name === 'shipping' ? ratesIn(row).map(shippingElement).join('') : elements(name, String(value)),
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

/** Writes a field, one element for each image. */
function elements(name: string, text: string): string {
  const values = name === 'additional_image_link' ? text.split(/,(?=https?:)/) : [text]
  return values.map((value) => element(`g:${name}`, value)).join('')
}

function shippingElement(rate: ShippingRate): string {
  const parts = shippingParts.map((part) => (rate[part] === undefined ? '' : element(`g:${part}`, rate[part])))
  return `<g:shipping>${parts.join('')}</g:shipping>`
}

function element(name: string, text: string): string {
  return `<${name}>${html`${text}`.toString()}</${name}>`
}
