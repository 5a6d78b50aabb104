import type { Context } from 'hono'
import { decideProposal as decide } from '../../shared/operations/console/decide_proposal.ts'
import { findProposal } from '../../shared/operations/console/find_proposal.ts'
import { proposals } from '../../shared/operations/console/proposals.ts'
import { request, read, submit } from './page_context.ts'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { refusedForm, showForm } from './kept_form/shown_form.ts'
import { listAddress, pageQuery } from './parts/page_query.ts'
import { sendFormPage } from './page.ts'
import { decisionNotices, proposalsPage } from './pages/proposals.ts'
import type { ProposalsPage } from './pages/proposals.ts'

/**
 * Redirects the link that an agent receives for a proposal. That link contains no brand; the target is the proposal on
 * the page of its brand.
 */
export function openProposal(app: AppContext): Handler {
  return async (context) => {
    const proposal_id = context.req.param('proposal_id') as string
    const { results } = await read(app, context, [request(findProposal, { proposal_id })])
    const [{ body, error }] = results
    if (error) throw error
    return context.redirect(`/console/brands/${body.brand_id}/proposals#${proposal_id}`, 303)
  }
}

export function showProposals(app: AppContext): Handler {
  return async (context) => await render(app, context, await refusedForm(app, context))
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  refused?: ProposalsPage['refused'],
): Promise<Response> {
  const { status, page, done } = pageQuery(context, ['status', 'page', 'form'], decisionNotices)
  const { pageContext, results } = await read(app, context, [
    request(proposals, { page, ...(status ? { status } : {}) }),
  ])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, refused?.error, {
    title: 'Proposals',
    pageContext,
    body: proposalsPage({ pageContext, found: body, status: status || null, done, refused }),
  })
}

export function decideProposal(app: AppContext): Handler {
  return async (context) => {
    const proposal_id = context.req.param('proposal_id') as string
    const { body, refused } = await submit(app, context, decide, (form) => ({
      proposal_id,
      decision: form.get('decision') ?? '',
      note: form.get('note') || undefined,
    }))
    const list = `/console/brands/${context.req.param('brand_id')}/proposals`
    if (refused) {
      const rendered = async () => await render(app, context, { ...refused, id: proposal_id })
      return await showForm(app, context, { ...refused, to: await listAddress(context, list) }, rendered)
    }
    return context.redirect(await listAddress(context, list, body.status, proposal_id), 303)
  }
}
