/** Spellings of Google, OpenAI, ACP, Meta and schema.org, without their blanks, strokes and capitals. */
const spellings = new Map(
  Object.entries({
    instock: 'in_stock',
    onlineonly: 'in_stock',
    lowstock: 'low_stock',
    limitedstock: 'low_stock',
    limitedavailability: 'low_stock',
    outofstock: 'out_of_stock',
    soldout: 'out_of_stock',
    discontinued: 'out_of_stock',
    preorder: 'preorder',
    presale: 'preorder',
    // To be had, though not yet: nearer to a pre-order than to stock.
    backorder: 'preorder',
  }),
)

/** The availability that a file spells in its own way; what is no spelling of any comes back as it is. */
export function availabilityOf(text: string): string {
  const bare = text
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]/g, '')
  return spellings.get(bare) ?? text
}
