import type { Cut } from '../../sentences/warnings/imports.ts'
import { plainLine, plainText } from './fields/plain_text.ts'
import { attributesMax, characters, nameCharactersMax, valueCharactersMax, valuesMax } from './record.ts'

// The maximum length of text before markup is removed.
const rawCharactersMax = 200_000

/** A product, and which of its fields were shortened. */
export interface FittedProduct {
  product: Record<string, unknown>
  cuts: Cut[]
}

/** Shortens the fields that are longer than can be stored, instead of rejecting the product. */
export function fitProduct(given: Record<string, unknown>): FittedProduct {
  const cuts: Cut[] = []
  const product = { ...given }
  for (const [field, charactersMax] of Object.entries(characters)) {
    const text = product[field]
    if (typeof text !== 'string' || text.length <= charactersMax) continue
    const whole = (field === 'description' ? plainText : plainLine)(text.slice(0, rawCharactersMax))
    product[field] = cut(whole, charactersMax)
    if (whole.length > charactersMax || text.length > rawCharactersMax) {
      cuts.push({ field, characters_max: charactersMax })
    }
  }
  if (isObject(product.attributes)) product.attributes = fitAttributes(product.attributes, cuts)
  return { product, cuts }
}

function fitAttributes(given: Record<string, unknown>, cuts: Cut[]): Record<string, unknown> {
  const nonempty = Object.entries(given).filter(([name, value]) => plainLine(name) !== '' && !isEmpty(value))
  if (nonempty.length > attributesMax) {
    cuts.push({ field: 'attributes', entries_max: attributesMax, entries: nonempty.length })
  }
  return Object.fromEntries(
    nonempty.slice(0, attributesMax).map(([name, value]) => {
      const short = cut(plainLine(name), nameCharactersMax)
      if (plainLine(name).length > nameCharactersMax) {
        cuts.push({ field: 'attributes', name: short.slice(0, 20), characters_max: nameCharactersMax })
      }
      return [short, fitValue(short, value, cuts)]
    }),
  )
}

function fitValue(name: string, value: unknown, cuts: Cut[]): unknown {
  if (Array.isArray(value)) {
    if (value.length > valuesMax) {
      cuts.push({ field: `attributes.${name}`, entries_max: valuesMax, entries: value.length, noun: 'values' })
    }
    return value.slice(0, valuesMax).map((each) => fitValue(name, each, cuts))
  }
  if (typeof value !== 'string' || value.length <= valueCharactersMax) return value
  const whole = plainLine(value.slice(0, rawCharactersMax))
  if (whole.length > valueCharactersMax) {
    cuts.push({ field: `attributes.${name}`, characters_max: valueCharactersMax })
  }
  return cut(whole, valueCharactersMax)
}

/** Returns the beginning of a text, without half a surrogate pair at its end. */
function cut(text: string, charactersMax: number): string {
  return text
    .slice(0, charactersMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.every((each) => each === ''))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
