import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** A form of one button. */
export function button(action: string, text: string, formToken: string): Markup {
  return html`
    <form method="post" action="${action}">
      <input type="hidden" name="form_token" value="${formToken}" />
      <button class="secondary">${text}</button>
    </form>
  `
}

/** Formats a time in UTC. */
export function instant(at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleString('en-GB', options)} UTC`
}
