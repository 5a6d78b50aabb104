import { html } from 'hono/html'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import { startUpload } from '../../../shared/operations/console/start_upload.ts'
import { startAuthorization } from '../../../shared/operations/sources/start_authorization.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { address } from './choices.ts'
import type { Choice } from './choices.ts'
import { mayDo } from './forms.ts'

/** The content of an empty page or section: the reason, and advice if data is missing. */
export function emptyState(error: ApiError | null, advice: string | Markup): Markup {
  return html`
    <div class="empty">
      ${error ? html`<p>${error.message}</p>` : ''} ${advice && isMissingData(error) ? html`<p>${advice}</p>` : ''}
    </div>
  `
}

/**
 * An empty state for data that is missing, with the way to bring it in. `files` are the files to upload. A person who may not do
 * either reads which roles may.
 */
export function importState(error: ApiError | null, pageContext: PageContext, files: string): Markup {
  if (!isMissingData(error)) return emptyState(error, '')
  const root = `/console/brands/${pageContext.brand?.id}`
  const mayBringIn = mayDo(pageContext, startAuthorization) && mayDo(pageContext, startUpload)
  return html`
    <div class="empty">
      ${error ? html`<p>${error.message}</p>` : ''}
      ${
        mayBringIn
          ? html`<div class="buttons">
                <a class="button primary slim" href="${root}/sources">Connect an account</a>
                <a class="button secondary slim" href="${root}/imports">Upload a file</a>
              </div>
              <p class="note">
                The file is ${files}. <a href="/docs/guides/upload_files">Which files can be uploaded</a>
              </p>`
          : html`<p>
              Ask an admin or owner of this brand to connect an account or to upload ${files}.
              <a href="${root}/people">Who that is</a>
            </p>`
      }
    </div>
  `
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

/**
 * The warnings of all results of a page as one list under its figures. Results with the same warning make one note. The lists of the most
 * important results come first.
 */
export function notes(...lists: readonly (readonly string[] | undefined)[]): Markup | string {
  const texts = [...new Set(lists.flatMap((list) => list ?? []))]
  if (texts.length === 0) return ''
  return html`<section class="notes" aria-labelledby="notes">
    <h2 id="notes">Notes on these numbers</h2>
    <ul>
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>
  </section>`
}

/** A mark at a row whose days are incomplete. The page has the footnote once. */
export function missingDaysMark(): Markup {
  return html`<a class="mark-of" href="#days-missing" aria-label="Footnote: days are missing">*</a>`
}

export function missingDaysFootnote(rows: readonly { partial?: unknown }[]): Markup | string {
  return rows.some(({ partial }) => partial)
    ? html`<p class="note" id="days-missing">* Days are missing, or are not over.</p>`
    : ''
}

export function notice(text: string | undefined): Markup | string {
  return text ? html`<p class="notice" role="status">${text}</p>` : ''
}

export function alert(error: ApiError | null | undefined): Markup | string {
  return error ? html`<p class="alert" role="alert">${error.message}</p>` : ''
}

/** What a list shows instead of a page beyond its end. Undefined for a page that it has, and for an empty list. */
export function beyondEnd(
  path: string,
  page: number,
  pages: number,
  query: Choice<unknown>['query'] = {},
): Markup | undefined {
  if (page <= Math.max(1, pages)) return undefined
  const first = html`<a href="${address(path, { ...query, page: undefined })}">First page</a>`
  return emptyState(null, html`There is no page ${page}. ${first}`)
}

/** Links to the previous and next page of a list. Empty for a list of one page, and beyond its end. */
export function pager(
  path: string,
  page: number,
  pages: number,
  query: Choice<unknown>['query'] = {},
): Markup | string {
  if (pages < 2 || page > pages) return ''
  const to = (page: number) => address(path, { ...query, page })
  return html`
    <nav class="pager" aria-label="Pages of the list">
      ${page > 1 ? html`<a href="${to(page - 1)}" rel="prev">Previous</a>` : ''}
      <span class="quiet">Page ${page} of ${pages}</span>
      ${page < pages ? html`<a href="${to(page + 1)}" rel="next">Next</a>` : ''}
    </nav>
  `
}
