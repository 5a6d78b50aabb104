import type { ImportRecord } from '../files/records.ts'
import { check } from '../files/records.ts'
import type { z } from 'zod'
import type { Cut } from '../../sentences/warnings/imports.ts'
import { bareAvailability } from './fields/availability.ts'
import { fitProduct } from './fit_product.ts'
import { productRecord } from './record.ts'
import type { ProductRecord } from './record.ts'
import { RowError } from './row_error.ts'

/** Returns the validated record of a row. An error rejects only this row. */
export function recordOf<Schema extends z.ZodObject>(
  line: number,
  schema: Schema,
  draft: () => Record<string, unknown>,
): ImportRecord<z.output<Schema>> {
  try {
    return check(line, withoutEmpty(draft()), schema)
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return { line, value: null, reason: error.reason }
  }
}

/** Returns the validated product of a row. Fields that are too long are shortened instead of rejected. */
export function productOf(line: number, read: () => Record<string, unknown>): ImportRecord<ProductRecord> {
  const draft = () => withBackorder(read())
  const record = recordOf(line, productRecord, draft)
  if (record.value !== null) return record
  let cuts: readonly Cut[] = []
  const fitted = recordOf(line, productRecord, () => {
    const { product, cuts: made } = fitProduct(withoutEmpty(draft()))
    cuts = made
    return product
  })
  return fitted.value === null || cuts.length === 0 ? fitted : { ...fitted, cuts }
}

/** Agents see a backorder as a preorder. Feeds keep the difference. */
function withBackorder(draft: Record<string, unknown>): Record<string, unknown> {
  const { availability, feed_fields } = draft
  if (typeof availability !== 'string' || bareAvailability(availability) !== 'backorder') return draft
  return { ...draft, feed_fields: { ...(feed_fields as object | undefined), availability: 'backorder' } }
}

/** Removes the fields that are absent or empty. */
function withoutEmpty(draft: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
