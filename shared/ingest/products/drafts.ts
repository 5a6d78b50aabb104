import type { ImportRecord } from '../files/records.ts'
import { check } from '../files/records.ts'
import type { z } from 'zod'
import type { Cut } from '../../sentences/warnings/imports.ts'
import { availabilityOf, bareAvailability } from './fields/availability.ts'
import { isWebAddress } from './fields/fields.ts'
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
  let given: Record<string, unknown> = {}
  const draft = () => withQuantity((given = withBackorder(read())))
  const record = recordOf(line, productRecord, draft)
  if (record.value !== null) return withDropped(record, given)
  let cuts: readonly Cut[] = []
  const fitted = recordOf(line, productRecord, () => {
    const { product, cuts: made } = fitProduct(withoutEmpty(draft()))
    cuts = made
    return product
  })
  return fitted.value === null ? fitted : withDropped(cuts.length === 0 ? fitted : { ...fitted, cuts }, given)
}

/** Reports values that the schema of a product removes because they are not valid. */
function withDropped(
  record: ImportRecord<ProductRecord> & { value: ProductRecord },
  given: Record<string, unknown>,
): ImportRecord<ProductRecord> {
  const gtin = String(given.gtin ?? '').trim()
  const links = (Array.isArray(given.image_links) ? given.image_links : []).map((link) => String(link).trim())
  const invalid = links.filter((link) => link !== '' && !isWebAddress(link))
  const { quantity } = given
  const dropped: Cut[] = [
    ...(typeof quantity === 'string' && quantity !== '' && record.value.quantity === undefined
      ? [{ field: 'quantity', dropped: quantity.slice(0, 40), dropped_count: 1 }]
      : []),
    ...(gtin !== '' && record.value.gtin === undefined
      ? [{ field: 'gtin', dropped: gtin.slice(0, 40), dropped_count: 1 }]
      : []),
    ...(invalid.length > 0
      ? [{ field: 'image_links', dropped: (invalid[0] as string).slice(0, 80), dropped_count: invalid.length }]
      : []),
  ]
  return dropped.length === 0 ? record : { ...record, cuts: [...(record.cuts ?? []), ...dropped] }
}

/** Agents see a backorder as a preorder. Feeds keep the difference. */
function withBackorder(draft: Record<string, unknown>): Record<string, unknown> {
  const { availability, feed_fields } = draft
  if (typeof availability !== 'string') return draft
  if (!['backorder', 'availablefororder'].includes(bareAvailability(availability))) return draft
  return { ...draft, feed_fields: { ...(feed_fields as object | undefined), availability: 'backorder' } }
}

/**
 * Reads the quantity of a table. It is left out if it is not a whole number, and a quantity of 0 also if the product is
 * not out of stock, because shops write 0 for stock that they do not count.
 */
function withQuantity(draft: Record<string, unknown>): Record<string, unknown> {
  const { quantity, ...others } = draft
  if (typeof quantity !== 'string') return draft
  const isSoldOut = availabilityOf(String(draft.availability)) === 'out_of_stock'
  const isCount = /^\d{1,9}$/.test(quantity) && (Number(quantity) > 0 || isSoldOut)
  return isCount ? { ...others, quantity: Number(quantity) } : others
}

/** Removes the fields that are absent or empty. */
function withoutEmpty(draft: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
