import type { ImportRecord } from '../../files/records.ts'
import type { ProductRecord } from '../record.ts'

/** Returns the fields of a product that have values, named as `storefront.emptied_fields` names them. */
export function statedFields({ attributes, feed_fields = {}, ...product }: ProductRecord): string[] {
  const own = Object.entries(product).flatMap(([field, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [field],
  )
  return [...own, ...Object.keys(attributes), ...Object.keys(feed_fields)]
}

/** Yields the products of a file and adds to `fields` those in which one of them has a value. */
export async function* noteFields(
  batches: AsyncIterable<ImportRecord<ProductRecord>[]>,
  fields: Set<string>,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const batch of batches) {
    for (const { value } of batch) if (value !== null) for (const field of statedFields(value)) fields.add(field)
    yield batch
  }
}
