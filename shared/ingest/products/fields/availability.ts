/** Spellings of Google, OpenAI, ACP, Meta and schema.org, in lower case without spaces, hyphens and underscores. */
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
    // A backorder can be ordered but is not in stock, like a pre-order.
    backorder: 'preorder',
    // Meta: can be ordered, and is sent in one or two weeks.
    availablefororder: 'preorder',
  }),
)

/** Returns the availability of a known spelling, else the text unchanged. */
export function availabilityOf(text: string): string {
  return spellings.get(bareAvailability(text)) ?? text
}

/** Returns a spelling in lower case, without spaces, hyphens, underscores and the address of schema.org. */
export function bareAvailability(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s_-]/g, '')
}
