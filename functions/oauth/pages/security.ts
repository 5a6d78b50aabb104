import { html } from 'hono/html'
import type { Security } from '../../../shared/db/sign_in/security_store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { newPasswordField } from './password.ts'

/** What the last form changed, by the `done` of the address. */
const notices: Record<string, string> = {
  password: 'The password is changed. All other sessions and all connected apps have ended.',
  session: 'The session has ended.',
  sessions: 'All other sessions have ended.',
  app: 'The authenticator app is removed.',
}

export interface SecurityPage {
  security: Security
  formToken: string
  /** Whether Vitrine stores the passwords. False if a hosted platform does. */
  hasPassword: boolean
  done?: string | undefined
  refusal?: string | undefined
}

/** The account security page: second factor, password, sessions. */
export function securityPage({ security, formToken, hasPassword, done, refusal }: SecurityPage): Markup {
  const notice = notices[done ?? '']
  return html`
    <h1>Account security</h1>
    <p class="quiet">
      Signed in as <bdi>${security.person}</bdi>. <a href="/console">Console</a> ·
      <a href="/oauth/connections">Connected apps</a>
    </p>
    ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
    ${refusal ? html`<p class="alert" id="refused" role="alert">${refusal}</p>` : ''}
    ${secondFactor(security, formToken)} ${hasPassword ? passwordForm(formToken, refusal) : ''}
    ${sessionList(security.sessions, formToken)}
    <form class="who" method="post" action="/oauth/sign-out">
      <input type="hidden" name="form_token" value="${formToken}" />
      <button class="link">Sign out</button>
    </form>
  `
}

function secondFactor({ has_totp, recovery_codes }: Security, formToken: string): Markup {
  return html`
    <section>
      <h2>Second factor</h2>
      ${
        has_totp
          ? html`<p>
                Sign-in asks for a code of your authenticator app. Unused recovery codes: ${recovery_codes} of 10.
              </p>
              <div class="actions">
                ${button('/oauth/security/recovery-codes', 'New recovery codes', formToken)}
                ${button('/oauth/security/app/remove', 'Remove the app', formToken)}
              </div>`
          : html`<p>
                A password alone protects this account. An authenticator app on your phone adds a code that changes
                every 30 seconds.
              </p>
              ${button('/oauth/security/app', 'Set up an authenticator app', formToken)}`
      }
    </section>
  `
}

function passwordForm(formToken: string, refusal: string | undefined): Markup {
  return html`
    <section>
      <h2>Password</h2>
      <details ${refusal ? 'open' : ''}>
        <summary>Change the password</summary>
        <form method="post" action="/oauth/security/password">
          <input type="hidden" name="form_token" value="${formToken}" />
          <label class="field">
            <span>Present password</span>
            <input type="password" name="password" autocomplete="current-password" required />
          </label>
          ${newPasswordField(null)}
          <p class="quiet">All other sessions and all connected apps end.</p>
          <button class="primary">Change the password</button>
        </form>
      </details>
    </section>
  `
}

function sessionList(sessions: Security['sessions'], formToken: string): Markup {
  return html`
    <section>
      <h2>Sessions</h2>
      <ul class="grants">
        ${sessions.map((session) => sessionItem(session, formToken))}
      </ul>
      ${sessions.length > 1 ? button('/oauth/security/sessions/end-others', 'End all other sessions', formToken) : ''}
    </section>
  `
}

function sessionItem(session: Security['sessions'][number], formToken: string): Markup {
  const device = session.device ?? 'Unknown browser'
  return html`
    <li>
      <h3>${device} ${session.is_current ? html`<span class="tag here">this session</span>` : ''}</h3>
      <dl class="facts">
        <div>
          <dt>Network</dt>
          <dd>${session.network}</dd>
        </div>
        <div>
          <dt>Signed in</dt>
          <dd>${instant(session.created_at)}</dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>${instant(session.used_at)}</dd>
        </div>
      </dl>
      ${
        session.is_current
          ? ''
          : html`<form method="post" action="/oauth/security/sessions/end">
              <input type="hidden" name="form_token" value="${formToken}" />
              <input type="hidden" name="session_id" value="${session.id}" />
              <button
                class="secondary"
                aria-label="End the session of ${device}, signed in ${instant(session.created_at)}"
              >
                End
              </button>
            </form>`
      }
    </li>
  `
}

function button(action: string, text: string, formToken: string): Markup {
  return html`
    <form method="post" action="${action}">
      <input type="hidden" name="form_token" value="${formToken}" />
      <button class="secondary">${text}</button>
    </form>
  `
}

function instant(at: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Date(at).toLocaleString('en-GB', options)} UTC`
}

export interface TotpPage {
  person: string
  /** The secret in base32, as authenticator apps expect it. */
  secret: string
  /** The QR code of the otpauth address, as SVG. */
  picture: Markup
  formToken: string
  isWrong: boolean
}

/** The page that sets up an authenticator app. */
export function totpPage({ secret, picture, formToken, isWrong }: TotpPage): Markup {
  return html`
    <h1>Set up an authenticator app</h1>
    <ol>
      <li>Scan this picture with your authenticator app, or type the key below it.</li>
      <li>Enter the code that the app shows.</li>
    </ol>
    <div class="qr">${picture}</div>
    <p><code>${secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code></p>
    <form method="post" action="/oauth/security/app/confirm">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="secret" value="${secret}" />
      ${isWrong ? html`<p class="alert" id="wrong" role="alert">The code is incorrect. Check the clock of your phone, and enter the newest code.</p>` : ''}
      <label class="field">
        <span>Code</span>
        <input
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="10"
          required
          autofocus
          ${isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : ''}
        />
      </label>
      <div class="actions"><button class="primary">Turn on</button></div>
    </form>
    <p class="quiet after"><a href="/oauth/security">Cancel</a></p>
  `
}

/** The page that shows new recovery codes. Only this response contains them. */
export function recoveryCodesPage(codes: readonly string[]): Markup {
  return html`
    <h1>Recovery codes</h1>
    <p role="status">
      Copy these codes now: they are not shown again. Each one replaces the code of the app once, for example if you
      lose your phone. Earlier recovery codes are no longer valid.
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p><a href="/oauth/security">I have copied the codes</a></p>
  `
}
