import { decideProposal as decide } from '../../shared/operations/console/decide_proposal.ts'
import { findProposal } from '../../shared/operations/console/find_proposal.ts'
import { proposals } from '../../shared/operations/console/proposals.ts'
import { question, read, write } from './page_context.ts'
import type { AppContext, Handler } from './app_context.ts'
import { sendPage } from './page.ts'
import { proposalsPage } from './pages/proposals.ts'

/** The address that an agent hands on names no brand: whoever may see the proposal is led to where it stands. */
export function openProposal(app: AppContext): Handler {
  return async (context) => {
    const proposal_id = context.req.param('proposal_id') as string
    const { answers } = await read(app, context, [question(findProposal, { proposal_id })])
    const [{ body, error }] = answers
    if (error) throw error
    return context.redirect(`/console/brands/${body.brand_id}/proposals#${proposal_id}`, 303)
  }
}

export function showProposals(app: AppContext): Handler {
  return async (context) => {
    const { status, page, done } = context.req.query()
    const { pageContext, answers } = await read(app, context, [
      question(proposals, { page, ...(status ? { status } : {}) }),
    ])
    const [{ body, error }] = answers
    if (error) throw error
    return await sendPage(context, {
      title: 'Proposals',
      pageContext,
      body: proposalsPage({ pageContext, found: body, status: status || null, done }),
    })
  }
}

export function decideProposal(app: AppContext): Handler {
  return async (context) => {
    const proposal_id = context.req.param('proposal_id')
    const { status } = await write(app, context, decide, (form) => ({
      proposal_id,
      decision: form.get('decision') ?? '',
      note: form.get('note') || undefined,
    }))
    const list = `/console/brands/${context.req.param('brand_id')}/proposals`
    return context.redirect(`${list}?done=${status}#${proposal_id}`, 303)
  }
}
