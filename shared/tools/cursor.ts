import type { z } from 'zod'
import type { Contract } from '../operation.ts'
import { text } from '../schema/text.ts'
import { fnv1a } from '../text/fnv1a.ts'

/**
 * The argument that replaces `page`. It consists of the page and the digest of the arguments (`p2.1a2b3c4d`). If a page
 * was too long for one result, `~` follows, with the number of its rows that were returned, the digest of these rows,
 * and the digest of the arguments. A cursor within the first page begins with `~`.
 */
export const pageCursor = text(2, 60)
  .regex(
    /^(p[1-9]\d{0,5}\.[0-9a-f]{8})?(~[1-9]\d{0,5}\.[0-9a-f]{8}\.[0-9a-f]{8})?$/,
    'must be the next_cursor of an answer.',
  )
  .optional()
  .describe('next_cursor of the previous response, with otherwise unchanged arguments.')

/** The position at which a result begins. */
export interface Position {
  /** The cursor of the operation, without the rows to skip. Null for the first rows. */
  cursor: string | null
  /** The page and its size, for an operation with pages. */
  page: { number: number; size: number } | null
  /** The number of rows of this page that earlier results contained, and their digest. */
  skipped: { rows: number; digest: string } | null
  /** The digest of the arguments, which each cursor of the list contains. */
  list: string
  /** Whether the cursor belongs to other arguments. It would then repeat or skip rows. */
  isOfOtherList: boolean
}

/** Returns where the result of a call begins; null for a tool without a cursor. */
export function positionOf(
  { input, operation }: { input: z.ZodObject; operation: Contract },
  given: Record<string, unknown>,
): Position | null {
  if (!('cursor' in input.shape)) return null
  const sent = typeof given.cursor === 'string' ? given.cursor : ''
  const [, before, rows, digest = ''] = /^([^~]*)~(\d+)\.([0-9a-f]{8})\.[0-9a-f]{8}$/.exec(sent) ?? []
  const cursor = before ?? sent
  const list = argumentsDigest(given)
  const hasPages = 'page' in operation.input.shape
  const number = cursor === '' ? 1 : Number.parseInt(cursor.slice(1), 10)
  return {
    cursor: cursor === '' ? null : cursor,
    page: hasPages ? { number, size: Number(given.limit) } : null,
    skipped: rows === undefined ? null : { rows: Number(rows), digest },
    list,
    isOfOtherList: sent !== '' && (hasPages || rows !== undefined) && !sent.endsWith(`.${list}`),
  }
}

/** Returns the cursor of the page after a position. */
export function nextPageCursor(number: number, { list }: Position): string {
  return `p${number + 1}.${list}`
}

/** Returns the cursor of the rows of the same page after those that were returned. */
export function restOfPageCursor({ cursor, list }: Position, returned: readonly unknown[]): string {
  return `${cursor ?? ''}~${returned.length}.${digestOf(returned)}.${list}`
}

function argumentsDigest({ cursor: _cursor, response_format: _format, ...given }: Record<string, unknown>): string {
  return digestOf(Object.entries(given).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

/** Returns the 32-bit FNV-1a hash of a value as JSON, in hexadecimal. */
export function digestOf(value: unknown): string {
  return fnv1a(JSON.stringify(value)).toString(16).padStart(8, '0')
}
