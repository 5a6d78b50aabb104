import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { changeRole as change } from '../../../shared/operations/console/change_role.ts'
import { invite as inviteAddress } from '../../../shared/operations/console/invite.ts'
import { moveInvitation as move } from '../../../shared/operations/console/move_invitation.ts'
import { people } from '../../../shared/operations/console/people.ts'
import { removeMember as remove } from '../../../shared/operations/console/remove_member.ts'
import { transferOwnership as transfer } from '../../../shared/operations/console/transfer_ownership.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read, request, submit, write } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pageQuery } from '../parts/page_query.ts'
import { peopleNotices, peoplePage } from './people_page.ts'

export function showPeople(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], Object.keys(peopleNotices))
    return await render(app, context, { done, refused: await refusedForm(app, context) })
  }
}

export function invite(app: AppContext): Handler {
  return async (context) => {
    const { refused } = await submit(app, context, inviteAddress, (form) => ({
      email: (form.get('email') ?? '').trim(),
      role: form.get('role') ?? '',
    }))
    if (refused) {
      const shown = { ...refused, to: listOf(context) }
      return await showForm(app, context, shown, async () => await render(app, context, { refused }))
    }
    return context.redirect(`${listOf(context)}?done=invited`, 303)
  }
}

/** Sends the mail of an invitation again, or withdraws it. */
export function moveInvitation(app: AppContext): Handler {
  return async (context) => {
    const { invitation_id } = context.req.param() as Record<string, string>
    let action = ''
    await write(app, context, move, (form) => {
      action = form.get('action') ?? ''
      return { invitation_id, action }
    })
    return context.redirect(`${listOf(context)}?done=${action}`, 303)
  }
}

export function changeRole(app: AppContext): Handler {
  return async (context) => {
    const { person_id } = context.req.param() as Record<string, string>
    await write(app, context, change, (form) => ({ person_id, role: form.get('role') ?? '' }))
    return context.redirect(`${listOf(context)}?done=role`, 303)
  }
}

export function transferOwnership(app: AppContext): Handler {
  return async (context) => {
    const { person_id } = context.req.param() as Record<string, string>
    await write(app, context, transfer, () => ({ person_id }))
    return context.redirect(`${listOf(context)}?done=transferred`, 303)
  }
}

/** Ends a membership. A person who leaves has no access to the page, so the next page is the list of brands. */
export function removeMember(app: AppContext): Handler {
  return async (context) => {
    const { person_id } = context.req.param() as Record<string, string>
    let isLeaving = false
    await write(app, context, remove, (form) => {
      isLeaving = form.get('leaves') === 'true'
      return { person_id }
    })
    return context.redirect(isLeaving ? '/console?done=left' : `${listOf(context)}?done=removed`, 303)
  }
}

function listOf(context: Context<AppEnv>): string {
  return `/console/brands/${context.req.param('brand_id')}/people`
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: { done?: string | undefined; refused?: Refused | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(people)])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'People',
    pageContext,
    body: peoplePage({ pageContext, people: body, mails: app.mails, ...outcome }),
  })
}
