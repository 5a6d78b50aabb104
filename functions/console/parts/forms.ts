import { html } from 'hono/html'
import type { Operation } from '../../../shared/operation.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { personTag } from '../kept_form/person_tag.ts'
import type { PageContext, Refused } from '../page_context.ts'

/** Returns whether the person's role allows an operation, as `console.call` reports it. */
export function mayDo({ brand }: PageContext, { name }: Operation): boolean {
  return brand !== null && brand.may.includes(name)
}

/**
 * The hidden fields of every form: the CSRF token, an id that makes a repeated submission have no effect, and a tag of the person,
 * by which a form that outlived its session is shown only to the same person again.
 */
export function ownForm({ formToken, person }: Pick<PageContext, 'formToken' | 'person'>): Markup {
  return html`<input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="form_id" value="${crypto.randomUUID()}" />
    <input type="hidden" name="form_person" value="${personTag(person)}" />`
}

/** Returns the error of one field of a refused form as a sentence. `input` is the name of the input of the operation. */
export function errorOf(refused: Refused | undefined, input: string): string | undefined {
  const found = refused?.error.fields?.find(({ path }) => path.split(/[.[]/)[0] === input)
  if (!found) return undefined
  return /^[a-z]/.test(found.message) ? `${page.field(input)} ${found.message}` : found.message
}

function isFirstWrong(refused: Refused | undefined, input: string): boolean {
  return refused?.error.fields?.[0]?.path.split(/[.[]/)[0] === input
}

/** Returns the error of a refused form that none of its fields shows. It receives the focus. */
export function formError(refused: Refused | undefined, inputs: readonly string[]): Markup | string {
  if (!refused || inputs.some((input) => errorOf(refused, input) !== undefined)) return ''
  return html`<p class="alert" role="alert" tabindex="-1" autofocus>${refused.error.message}</p>`
}

/** The error beside a field. `id` connects it with the field (`aria-describedby`). */
export function fieldError(id: string, text: string | undefined): Markup | string {
  return text === undefined ? '' : html`<span class="wrong" id="${id}" role="alert">${text}</span>`
}

export interface TextField {
  label: string
  name: string
  /** The attributes of the input besides its name and value. */
  attributes: Markup
  refused: Refused | undefined
  /** The value unless the form was refused. */
  value?: string | undefined
  /** Distinguishes the errors of several forms of a page. */
  formName?: string
}

/** A text input with its label, the entered value and the error. The first wrong field of a form receives the focus. */
export function textField({ label, name, attributes, refused, value, formName = 'form' }: TextField): Markup {
  const error = errorOf(refused, name)
  const id = `${formName}-${name}-error`
  const isFirst = isFirstWrong(refused, name)
  return html`<label class="field"
      ><span>${label}</span>
      <input
        name="${name}"
        ${attributes}
        value="${refused?.form.get(name) ?? value ?? ''}"
        autocomplete="off"
        ${error ? html`aria-invalid="true" aria-describedby="${id}"` : ''}
        ${isFirst ? html`autofocus` : ''}
    /></label>
    ${fieldError(id, error)}`
}

export interface SelectField extends Omit<TextField, 'attributes' | 'value'> {
  options: readonly { value: string; text: string }[]
  /** The value that is selected unless the form was refused. */
  selected: string
}

/** A menu with its label, the chosen value and the error. */
export function selectField({ label, name, options, selected, refused, formName = 'form' }: SelectField): Markup {
  const error = errorOf(refused, name)
  const id = `${formName}-${name}-error`
  const chosen = refused?.form.get(name) ?? selected
  return html`<label class="field"
      ><span>${label}</span>
      <select
        name="${name}"
        required
        ${error ? html`aria-invalid="true" aria-describedby="${id}"` : ''}
        ${isFirstWrong(refused, name) ? html`autofocus` : ''}
      >
        ${options.map(
          ({ value, text }) => html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`,
        )}
      </select></label
    >
    ${fieldError(id, error)}`
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
  /** The refusal of the form, which opens it. */
  refused?: Refused | undefined
}

/** A form that opens on a click and asks for confirmation, for actions that cannot be undone. */
export function confirmedForm({ pageContext, action, summary, about, question, verb, refused }: ConfirmedForm): Markup {
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>${summary}${about ? html`<span class="unseen">: ${about}</span>` : ''}</summary>
      <form method="post" action="${action}">
        ${ownForm(pageContext)} ${formError(refused, [])}
        <p>${question}</p>
        <button class="secondary slim">${verb}</button>
      </form>
    </details>
  `
}
