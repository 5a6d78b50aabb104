import { isOpenai } from './acp/openai_fields.ts'
import { readJsonLines } from './json_lines.ts'
import { isShopify } from './shopify/shopify_columns.ts'
import type { FileSource } from '../files/input_file.ts'

export const productFormats = [
  'google_tsv',
  'google_xml',
  'shopify_csv',
  'acp_csv',
  'acp_jsonl',
  'generic_jsonl',
] as const
export type ProductFormat = (typeof productFormats)[number]
export type TableFormat = 'google_tsv' | 'shopify_csv' | 'acp_csv'

/** Detects the format of a table by columns that the other formats lack. Google's columns occur in all of them. */
export function recognizeTable(columns: readonly string[]): TableFormat {
  if (isShopify(columns)) return 'shopify_csv'
  return isOpenai(columns) ? 'acp_csv' : 'google_tsv'
}

/** Detects the format of JSON Lines by the first line that is an object. */
export async function recognizeJson(file: FileSource): Promise<'acp_jsonl' | 'generic_jsonl'> {
  for await (const lines of readJsonLines(file)) {
    const object = lines.find((found) => found.object !== null)?.object
    if (!object) continue
    const isAcp = Array.isArray(object.variants) || isOpenai(Object.keys(object)) || typeof object.price === 'string'
    return isAcp ? 'acp_jsonl' : 'generic_jsonl'
  }
  return 'generic_jsonl'
}

/** Returns the name of the first element, without its prefix. */
export function xmlRoot(head: string): string {
  return /<(?![?!])(?:[\w.-]+:)?([\w.-]+)/.exec(head)?.[1]?.toLowerCase() ?? ''
}
