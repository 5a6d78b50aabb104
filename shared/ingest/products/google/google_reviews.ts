import { warning } from '../../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../../files/records.ts'
import { recordOf } from '../drafts.ts'
import { reviewRecord } from '../review_record.ts'
import type { ReviewRecord } from '../review_record.ts'
import { RowError } from '../row_error.ts'
import { readXmlItems } from './xml_items.ts'
import type { XmlElement } from './xml_items.ts'
import type { FileSource } from '../../files/input_file.ts'

/** Reads Google's product reviews feed (schema 2.x). */
export async function* readGoogleReviews(file: FileSource): AsyncGenerator<ImportRecord<ReviewRecord>[]> {
  for await (const items of readXmlItems(file, 'review')) {
    yield items.map(({ line, element }) =>
      recordOf(line, reviewRecord, () => {
        if (element === null) throw new RowError(warning('element_is_too_large', { kind: 'review' }))
        return draftOf(element)
      }),
    )
  }
}

function draftOf(review: XmlElement): Record<string, unknown> {
  const text = (...path: string[]) => at(review, path)?.text.trim() ?? ''
  if (text('is_spam') === 'true') throw new RowError(warning('review_is_spam'))
  const name = at(review, ['reviewer', 'name'])
  const ids = at(review, ['products', 'product', 'product_ids'])
  const isAnonymous = name?.attributes.is_anonymous === 'true'
  const id = (list: string, kind: string) => (ids && at(ids, [list, kind])?.text.trim()) || ''
  const productId = id('skus', 'sku') || id('gtins', 'gtin') || id('mpns', 'mpn')
  if (productId === '') throw new RowError(warning('review_names_no_product'))
  return {
    id: text('review_id'),
    product_id: productId,
    author: isAnonymous ? '' : name?.text,
    rating: ratingOf(at(review, ['ratings', 'overall'])),
    title: text('title'),
    body: text('content'),
    language: text('review_language'),
    verified_purchase: text('is_verified_purchase'),
    created_at: text('review_timestamp'),
  }
}

/** Returns the rating from 1 to 5, converted from the scale of the file; 1 to 5 if the file has none. */
function ratingOf(overall: XmlElement | undefined): number | undefined {
  if (overall === undefined) return undefined
  const [min, max] = [Number(overall.attributes.min ?? 1), Number(overall.attributes.max ?? 5)]
  const given = overall.text.trim() === '' ? Number.NaN : Number(overall.text)
  if (!(min < max && given >= min && given <= max)) {
    throw new RowError(warning('rating_is_out_of_scale', { text: overall.text.trim().slice(0, 40) }))
  }
  return Math.round((1 + ((given - min) / (max - min)) * 4) * 100) / 100
}

function at(element: XmlElement, path: readonly string[]): XmlElement | undefined {
  let found: XmlElement | undefined = element
  for (const name of path) found = found?.children.find((child) => child.name === name)
  return found
}
