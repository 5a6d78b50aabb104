import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { instant, platformName } from './format.ts'

type Source = PageContext['stoppedSources'][number]

/** Names the sources whose data stopped, on every page of the brand, with the link to the page where a person can act. */
export function banner({ brand, stoppedSources }: PageContext): Markup | string {
  if (!brand || stoppedSources.length === 0) return ''
  return html`
    <div class="alert banner" role="status">
      ${groups(stoppedSources).map((group) => stopped(group, brand.timezone))}
      <p><a href="/console/brands/${brand.id}/sources">See the sources</a></p>
    </div>
  `
}

/** Returns the sources that one renewal repairs together, and each other source alone. */
function groups(sources: readonly Source[]): Source[][] {
  const keyOf = ({ id, needs, connection_id }: Source) => (needs === 'reconnect' ? connection_id : id)
  return [...Map.groupBy(sources, keyOf).values()]
}

function stopped(group: readonly Source[], timezone: string): Markup {
  const [{ platform, attention, attention_since, last_read_at, connected_at }] = group as [Source]
  const names = group.map(({ name }, index) => html`${index === 0 ? '' : ', '}<strong><bdi>${name}</bdi></strong>`)
  const isOne = group.length === 1
  return html`<p>
    ${names} (${platformName(platform)})
    ${
      attention === null
        ? html`has not been read since ${instant(last_read_at ?? connected_at, timezone)}.`
        : html`${isOne ? 'has' : 'have'} needed attention since ${instant(attention_since, timezone)}. ${attention}
          ${isOne ? '' : 'One Reconnect repairs all of them.'}`
    }
  </p>`
}
