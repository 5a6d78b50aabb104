import { html } from 'hono/html'
import type { FileKind } from '../../../shared/ingest/file_kinds.ts'
import type { Markup } from '../../../shared/pages/document.ts'

const corrections: Partial<Record<FileKind, string>> = {
  orders: 'A later file replaces orders with the same id.',
  creatives: 'A later file replaces descriptions of the same creatives.',
  products: 'A later file replaces products with the same id.',
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
