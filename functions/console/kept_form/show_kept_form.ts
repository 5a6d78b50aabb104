import { html } from 'hono/html'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { read, readOwnForm } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'
import { pageOfForm } from '../sections.ts'
import { ownForm } from '../parts/forms.ts'
import { pageQuery } from '../parts/page_query.ts'
import { changedRows, changesBrand, measures } from '../settings/target_rows.ts'
import type { Measure } from '../settings/target_rows.ts'
import { forgetForm } from './forget_form.ts'
import { keptForm } from './kept_form.ts'
import type { KeptForm } from './kept_form.ts'
import { personTag } from './person_tag.ts'
import { keptFormField } from './sealed.ts'

/** Shows a form that was sent after its session had ended, to the person who entered it. */
export function showKeptForm(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const { pageContext } = await read(app, context, [])
    const kept = await keptForm(app, context)
    if (kept === null || kept.person !== personTag(pageContext.person)) {
      forgetForm(app, context)
      throw new ApiError('not_found', 'No form waits to be sent. Open the page of the form again.')
    }
    return await sendPage(context, { title: 'Send the form', pageContext, body: keptFormPage(pageContext, kept) })
  }
}

/** Hidden fields, which the person did not enter. `shown` names the boxes of a form, of which browsers send only those that are on. */
const internal = new Set(['version', 'seen', 'search', 'page', 'action', 'kind', 'is_mapped', 'shown', 'leaves'])

function keptFormPage(pageContext: PageContext, { action, fields }: KeptForm): Markup {
  return html`
    <h1>Send the form</h1>
    <p class="quiet">Your session ended before the form was sent, and nothing was changed. Check what you entered.</p>
    ${placeOfForm(pageContext, action)}
    <dl class="row">
      ${enteredOf(fields).map(
        ([name, value]) =>
          html`<div>
            <dt>${page.field(name)}</dt>
            <dd><bdi>${value || 'empty'}</bdi></dd>
          </div>`,
      )}
    </dl>
    <form method="post" action="${action}">
      ${ownForm(pageContext)} <input type="hidden" name="${keptFormField}" value="yes" />
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div class="buttons">
        <button class="primary">Send</button>
        <button class="secondary" formaction="/console/kept-form/discard" formnovalidate>Discard</button>
      </div>
    </form>
  `
}

/** The brand and the page of the form. Empty for a form outside the brands, such as that of a new one. */
function placeOfForm({ brands }: PageContext, action: string): Markup | string {
  const place = pageOfForm(action)
  const brand = brands.find(({ id }) => action.split('/')[3] === id)
  if (!place || !brand) return ''
  const part = /\/settings\/([\w-]+)$/.exec(place.href)?.[1]
  const text = part ? `${place.text}, ${part.replaceAll('-', ' ')}` : place.text
  return html`<p>Brand <bdi>${brand.name}</bdi>, page <a href="${place.href}">${text}</a></p>`
}

/** What the person entered. A box that was off is not sent, and is stated as off. Of a table, the changed rows. */
function enteredOf(fields: KeptForm['fields']): KeptForm['fields'] {
  const form = new URLSearchParams(fields)
  if (form.has('campaign0')) {
    const described = (values: Record<Measure, string>) =>
      measures.map((measure) => `${page.field(measure)} ${values[measure] || 'empty'}`).join(', ')
    const given = (name: Measure) => form.get(name) ?? ''
    const brand = { roas: given('roas'), cpa: given('cpa'), budget: given('budget') }
    return [
      ...(changesBrand(form, '') ? [['Whole brand', described(brand)] satisfies [string, string]] : []),
      ...changedRows(form).map(({ label, ...values }): [string, string] => [label, described(values)]),
    ]
  }
  const boxes = fields.filter(([name]) => name === 'shown').map(([, box]) => box)
  const sent = fields.filter(([name]) => !internal.has(name))
  const off = boxes.filter((box) => !sent.some(([name]) => name === box))
  return [
    ...sent.map(([name, value]): [string, string] => [name, boxes.includes(name) && value === 'true' ? 'on' : value]),
    ...off.map((box): [string, string] => [box, 'off']),
  ]
}

/** Forgets a kept form, and leads to its page. */
export function discardKeptForm(app: AppContext): Handler {
  return async (context) => {
    const kept = await keptForm(app, context)
    await readOwnForm(app, context)
    forgetForm(app, context)
    return context.redirect((kept && pageOfForm(kept.action)?.href) ?? '/console', 303)
  }
}
