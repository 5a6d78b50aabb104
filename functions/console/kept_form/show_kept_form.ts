import { html } from 'hono/html'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../page.ts'
import { read } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'
import { pageOfForm } from '../parts/frame.ts'
import { ownForm } from '../parts/forms.ts'
import { pageQuery } from '../parts/page_query.ts'
import { forgetForm } from './forget_form.ts'
import { keptForm } from './kept_form.ts'
import type { KeptForm } from './kept_form.ts'
import { personTag } from './person_tag.ts'

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

/** Hidden fields, which the person did not enter. */
const internal = new Set(['version', 'action'])

function keptFormPage(pageContext: PageContext, { action, fields }: KeptForm): Markup {
  return html`
    <h1>Send the form</h1>
    <p class="quiet">Your session ended before the form was sent, and nothing was changed. Check what you entered.</p>
    <dl class="row">
      ${fields
        .filter(([name]) => !internal.has(name))
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${page.field(name)}</dt>
              <dd><bdi>${value || 'empty'}</bdi></dd>
            </div>`,
        )}
    </dl>
    <form method="post" action="${action}">
      ${ownForm(pageContext)}
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <div class="buttons">
        <button class="primary">Send</button> <a href="${pageOfForm(action)?.href ?? '/console'}">Discard</a>
      </div>
    </form>
  `
}
