import { VitrineError, unwrap } from './errors.js'

/** The members that hold the rows of a page. In a response, the first one that is a list counts. */
export const rowMembers = [
  'data',
  'problems',
  'negotiations',
  'transactions',
  'holds',
  'disputes',
  'queries',
  'agents',
  'reviews',
  'products',
]

/** Yields the pages of an operation with `page` or `cursor`, starting at the page or cursor of `init`. */
export async function* pages(client, path, init = {}) {
  const query = { ...init.params?.query }
  let size = query.limit
  let seen
  for (;;) {
    const page = await unwrap(client.GET(path, { ...init, params: { ...init.params, query } }))
    const rows = rowsOf(path, page)
    yield page
    if ('next_cursor' in page) {
      if (!page.next_cursor) return
      if (page.next_cursor === query.cursor) throw unexpected(path, 'repeats the cursor of the request')
      query.cursor = page.next_cursor
      continue
    }
    const number = query.page ?? 1
    size ??= rows.length
    seen = (seen ?? (number - 1) * size) + rows.length
    const total = page.meta?.total_rows ?? page.meta?.total ?? page.total_products ?? page.total
    if (rows.length === 0 || page.pagination?.has_more === false || seen >= total) return
    query.page = number + 1
  }
}

/** Yields the rows of all pages. */
export async function* rows(client, path, init) {
  for await (const page of pages(client, path, init)) yield* rowsOf(path, page)
}

function rowsOf(path, page) {
  const member = rowMembers.find((name) => Array.isArray(page?.[name]))
  if (!member) throw unexpected(path, 'has no list of rows')
  return page[member]
}

function unexpected(path, what) {
  return new VitrineError('unexpected_response', `The response of GET ${path} ${what}.`)
}
