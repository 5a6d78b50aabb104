import { ImportError } from '../../../shared/ingest/import_error.ts'
import { statedFields } from '../../../shared/ingest/products/fields/stated_fields.ts'
import { openProducts } from '../../../shared/ingest/products/open.ts'
import { previewedMax, statedMax } from '../../../shared/operations/console/emptied_fields.ts'

export interface PreviewedProducts {
  product_ids: string[]
  stated_fields: string[]
}

const chunkBytes = 16_384
const website = 'https://shop.example'

/** Returns the first products of a file and the fields in which one of them has a value. Null if none can be read. */
export async function previewedProducts(
  { name, size, currency }: { name: string; size: number; currency: string },
  beginning: Uint8Array,
): Promise<PreviewedProducts | null> {
  const ids = new Set<string>()
  const fields = new Set<string>()
  const file = {
    name,
    size,
    async *read() {
      for (let at = 0; at < beginning.length; at += chunkBytes) yield beginning.subarray(at, at + chunkBytes)
    },
  }
  try {
    // The decimal mark and the website are constants, because only the presence of a price and of a link is compared.
    const { batches } = await openProducts(file, undefined, { currency, decimal: 'point', website })
    for await (const batch of batches) {
      for (const { value } of batch) {
        if (value === null || ids.size >= previewedMax) continue
        ids.add(value.id)
        for (const field of statedFields(value)) fields.add(field)
      }
      if (ids.size >= previewedMax) break
    }
  } catch (thrown) {
    // The beginning of a large file ends within a record.
    if (!(thrown instanceof ImportError)) throw thrown
  }
  return ids.size === 0 || fields.size > statedMax ? null : { product_ids: [...ids], stated_fields: [...fields] }
}
