import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

/** A form with its CSRF token. */
export function form(action: string, formToken: string, content: Markup): Markup {
  return html`
    <form method="post" action="${action}">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${content}
    </form>
  `
}

/** A form of one button. */
export function button(action: string, text: string, formToken: string): Markup {
  return form(action, formToken, html`<button class="secondary">${text}</button>`)
}

/** A text field of a form, below the reason if its value was refused. */
export function entry(label: string, { name, value, refusal, autocomplete, lengthMax }: Entry): Markup {
  const id = `wrong-${name}`
  return html`
    ${refusal ? html`<p class="alert" id="${id}" role="alert">${refusal}</p>` : ''}
    <label class="field">
      <span>${label}</span>
      <input
        name="${name}"
        value="${value}"
        autocomplete="${autocomplete}"
        maxlength="${lengthMax}"
        required
        ${refusal ? html`aria-invalid="true" aria-describedby="${id}" autofocus` : ''}
      />
    </label>
  `
}

interface Entry {
  name: string
  value: string
  refusal: string | undefined
  autocomplete: string
  lengthMax: number
}

/** Formats a time in UTC. */
export function instant(at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleString('en-GB', options)} UTC`
}
