import { html } from 'hono/html'
import type { FileKind } from '../../../shared/ingest/file_kinds.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { listEmptied } from '../../../shared/sentences/warnings/imports.ts'
import type { EmptiedValues } from '../../../shared/sentences/warnings/imports.ts'
import { count } from '../parts/format.ts'

/** The values that a file of products would empty, by its first products. */
export interface PreviewedEmptying extends EmptiedValues {
  compared: number
  isWhole: boolean
}

const corrections: Partial<Record<FileKind, string>> = {
  orders: 'A later file replaces orders with the same id.',
  creatives: 'A later file replaces descriptions of the same creatives.',
  products:
    'A later file replaces products with the same id, with all of their values: a value that it does not have becomes empty.',
  reviews: 'A later file replaces reviews with the same id.',
}

/** Says before an import what it replaces, and until when it can be undone. */
export function permanence(kind: FileKind): Markup | string {
  if (kind === 'ads') {
    return html`<p class="note">
      The spend of a day counts once: numbers of the same account and day that were imported at another level, for
      example by campaign instead of by ad, are replaced. The result of the import names them. You can undo this import
      until a later report has the same or adjacent days.
    </p>`
  }
  return html`<p class="note">This import cannot be undone. ${corrections[kind] ?? ''}</p>`
}

/** Warns before an import of products that it empties values, and says how to keep them. */
export function emptiedValues(emptied: PreviewedEmptying | null | undefined): Markup | string {
  if (!emptied) return ''
  const { products, compared, isWhole } = emptied
  const held = `${products === 1 ? '1 product has' : `${count(products)} products have`} stored values`
  const consequence = isWhole
    ? 'that no row of this file has. The import empties them:'
    : `that none of the first ${count(compared)} products of this file has. The import empties them, unless a later product has such a value:`
  return html`<ul class="warnings">
    <li>
      ${held} ${consequence} <bdi>${listEmptied(emptied, { number: count })}</bdi>. To keep them, export a file with
      these values too.
      <a href="/docs/guides/import_data#products">Columns of product files</a>
    </li>
  </ul>`
}
