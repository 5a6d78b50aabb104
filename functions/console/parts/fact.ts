import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** A name and what it comes to, in a list of such. */
export function fact(name: string, value: string | Markup): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
