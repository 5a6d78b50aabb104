import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant } from './format.ts'

/** Names the sources whose data stopped, on every page of the brand, with the link to the page where a person can act. */
export function banner({ brand, stoppedSources }: PageContext): Markup | string {
  if (!brand || stoppedSources.length === 0) return ''
  return html`
    <div class="alert banner" role="status">
      ${stoppedSources.map(
        ({ name, attention, attention_since, last_read_at, connected_at }) =>
          html`<p>
            <strong><bdi>${name}</bdi></strong> ${
              attention === null
                ? html`has not been read since ${instant(last_read_at ?? connected_at, brand.timezone)}.`
                : html`has needed attention since ${instant(attention_since, brand.timezone)}. ${attention}`
            }
          </p>`,
      )}
      <p><a href="/console/brands/${brand.id}/sources">See the sources</a></p>
    </div>
  `
}
