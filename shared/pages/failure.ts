import { html } from 'hono/html'
import type { Markup } from './document.ts'

/** Returns the page of an error. `next` is an optional link to continue. */
export function failurePage(message: string, requestId: string, next?: { href: string; text: string }): Markup {
  return html`
    <h1>Request failed</h1>
    <p>${message}</p>
    ${next ? html`<p><a href="${next.href}">${next.text}</a></p>` : ''}
    <p class="quiet">If the problem persists, quote the request id <code>${requestId}</code>.</p>
  `
}
