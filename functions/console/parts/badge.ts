import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** The state of an entry. The stylesheet gives some states a color; the others have the accent color. */
export function badge(state: string, text = state): Markup {
  return html`<span class="state ${state}">${text}</span>`
}
