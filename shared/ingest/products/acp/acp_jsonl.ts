import { plainMessage } from '../../../http/input/plain_messages.ts'
import { warning } from '../../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../../files/records.ts'
import { acpProduct, acpVariantDraft } from './acp_product.ts'
import { productOf } from '../drafts.ts'
import type { PriceContext } from '../fields/price.ts'
import { readJsonLines } from '../json_lines.ts'
import type { JsonLine } from '../json_lines.ts'
import { openaiDraft } from './openai_fields.ts'
import type { ProductRecord } from '../record.ts'
import { RowError } from '../row_error.ts'
import type { FileSource } from '../../files/input_file.ts'

/**
 * Reads ACP's products.jsonl, one product with its variants per line, or OpenAI's flat feed as JSON Lines. The format
 * is detected per line.
 */
export async function* readAcpJsonl(
  file: FileSource,
  context: PriceContext,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const lines of readJsonLines(file)) {
    yield lines.flatMap((found) => recordsOf(found, context))
  }
}

function recordsOf({ line, object }: JsonLine, context: PriceContext): ImportRecord<ProductRecord>[] {
  if (object === null) return [{ line, value: null, reason: warning('line_is_no_object') }]
  if (!('variants' in object)) {
    return [productOf(line, () => openaiDraft((field) => textOf(object[field]), context))]
  }
  const product = acpProduct.safeParse(object, { error: plainMessage })
  if (!product.success) {
    const [issue] = product.error.issues
    const [field, message] = [String(issue?.path.join('.')), String(issue?.message)]
    return [{ line, value: null, reason: warning('product_breaks_acp_schema', { field, message }) }]
  }
  return product.data.variants.map((variant) => productOf(line, () => acpVariantDraft(product.data, variant)))
}

/** Returns a JSON value as the text that a CSV cell of the same feed contains. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)) {
    throw new RowError(warning('integer_is_inexact', { text: String(value) }))
  }
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string').join(' ')
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}
