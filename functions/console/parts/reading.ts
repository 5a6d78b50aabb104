import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { view } from '../../../shared/operations/console/view.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { readingState } from '../../../shared/sentences/warnings/account.ts'
import type { PageContext } from '../page_context.ts'
import { day, platformName } from './format.ts'
import { emptyState, importState } from './notices.ts'

type Unread = z.output<(typeof view)['output']>['unread']

/** Names the accounts of which days of the page have not been read yet. `consequence` says what that means for the page. */
export function readingBanner(
  unread: Unread,
  { brand }: PageContext,
  consequence = 'Totals are incomplete.',
): Markup | string {
  if (!brand || unread.length === 0) return ''
  return html`
    <div class="notice banner" role="status">
      ${unread.map(
        (source) =>
          html`<p>
            <strong><bdi>${source.name}</bdi></strong> (${platformName(source.platform)}) ${stateOf(source)}
            ${consequence}
          </p>`,
      )}
      <p><a href="/console/brands/${brand.id}/sources">See the sources</a></p>
    </div>
  `
}

/** An account that was read before its pause lacks the days since then only. */
function stateOf({ status, progress, missing_from }: Unread[number]): string {
  if (missing_from === null) return readingState(status, progress)
  const state = progress === null ? 'is paused.' : readingState(status, progress)
  return `${state} Its days from ${day(missing_from)} on are missing.`
}

/** In place of numbers: the accounts whose first days are being read, or else how to bring numbers in. */
export function numbersToCome(error: ApiError | null, unread: Unread, pageContext: PageContext): Markup {
  if (unread.length === 0) return importState(error, pageContext, 'a report of an ad platform')
  const consequence = 'Its numbers appear here when the first days are read.'
  return html`${readingBanner(unread, pageContext, consequence)} ${emptyState(error, '')}`
}
