/** The parts of `shipping` of Google Merchant Center. In XML each is an element; a text feed states their order in the heading. */
export const shippingParts = [
  'country',
  'region',
  'service',
  'price',
  'min_handling_time',
  'max_handling_time',
  'min_transit_time',
  'max_transit_time',
  'postal_code',
  'location_id',
  'location_group_name',
] as const
export type ShippingPart = (typeof shippingParts)[number]
export type ShippingRate = Partial<Record<ShippingPart, string>>

/** The order of a text feed whose heading states none: "US::Standard:14.95 USD". */
const usualParts: readonly ShippingPart[] = ['country', 'region', 'service', 'price']

/** Returns the rates of a cell. Commas separate rates, and may be in names and prices if the country is the first part. */
export function ratesOf(cell: string, parts: readonly string[] = usualParts): ShippingRate[] {
  const texts = cell.split(parts[0] === 'country' ? /,(?=\s*[A-Z]{2}:)/ : ',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const values = text.split(':').map((value) => value.trim())
    return Object.fromEntries(
      shippingParts
        .map((part) => [part, values[parts.indexOf(part)] ?? ''] as const)
        .filter(([, value]) => value !== ''),
    )
  })
}

/** Returns the heading and the cells of a text feed for the rates of its rows. */
export function shippingColumn(rows: readonly (readonly ShippingRate[])[]): { heading: string; cells: string[] } {
  const used = new Set(rows.flat().flatMap((rate) => Object.keys(rate)))
  const isUsual = [...used].every((part) => (usualParts as readonly string[]).includes(part))
  const parts = isUsual ? usualParts : shippingParts.filter((part) => usualParts.includes(part) || used.has(part))
  return {
    heading: isUsual ? 'shipping' : `shipping(${parts.join(':')})`,
    cells: rows.map((rates) => rates.map((rate) => parts.map((part) => rate[part] ?? '').join(':')).join(',')),
  }
}
