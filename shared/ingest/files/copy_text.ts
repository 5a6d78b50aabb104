import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'

/** NULL in COPY's text format. */
export const copyNull = '\\N'

const chunkCharacters = 262_144
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' }

/**
 * Returns a value in COPY's text format. An empty text becomes NULL; NUL characters, which Postgres text cannot hold,
 * are removed.
 */
export function copyText(value: string): string {
  if (value === '') return copyNull
  return /[\\\t\n\r\0]/.test(value)
    ? value.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] as string)
    : value
}

/** Returns a value as JSON in COPY's text format, without NUL characters and lone surrogates, which jsonb cannot hold. */
export function copyJson(value: unknown): string {
  return copyText(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' ? member.replaceAll('\0', '').toWellFormed() : member,
    ),
  )
}

/** Copies lines into a table, with backpressure. */
export async function copyInto(
  transaction: TransactionSql,
  table: string,
  columns: readonly string[],
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const copy = transaction.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`)
  await pipeline(gathered(lines), (await copy.writable()) as Writable)
}

/** Gathers lines into few large writes. */
async function* gathered(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const line of lines) {
    text += line
    if (text.length < chunkCharacters) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
