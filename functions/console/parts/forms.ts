import { html } from 'hono/html'
import type { Operation } from '../../../shared/operation.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

/** Returns whether the person's role allows an operation, as `console.call` reports it. */
export function mayDo({ brand }: PageContext, { name }: Operation): boolean {
  return brand !== null && brand.may.includes(name)
}

/** The hidden fields of every form: the CSRF token, and an id that makes a repeated submission have no effect. */
export function ownForm({ formToken }: Pick<PageContext, 'formToken'>): Markup {
  return html`<input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="form_id" value="${crypto.randomUUID()}" />`
}

export interface ConfirmedForm {
  pageContext: PageContext
  action: string
  /** The label that opens the form. */
  summary: string
  /** The object of the action, to distinguish several such forms on a page for screen readers. */
  about?: string
  question: string | Markup
  verb: string
}

/** A form that opens on a click and asks for confirmation, for actions that cannot be undone. */
export function confirmedForm({ pageContext, action, summary, about, question, verb }: ConfirmedForm): Markup {
  return html`
    <details class="ask">
      <summary>${summary}${about ? html`<span class="unseen">: ${about}</span>` : ''}</summary>
      <form method="post" action="${action}">
        ${ownForm(pageContext)}
        <p>${question}</p>
        <button class="secondary slim">${verb}</button>
      </form>
    </details>
  `
}
