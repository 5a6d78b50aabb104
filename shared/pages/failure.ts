import { html } from 'hono/html'
import type { Markup } from './document.ts'

/** `next` is where to go from here, where there is such a page. */
export function failurePage(message: string, requestId: string, next?: { href: string; text: string }): Markup {
  return html`
    <h1>This did not work</h1>
    <p>${message}</p>
    ${next ? html`<p><a href="${next.href}">${next.text}</a></p>` : ''}
    <p class="quiet">If it stays so, quote <code>${requestId}</code>.</p>
  `
}
