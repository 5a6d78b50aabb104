import { html } from 'hono/html'
import type { z } from 'zod'
import { changeRole } from '../../../shared/operations/console/change_role.ts'
import { invite } from '../../../shared/operations/console/invite.ts'
import { roles } from '../../../shared/operations/console/people.ts'
import type { people } from '../../../shared/operations/console/people.ts'
import { transferOwnership } from '../../../shared/operations/console/transfer_ownership.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { mailNote } from '../../../shared/pages/mail_note.ts'
import type { Mails } from '../../../shared/pages/mail_note.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { badge } from '../parts/badge.ts'
import { instant } from '../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, selectField, textField } from '../parts/forms.ts'
import { notice } from '../parts/notices.ts'

type People = z.output<(typeof people)['output']>
type Member = People['data'][number]
type Invitation = People['invitations'][number]
type Role = Member['role']

/** What the last form changed, by the `done` of the address. */
export const peopleNotices: Record<string, string> = {
  invited: 'The invitation is stored. It is valid for seven days.',
  resend: 'The mail of the invitation is sent again. It is valid for seven days.',
  withdraw: 'The invitation is withdrawn.',
  role: 'The role is changed. It applies from the next page on.',
  transferred: 'The ownership is transferred. You are an admin now.',
  removed: 'The person is removed, also from connected apps.',
}

const meanings: Record<Role, string> = {
  owner: 'everything, including owners',
  admin:
    'imports, connected accounts, targets, settings of the brand, people, keys, webhooks, and decisions on proposals',
  analyst:
    'reads everything, sets the status of anomalies, saves plans as proposals, adds alert rules and runs experiments; imports no files',
  viewer: 'reads everything; changes nothing',
}

export interface PeoplePage {
  pageContext: PageContext
  people: People
  mails: Mails
  done?: string | undefined
  refused?: Refused | undefined
}

export function peoplePage({ pageContext, people, mails, done, refused }: PeoplePage): Markup {
  const managesPeople = mayDo(pageContext, invite)
  return html`
    <header class="heading">
      <div>
        <h1>People</h1>
        <p class="quiet">The members of this brand, and what each may do.</p>
      </div>
    </header>
    ${notice(peopleNotices[done ?? ''])}
    ${mailNote(mails) && (done === 'invited' || done === 'resend') ? html`<p class="note">${mailNote(mails)}</p>` : ''}
    <ul class="cards tight">
      ${people.data.map((member) => card(member, people.data, pageContext))}
    </ul>
    ${
      people.invitations.length === 0
        ? ''
        : html`<h2>Invitations</h2>
            <ul class="cards tight">
              ${people.invitations.map((invitation) => invitationCard(invitation, pageContext))}
            </ul>`
    }
    ${
      managesPeople
        ? inviteForm(pageContext, refused)
        : html`<p class="note">An admin or owner of this brand can invite and remove people.</p>`
    }
  `
}

function card(member: Member, members: Member[], pageContext: PageContext): Markup {
  const { email, name, role, is_you, created_at } = member
  return html`
    <li>
      <div class="card-head">
        <h2><bdi>${name ?? email}</bdi> ${is_you ? html`<span class="quiet">you</span>` : ''}</h2>
        <div class="card-end">${badge(role)} ${actions(member, members, pageContext)}</div>
      </div>
      <p class="quiet"><bdi>${email}</bdi>, member since ${instant(created_at, pageContext.brand?.timezone)}</p>
    </li>
  `
}

/** The forms of a member that the signed-in person may send. Only owners change owners. */
function actions(member: Member, members: Member[], pageContext: PageContext): Markup | string {
  const own = pageContext.brand?.role
  const isLastOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  if (isLastOwner) return html`<span class="quiet">the only owner</span>`
  const manages = mayDo(pageContext, changeRole) && (own === 'owner' || member.role !== 'owner')
  return html`
    ${manages ? roleForm(member, pageContext) : ''}
    ${!member.is_you && member.role !== 'owner' && mayDo(pageContext, transferOwnership) ? transferForm(member, pageContext) : ''}
    ${manages || member.is_you ? removeForm(member, pageContext) : ''}
  `
}

const addressOf = ({ id }: { id: string }, { brand }: PageContext) => `/console/brands/${brand?.id}/people/${id}`

/** The roles that a person may give: up to their own. */
function grantable({ brand }: PageContext) {
  return roles
    .slice(roles.indexOf(brand?.role ?? 'viewer'))
    .map((role) => ({ value: role, text: `${role}: ${meanings[role]}` }))
    .toReversed()
}

function roleForm(member: Member, pageContext: PageContext): Markup {
  return html`
    <details class="ask">
      <summary>Change role<span class="unseen">: ${member.email}</span></summary>
      <form method="post" action="${addressOf(member, pageContext)}/role">
        ${ownForm(pageContext)}
        ${selectField({ label: 'Role', name: 'role', options: grantable(pageContext), selected: member.role, refused: undefined })}
        <button class="secondary slim">Change role</button>
      </form>
    </details>
  `
}

function transferForm(member: Member, pageContext: PageContext): Markup {
  return confirmedForm({
    pageContext,
    action: `${addressOf(member, pageContext)}/transfer`,
    summary: 'Make owner',
    about: member.email,
    question: 'This person becomes the owner in your place, and you become an admin.',
    verb: 'Transfer ownership',
  })
}

function removeForm(member: Member, pageContext: PageContext): Markup {
  const { is_you, email } = member
  return confirmedForm({
    pageContext,
    action: `${addressOf(member, pageContext)}/remove`,
    summary: is_you ? 'Leave' : 'Remove',
    about: email,
    question: html`${
      is_you
        ? 'Your access to this brand ends at once.'
        : 'The access of this person ends at once, also that of connected apps. API keys of the brand stay.'
    }
    ${is_you ? html`<input type="hidden" name="leaves" value="true" />` : ''}`,
    verb: is_you ? 'Leave the brand' : 'Remove person',
  })
}

function invitationCard(invitation: Invitation, pageContext: PageContext): Markup {
  const { id, email, role, invited_by, expires_at, is_expired } = invitation
  const action = `/console/brands/${pageContext.brand?.id}/people/invitations/${id}`
  const button = (name: string, text: string) => html`
    <form method="post" action="${action}">
      ${ownForm(pageContext)}
      <input type="hidden" name="action" value="${name}" />
      <button class="secondary slim" aria-label="${text} the invitation of ${email}">${text}</button>
    </form>
  `
  return html`
    <li>
      <div class="card-head">
        <h2><bdi>${email}</bdi></h2>
        <div class="card-end">
          ${badge(is_expired ? 'expired' : role)} ${button('resend', 'Resend')} ${button('withdraw', 'Withdraw')}
        </div>
      </div>
      <p class="quiet">
        ${invited_by ? html`Invited by <bdi>${invited_by}</bdi> as ${role}, ` : html`Invited as ${role}, `}${
          is_expired ? 'expired' : 'expires'
        }
        ${instant(expires_at, pageContext.brand?.timezone)}. ${deliveryOf(invitation, pageContext)}
      </p>
    </li>
  `
}

/** States whether the mail server accepted the mail of an invitation. */
function deliveryOf({ mailed_at, is_mail_given_up }: Invitation, { brand }: PageContext): Markup | string {
  if (mailed_at) return `Mail sent ${instant(mailed_at, brand?.timezone)}.`
  if (!is_mail_given_up) return 'The mail is not sent yet. It is tried for a day.'
  return html`<strong class="bad">The mail was not sent.</strong> Check the address and resend it.`
}

function inviteForm(pageContext: PageContext, refused: Refused | undefined): Markup {
  return html`
    <h2>Invite a person</h2>
    <form class="form" method="post" action="/console/brands/${pageContext.brand?.id}/people">
      ${ownForm(pageContext)} ${formError(refused, ['email', 'role'])}
      ${textField({ label: 'E-mail address', name: 'email', requirement: true, attributes: html`type="email" maxlength="254"`, refused })}
      ${selectField({ label: 'Role', name: 'role', options: grantable(pageContext), selected: 'viewer', refused })}
      <p class="quiet">
        The mail has a link that is valid for seven days. Only a person who signs in with this address can accept it.
      </p>
      <button class="primary slim">Send the invitation</button>
    </form>
  `
}
