/** The operationId of a summary: "Create a price hold" becomes `createPriceHold`. Pages, links and client types use it. */
export function operationId(summary: string): string {
  const words = summary.split(/[^A-Za-z]+/).filter((word) => !/^(a|an|the)?$/i.test(word))
  const [first = '', ...others] = words
  return first.toLowerCase() + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
