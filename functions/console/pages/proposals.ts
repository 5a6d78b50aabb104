import { html } from 'hono/html'
import type { z } from 'zod'
import { decideProposal } from '../../../shared/operations/console/decide_proposal.ts'
import type { proposals } from '../../../shared/operations/console/proposals.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { exactMoney, heading, instant, words } from '../parts/format.ts'
import { statusChoices } from '../parts/choices.ts'
import { formError, mayDo, ownForm, textField } from '../parts/forms.ts'
import { alert, beyondEnd, emptyState, notice, pager } from '../parts/notices.ts'

type Found = z.output<(typeof proposals)['output']>
type Proposal = Found['data'][number]

export interface ProposalsPage {
  pageContext: PageContext
  found: Found
  status: string | null
  done: string | undefined
  /** The decision that was refused, with the id of its proposal. */
  refused?: (Refused & { id: string }) | undefined
}

const messages: Record<string, string> = {
  planned: 'The proposals are saved. An admin or owner of this brand approves or rejects each.',
  approved:
    'The proposal is approved. Make the change in the ad account yourself: Vitrine does not change ad accounts.',
  rejected: 'The proposal is rejected.',
}
const statuses = ['pending_approval', 'approved', 'rejected', 'expired']

export function proposalsPage({ pageContext, found, status, done, refused }: ProposalsPage): Markup {
  return html`
    <header class="heading">
      <div>
        <h1>Proposals</h1>
        <p class="quiet">
          Changes that agents and members propose. Vitrine records your decision and does not change ad accounts.
        </p>
      </div>
      ${statusChoices(pageContext.path, status, statuses)}
    </header>
    ${notice(messages[done ?? ''])}
    ${found.data.some(({ id, status }) => id === refused?.id && status === 'pending_approval') ? '' : alert(refused?.error)}
    ${
      found.data.length === 0
        ? (beyondEnd(pageContext.path, found.page, found.pages, { status }) ??
          emptyState(
            null,
            status
              ? `No proposal is ${words(status)}.`
              : 'There are no proposals. The page Plan and connected agents with the permission to propose changes add them here.',
          ))
        : html`<ul class="cards">
            ${found.data.map((proposal) => card(proposal, pageContext, refused?.id === proposal.id ? refused : undefined))}
          </ul>`
    }
    ${pager(pageContext.path, found.page, found.pages, { status })}
  `
}

/** The values of `done` that have a notice. */
export const decisionNotices = Object.keys(messages)

function card(proposal: Proposal, pageContext: PageContext, refused: Refused | undefined): Markup {
  const { target, target_name, change, status } = proposal
  const zone = pageContext.brand?.timezone
  return html`
    <li id="${proposal.id}">
      <div class="card-head">
        <h2>${heading(change.kind)} of <bdi>${target_name ?? target.id}</bdi></h2>
        ${badge(status, words(status))}
      </div>
      <p class="quiet"><bdi>${target.platform}</bdi> ${target.level} <code>${target.id}</code></p>
      <p class="change">
        ${(change.from ?? null) === null ? '' : html`<bdi>${inWords(change.kind, change.from, pageContext)}</bdi>`}
        <span aria-label="to" role="img">→</span>
        <strong><bdi>${inWords(change.kind, change.to, pageContext)}</bdi></strong>
      </p>
      ${isGone(proposal) ? html`<p class="note">This ${target.level} is not in the reports any more.</p>` : ''}
      <p class="prose"><bdi>${proposal.rationale}</bdi></p>
      ${
        proposal.evidence.length > 0
          ? html`<ul class="evidence">
              ${proposal.evidence.map((text) => html`<li><bdi>${text}</bdi></li>`)}
            </ul>`
          : ''
      }
      ${proposal.others.map((other) => otherNote(other, proposal, pageContext))}
      <p class="quiet">
        Proposed by ${proposer(proposal)}, ${instant(proposal.created_at, zone)}.
        ${status === 'pending_approval' ? `Expires ${instant(proposal.expires_at, zone)}.` : ''}
        ${proposal.decided_at ? html`Decided by ${decider(proposal)}, ${instant(proposal.decided_at, zone)}.` : ''}
      </p>
      ${proposal.note ? html`<p class="prose"><bdi>${proposal.note}</bdi></p>` : ''}
      ${status === 'pending_approval' ? decision(proposal, pageContext, refused) : ''}
    </li>
  `
}

/** What another proposal for the same target means for this one. */
function otherNote(
  { id, status, change, decided_at }: Proposal['others'][number],
  { target }: Proposal,
  pageContext: PageContext,
): Markup {
  const of = html`<a href="/console/proposals/${id}">another proposal</a> for this ${target.level}`
  return status === 'approved'
    ? html`<p class="note">
        ${instant(decided_at, pageContext.brand?.timezone)}: ${of} was approved after this one was made
        (${changeInWords(change, pageContext)}). The value that this one changes is the one before it.
      </p>`
    : html`<p class="note">At the same time, ${of} waits (${changeInWords(change, pageContext)}).</p>`
}

/** Whether a proposal waits for a decision, but its target is gone. */
function isGone({ status, is_target_known }: Proposal): boolean {
  return status === 'pending_approval' && !is_target_known
}

function decision(proposal: Proposal, pageContext: PageContext, refused: Refused | undefined): Markup {
  const { id, change, target, target_name } = proposal
  if (!mayDo(pageContext, decideProposal))
    return html`<p class="note">An admin or owner of this brand can approve or reject it.</p>`
  const what = `${words(change.kind)} of ${target_name ?? target.id}`
  return html`
    <details class="ask" ${refused ? 'open' : ''}>
      <summary>Decide<span class="unseen">: ${what}</span></summary>
      <form method="post" action="/console/brands/${pageContext.brand?.id}/proposals/${id}">
        ${ownForm(pageContext)} ${formError(refused, ['note'])}
        <p>
          A decision cannot be changed.
          ${
            isGone(proposal)
              ? 'The proposal cannot be approved.'
              : 'An approval changes nothing at the platform: the agent or person that manages the campaign makes the change.'
          }
        </p>
        ${textField({ label: 'Note (optional)', name: 'note', attributes: html`maxlength="1000"`, refused, formName: id })}
        <div class="buttons">
          ${isGone(proposal) ? '' : html`<button class="primary slim" name="decision" value="approve" aria-label="Approve: ${what}">Approve</button>`}
          <button class="secondary slim" name="decision" value="reject" aria-label="Reject: ${what}">Reject</button>
        </div>
      </form>
    </details>
  `
}

function proposer({ proposed_by: { in_console, person, app, key, key_display } }: Proposal): Markup {
  if (in_console) return html`<bdi>${person ?? 'a former member'}</bdi> on the page Plan`
  if (person !== null) return html`<bdi>${app ?? 'an app'}</bdi>, connected by <bdi>${person}</bdi>`
  if (key === null) return html`a key of the account`
  return html`the key <bdi>${key}</bdi> <code>${key_display}</code>`
}

function decider({ decided_by }: Proposal): Markup {
  return decided_by === null ? html`a former member` : html`<bdi>${decided_by}</bdi>`
}

/** Returns a change such as "$70.00 per day to $100.00 per day". */
export function changeInWords({ kind, from, to }: Proposal['change'], pageContext: PageContext): Markup {
  const before = from ?? null
  return html`${before === null ? '' : html`<bdi>${inWords(kind, before, pageContext)}</bdi> to `}<bdi
      >${inWords(kind, to, pageContext)}</bdi
    >`
}

/** Formats a proposed value. A budget is per day, a bid is not. */
function inWords(kind: string, value: unknown, { brand }: PageContext): string {
  if (typeof value !== 'number' || !brand) return String(value)
  if (kind === 'budget') return `${exactMoney(value, brand)} per day`
  return kind === 'bid' ? exactMoney(value, brand) : String(value)
}
