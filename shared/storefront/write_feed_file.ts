import { html } from 'hono/html'
import type { Rendered } from '../operation.ts'

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
    body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }
}

async function writeTable(rows: Record<string, unknown>[], delimiter: string): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return rows.length === 0 ? '' : `${Papa.unparse(rows, { delimiter, newline: '\n', escapeFormulae: true })}\n`
}

/** Writes RSS 2.0 with the fields of Google Merchant Center. */
function writeRss(title: string, rows: Record<string, unknown>[]): string {
  const items = rows.map((row) => {
    const fields = Object.entries(row).filter(([, value]) => value !== '')
    return `<item>${fields.map(([name, value]) => element(`g:${name}`, String(value))).join('')}</item>\n`
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n' +
    `${element('title', title)}\n${items.join('')}</channel>\n</rss>\n`
  )
}

function element(name: string, text: string): string {
  return `<${name}>${html`${text}`.toString()}</${name}>`
}
