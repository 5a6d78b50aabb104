import { html } from 'hono/html'
import type { Operation } from '../../../shared/operation.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'

/** Whether to offer somebody an operation, by what the database says of their role (console.call). */
export function mayDo({ brand }: PageContext, { name }: Operation): boolean {
  return brand !== null && brand.may.includes(name)
}

/** What every form of ours carries: whose page it is on, and which form it is, so that it does nothing twice. */
export function ownForm({ formToken }: Pick<PageContext, 'formToken'>): Markup {
  return html`<input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="form_id" value="${crypto.randomUUID()}" />`
}

export interface Ask {
  pageContext: PageContext
  action: string
  /** What opens the question. */
  summary: string
  /** Of several such questions on a page, what this one is about. */
  about?: string
  question: string | Markup
  verb: string
}

/** A form behind a question: what cannot be undone takes a second click. */
export function askFirst({ pageContext, action, summary, about, question, verb }: Ask): Markup {
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
