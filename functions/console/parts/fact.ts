import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** An entry of a description list. */
export function fact(name: string, value: string | Markup): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}
