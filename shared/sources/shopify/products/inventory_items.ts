import { z } from 'zod'
import type { Call } from '../../call.ts'
import { SourceError } from '../../source_error.ts'
import { askShop } from '../admin_api.ts'
import { gid, idOf } from '../gid.ts'

const pageSize = 10
/** Shopify plans inventory items that several variants share. Today an item has one. */
const variantsMax = 10

const form = z.record(
  z.string(),
  z
    .object({ variants: z.object({ nodes: z.array(z.object({ product: z.object({ id: gid('Product') }) })) }) })
    .nullable(),
)

/** Returns the ids of the products whose variants have these inventory items. An item that does not exist has none. */
export async function productsOfItems(
  call: Call,
  items: readonly string[],
  unknownFields: Set<string>,
): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < items.length; start += pageSize) {
    const part = items.slice(start, start + pageSize)
    const given = await askShop(
      call,
      form,
      `query (${part.map((_, index) => `$id${index}: ID!`).join(' ')}) {
        ${part.map((_, index) => `item${index}: inventoryItem(id: $id${index}) { ...fields }`).join(' ')}
      }
      fragment fields on InventoryItem { variants(first: ${variantsMax}) { nodes { product { id } } } }`,
      Object.fromEntries(part.map((id, index) => [`id${index}`, `gid://shopify/InventoryItem/${id}`])),
      unknownFields,
    )
    for (const [index, item] of part.entries()) {
      const each = given[`item${index}`]
      if (each === undefined) throw new SourceError('reply_is_inconsistent', 'retry', { item })
      found.push(...(each?.variants.nodes ?? []).map(({ product }) => idOf(product.id)))
    }
  }
  return found
}
