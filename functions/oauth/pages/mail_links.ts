import { html } from 'hono/html'
import type { MailKind } from '../../../shared/db/sign_in/store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { mailNote } from '../../../shared/pages/mail_note.ts'
import type { Mails } from '../../../shared/pages/mail_note.ts'
import { newPasswordField } from './password.ts'

const purposes = {
  reset: 'Enter the e-mail address of your account. We send you a link to choose a new password.',
  unlock:
    'If too many wrong passwords were entered for your account, enter its e-mail address. We send you a link that lets this browser sign in again.',
} as const

export function requestMailPage({
  kind,
  title,
  formToken,
}: {
  kind: MailKind
  title: string
  formToken: string
}): Markup {
  return html`
    <h1>${title}</h1>
    <p class="quiet">${purposes[kind]}</p>
    <form method="post" action="/oauth/${kind}">
      <input type="hidden" name="form_token" value="${formToken}" />
      <label class="field">
        <span>E-mail address</span>
        <input type="email" name="email" autocomplete="username" required autofocus />
      </label>
      <div class="actions"><button class="primary">Send the link</button></div>
    </form>
    <p class="quiet after"><a href="/oauth/sign-in">Back to sign-in</a></p>
  `
}

const missing = 'No mail after five minutes? Check the address and your spam folder.'

/** `sent` says who gets a mail. */
export function mailRequestedPage(mails: Mails, sent: string): Markup {
  return html`
    <h1>Check your mail</h1>
    <p role="status">${sent} The link is valid for 30 minutes and can be used once.</p>
    <p class="quiet">
      ${mails === 'printed' ? '' : missing} ${mailNote(mails)} An address gets three mails an hour at most.
    </p>
    <p class="quiet"><a href="/oauth/sign-in">Back to sign-in</a></p>
  `
}

export interface LinkPage {
  kind: MailKind
  title: string
  person: string
  token: string
  formToken: string
  refusal?: string
}

/** The page of a link in a mail. */
export function linkPage({ kind, title, person, token, formToken, refusal }: LinkPage): Markup {
  return html`
    <h1>${title}</h1>
    ${
      kind === 'reset'
        ? html`<p class="quiet">
              Choose a new password for <bdi>${person}</bdi>. All sessions and connected apps of the account end.
            </p>
            <p class="quiet">
              Passkeys and the authenticator app stay, but a passkey no longer replaces the password until you have used
              it once after the new one. Then open Your account and remove every passkey that is not yours.
            </p>`
        : html`<p class="quiet">
            Continue in the browser with which you sign in as <bdi>${person}</bdi>. Wrong passwords that others enter do
            not block it any more.
          </p>`
    }
    <form method="post" action="/oauth/${kind}/link">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="token" value="${token}" />
      ${refusal ? html`<p class="alert" id="refused" role="alert">${refusal}</p>` : ''}
      ${kind === 'reset' ? html`<input class="unseen" type="email" name="email" value="${person}" autocomplete="username" readonly tabindex="-1" aria-hidden="true" />${newPasswordField(refusal ? 'refused' : null)}` : ''}
      <div class="actions">
        <button class="primary">${kind === 'reset' ? 'Change the password' : 'Unlock this browser'}</button>
      </div>
    </form>
  `
}
