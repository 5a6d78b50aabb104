import { html } from 'hono/html'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { address } from './choices.ts'
import type { Choice } from './choices.ts'

/** The content of an empty page or section: the reason, and advice if data is missing. */
export function emptyState(error: ApiError | null, advice: string | Markup): Markup {
  return html`
    <div class="empty">
      ${error ? html`<p>${error.message}</p>` : ''} ${isMissingData(error) ? html`<p>${advice}</p>` : ''}
    </div>
  `
}

/** An empty state for data that is not imported, with the way to import it. `files` are the files to import. */
export function importState(error: ApiError | null, { brand }: PageContext, files: string): Markup {
  return emptyState(
    error,
    html`<a href="/console/brands/${brand?.id}/imports">Upload ${files}</a>, or
      <a href="/console/brands/${brand?.id}/sources">connect an account</a>.
      <a href="/docs/guides/upload_files">Which files can be uploaded</a>`,
  )
}

function isMissingData(error: ApiError | null): boolean {
  return error === null || error.code === 'data_not_ready'
}

export function warnings(texts: readonly string[]): Markup | string {
  if (texts.length === 0) return ''
  return html`<ul class="warnings">
    ${texts.map((text) => html`<li>${text}</li>`)}
  </ul>`
}

export function notice(text: string | undefined): Markup | string {
  return text ? html`<p class="notice" role="status">${text}</p>` : ''
}

export function alert(error: ApiError | null | undefined): Markup | string {
  return error ? html`<p class="alert" role="alert">${error.message}</p>` : ''
}

/** Links to the previous and next page of a list. Empty for a list of one page. */
export function pager(
  path: string,
  page: number,
  pages: number,
  query: Choice<unknown>['query'] = {},
): Markup | string {
  if (pages < 2) return ''
  const to = (page: number) => address(path, { ...query, page })
  return html`
    <nav class="pager" aria-label="Pages of the list">
      ${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">Previous</a>` : ''}
      <span class="quiet">Page ${page} of ${pages}</span>
      ${page < pages ? html`<a href="${to(page + 1)}" rel="next">Next</a>` : ''}
    </nav>
  `
}
