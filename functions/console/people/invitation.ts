import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { answerInvitation as answer } from '../../../shared/operations/console/answer_invitation.ts'
import { invitation } from '../../../shared/operations/console/invitation.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage, sendPage } from '../page.ts'
import { read, request, write } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { invitationOverPage, invitationPage } from './invitation_page.ts'

/** The page to which the mail of an invitation leads, after the sign-in. */
export function showInvitation(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const invitation_id = context.req.param('invitation_id') as string
    const { pageContext, results } = await read(app, context, [request(invitation, { invitation_id })])
    const [{ body, error }] = results
    if (error?.reason === isOver) return await sendOver(app, context, pageContext, error)
    if (error) throw error
    return await sendPage(context, {
      title: 'Invitation',
      pageContext,
      body: invitationPage(pageContext, body),
    })
  }
}

export function answerInvitation(app: AppContext): Handler {
  return async (context) => {
    const invitation_id = context.req.param('invitation_id') as string
    let given = ''
    try {
      const { brand_id } = await write(app, context, answer, (form) => {
        given = form.get('answer') ?? ''
        return { invitation_id, answer: given }
      })
      return context.redirect(given === 'accept' ? `/console/brands/${brand_id}` : '/console', 303)
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === isOver)) throw error
      const { pageContext } = await read(app, context, [])
      return await sendOver(app, context, pageContext, error)
    }
  }
}

const isOver = 'this_invitation_is_over'

/** Says why a link of an invitation has no effect, and where its brand is if the person accepted it. */
async function sendOver(
  app: AppContext,
  context: Context<AppEnv>,
  pageContext: PageContext,
  error: ApiError,
): Promise<Response> {
  const title = 'This invitation is over'
  return await sendFormPage(app, context, error, {
    title,
    pageContext,
    body: invitationOverPage(pageContext, error.message),
  })
}
