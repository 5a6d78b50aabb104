import { warning } from '../../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../../files/records.ts'
import { productOf } from '../drafts.ts'
import { googleDraft } from './google_fields.ts'
import type { GoogleItem } from './google_fields.ts'
import type { PriceContext } from '../fields/price.ts'
import type { ProductRecord } from '../record.ts'
import { RowError } from '../row_error.ts'
import { shippingParts } from '../../../storefront/shipping_rate.ts'
import type { ShippingRate } from '../../../storefront/shipping_rate.ts'
import { readXmlItems } from './xml_items.ts'
import type { XmlElement } from './xml_items.ts'
import type { FileSource } from '../../files/input_file.ts'
import { writeGoogleList } from '../../../storefront/google_list.ts'

const googleSpaces = new Set(
  ['http', 'https'].flatMap((scheme) => ['', '/'].map((end) => `${scheme}://base.google.com/ns/1.0${end}`)),
)
const atomSpace = 'http://www.w3.org/2005/Atom'
/** Elements of RSS and Atom that replace missing Google attributes. */
const plain = new Map([
  ['summary', 'description'],
  ['content', 'description'],
])

/** Reads Google Merchant's RSS 2.0 (`item`) or Atom (`entry`) feed. */
export async function* readGoogleXml(
  file: FileSource,
  itemName: 'item' | 'entry',
  context: PriceContext,
): AsyncGenerator<ImportRecord<ProductRecord>[]> {
  for await (const items of readXmlItems(file, itemName)) {
    yield items.map(({ line, element }) =>
      productOf(line, () => {
        if (element === null) throw new RowError(warning('element_is_too_large', { kind: 'product' }))
        return googleDraft(googleItem(element), context)
      }),
    )
  }
}

function googleItem(element: XmlElement): GoogleItem {
  const values = new Map<string, string[]>()
  const own = new Map<string, string[]>()
  for (const child of element.children) {
    const isGoogle = googleSpaces.has(child.space)
    if (!isGoogle && child.space !== '' && child.space !== atomSpace) continue
    const name = isGoogle ? child.name : (plain.get(child.name) ?? child.name)
    const text = isGoogle ? textOf(child) : plainTextOf(child)
    const list = isGoogle ? values : own
    if (text === '') continue
    const known = list.get(name)
    if (known) known.push(text)
    else list.set(name, [text])
  }
  const all = (attribute: string) => values.get(attribute) ?? own.get(attribute) ?? []
  const shipping = element.children.filter(({ space, name }) => googleSpaces.has(space) && name === 'shipping')
  return { all, one: (attribute) => all(attribute)[0] ?? '', rates: shipping.map(rateOf) }
}

/** Returns the text of an attribute. Lists and attributes with parts are written as in text feeds. */
function textOf({ name, text, children }: XmlElement): string {
  const parts = children.length === 0 ? [text.trim()] : children.map((part) => part.text.trim())
  return /^product_(highlight|detail)$/.test(name) ? writeGoogleList([parts]) : parts.join(':')
}

function rateOf({ children }: XmlElement): ShippingRate {
  const known = children.filter((part) => (shippingParts as readonly string[]).includes(part.name))
  return Object.fromEntries(known.map((part) => [part.name, part.text.trim()]))
}

/**
 * Returns the text of an RSS or Atom element. Atom has URLs in an attribute, links with other relations, and may
 * contain XHTML.
 */
function plainTextOf(child: XmlElement): string {
  if (child.name !== 'link' || child.attributes.href === undefined) return wholeText(child)
  return (child.attributes.rel ?? 'alternate') === 'alternate' ? child.attributes.href.trim() : ''
}

function wholeText({ text, children }: XmlElement): string {
  return [text, ...children.map(wholeText)].join(' ').trim()
}
