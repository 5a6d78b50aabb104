import { html } from 'hono/html'
import type { Markup } from './layout.ts'

export function failurePage(message: string, requestId: string): Markup {
  return html`
    <h1>This did not work</h1>
    <p>${message}</p>
    <p class="quiet">If it stays so, quote <code>${requestId}</code>.</p>
  `
}
