import { html } from 'hono/html'
import type { Contract } from '../../../shared/operation.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { personTag } from '../kept_form/person_tag.ts'
import { shownFormField } from '../kept_form/sealed.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { listField } from './page_query.ts'

/** Returns whether the person's role allows an operation, as `console.call` reports it. */
export function mayDo({ brand }: PageContext, { name }: Contract): boolean {
  return brand !== null && brand.may.includes(name)
}

/**
 * The hidden fields of every form: the CSRF token, an id that makes a repeated submission have no effect, and a tag of the person,
 * by which a form that outlived its session is shown only to the same person again. The id of a form that is shown again is sent too.
 */
export function ownForm({
  formToken,
  person,
  shownFormId,
  listQuery,
}: Pick<PageContext, 'formToken' | 'person' | 'shownFormId' | 'listQuery'>): Markup {
  return html`<input type="hidden" name="form_token" value="${formToken}" />
    <input type="hidden" name="form_id" value="${crypto.randomUUID()}" />
    <input type="hidden" name="form_person" value="${personTag(person)}" />
    ${shownFormId === undefined ? '' : html`<input type="hidden" name="${shownFormField}" value="${shownFormId}" />`}
    ${listQuery === '' ? '' : html`<input type="hidden" name="${listField}" value="${listQuery}" />`}`
}

/**
 * The hidden version of what a form changes. It is the version whose values the person saw: also after an error of a field and after a
 * preview, because the fields still hold the entered values. Only after a conflict it is the stored one, because then each field shows what
 * is stored now. `form` is the form that the page shows again.
 */
export function versionField(stored: number, refused: Refused | undefined, form = refused?.form): Markup {
  const seen = isOutdated(refused) ? undefined : form?.get('version')
  return html`<input type="hidden" name="version" value="${seen ?? stored}" />`
}

/** Whether another person changed what the form changes. */
export function isOutdated(refused: Refused | undefined): refused is Refused {
  return refused?.error.code === 'version_conflict'
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

/**
 * The label of a field. A field that must be filled, and can be left empty, says so in its label, besides the attribute `required`, so that
 * everyone reads it and screen readers speak it. `requirement` is a condition, such as "required without a column".
 */
export function fieldLabel(label: string, requirement: boolean | string = false): string {
  if (requirement === false) return label
  return `${label} (${requirement === true ? 'required' : requirement})`
}

interface Field {
  label: string
  name: string
  refused: Refused | undefined
  /** A form that was not refused and is shown again, such as that of a preview. */
  entered?: URLSearchParams | undefined
  /** Distinguishes the errors of several forms of a page. */
  formName?: string
  /** Whether the field must be filled, or when. */
  requirement?: boolean | string
  /** Whether the field is as wide as its form. */
  isWide?: boolean
}

export interface TextField extends Field {
  /** The attributes of the input besides its name and value. */
  attributes: Markup
  /** The stored value. The field has it unless the page shows a form again. */
  value?: string | undefined
}

/** A text input with its label, the entered value and the error. The first wrong field of a form receives the focus. */
export function textField({ attributes, value = '', ...field }: TextField): Markup {
  const control = ({ name, content, state }: Shown) =>
    html`<input name="${name}" ${attributes} ${required(field)} value="${content}" autocomplete="off" ${state} />`
  return fieldCell(field, value, value, control)
}

/** A text of several lines with its label, the entered value and the error. */
export function areaField({ attributes, value = '', ...field }: TextField): Markup {
  // The browser removes one line break after the tag.
  const control = ({ name, content, state }: Shown) =>
    html`<textarea name="${name}" ${attributes} ${required(field)} ${state}>${`\n${content}`}</textarea>`
  return fieldCell(field, value, value, control)
}

function required({ requirement }: Pick<Field, 'requirement'>): string {
  return requirement === true ? 'required' : ''
}

export interface SelectField extends Field {
  options: readonly { value: string; text: string }[]
  /** The stored value. It is selected unless the page shows a form again. */
  selected: string
  /** Whether an empty value can be sent. */
  isOptional?: boolean
  /** Further attributes of the menu. */
  attributes?: Markup
}

/** A menu with its label, the chosen value and the error. */
export function selectField({ options, selected, isOptional = false, attributes, ...field }: SelectField): Markup {
  const text = options.find(({ value }) => value === selected)?.text ?? selected
  // A menu without an empty value cannot be left empty.
  const requirement = !isOptional && options.some(({ value }) => value === '')
  return fieldCell(
    { requirement, ...field },
    selected,
    text,
    ({ name, content, state }) =>
      html`<select name="${name}" ${isOptional ? '' : 'required'} ${attributes ?? ''} ${state}>
        ${options.map(
          ({ value, text }) => html`<option value="${value}" ${value === content ? 'selected' : ''}>${text}</option>`,
        )}
      </select>`,
  )
}

interface Shown {
  name: string
  content: string
  /** The attributes that connect the control with its error. */
  state: Markup
}

/** A control with its label, its error, and after a conflict the stored value, if it differs from the entered one. */
function fieldCell(
  { label, requirement, name, refused, entered, formName = 'form', isWide = false }: Field,
  stored: string,
  storedText: string,
  control: (shown: Shown) => Markup,
): Markup {
  const content = (refused?.form ?? entered)?.get(name) ?? stored
  const error = errorOf(refused, name)
  const now = isOutdated(refused) && !isSame(content, stored) ? storedText || 'empty' : undefined
  const [errorId, nowId] = [`${formName}-${name}-error`, `${formName}-${name}-now`]
  const described = [error && errorId, now && nowId].filter(Boolean).join(' ')
  const state = html`${error ? html`aria-invalid="true"` : ''} ${described ? html`aria-describedby="${described}"` : ''}
  ${isFirstWrong(refused, name) ? html`autofocus` : ''}`
  return html`<div class="${isWide ? 'cell whole-line' : 'cell'}">
    <label class="field"><span>${fieldLabel(label, requirement)}</span> ${control({ name, content, state })}</label>
    ${fieldError(errorId, error)}
    ${now === undefined ? '' : html`<span class="now" id="${nowId}">Now: <bdi>${now}</bdi></span>`}
  </div>`
}

/** Whether two contents of a field mean the same: 70.5 and 70.50 do. Browsers send CRLF for a line end. */
function isSame(one: string, two: string): boolean {
  const [first = '', second = ''] = [one, two].map((text) => text.trim().replaceAll('\r\n', '\n'))
  return first === second || (first !== '' && second !== '' && Number(first) === Number(second))
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
  /** The name and value of the button. */
  choice?: { name: string; value: string }
  /** The version of the object, if the action is for what the person saw only. */
  version?: number
  /** The refusal of the form, which opens it. */
  refused?: Refused | undefined
}

/** A form that opens on a click and asks for confirmation, for actions that cannot be undone. */
export function confirmedForm({
  pageContext,
  action,
  summary,
  about,
  question,
  verb,
  choice,
  version,
  refused,
}: ConfirmedForm): Markup {
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>${summary}${about ? html`<span class="unseen">: ${about}</span>` : ''}</summary>
      <form method="post" action="${action}">
        ${ownForm(pageContext)} ${version === undefined ? '' : versionField(version, refused)} ${formError(refused, [])}
        <p>${question}</p>
        <button class="secondary slim" ${choice ? html`name="${choice.name}" value="${choice.value}"` : ''}>
          ${verb}
        </button>
      </form>
    </details>
  `
}

interface SearchForm {
  action: string
  /** The name of the query parameter. */
  name: string
  value: string | undefined
  label: string
  placeholder: string
  lengthMax: number
  /** Hidden fields, which keep the other parameters of the page. */
  kept?: Markup | Markup[]
}

/** A search of the rows of a page, in its address. */
export function searchForm({ action, name, value, label, placeholder, lengthMax, kept }: SearchForm): Markup {
  return html`<form class="line-form" role="search" method="get" action="${action}">
    ${kept ?? ''}
    <label
      ><span class="unseen">${label}</span
      ><input type="search" name="${name}" value="${value ?? ''}" maxlength="${lengthMax}" placeholder="${placeholder}"
    /></label>
    <button class="secondary slim">Search</button>
  </form>`
}
