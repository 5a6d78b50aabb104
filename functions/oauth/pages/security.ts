import { html } from 'hono/html'
import type { Security } from '../../../shared/db/sign_in/security_store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { noTotpKey } from '../security/totp_secret.ts'
import { button, entry, form, instant } from './parts.ts'
import { passkeySection } from './passkeys.ts'
import { newPasswordField } from './password.ts'

/** What the last form changed, by the `done` of the address. */
const notices: Record<string, string> = {
  name: 'Your name is changed.',
  password: 'The password is changed. All other sessions and all connected apps have ended.',
  session: 'The session has ended.',
  sessions: 'All other sessions have ended.',
  app: 'The authenticator app is removed.',
  passkey: 'The passkey is added. All other sessions have ended.',
  'passkey-removed': 'The passkey is removed. Delete it on your device or in your password manager too.',
}

export interface SecurityPage {
  security: Security
  formToken: string
  /** Whether Vitrine stores the passwords. False if a hosted platform does. */
  hasPassword: boolean
  /** Whether browsers offer passkeys at the address of the installation. */
  offersPasskeys: boolean
  /** Whether there is TOTP_SECRET_KEY, which authenticator apps need. */
  offersApps: boolean
  done?: string | undefined
  refusal?: string | undefined
  /** A name that was refused, and why. */
  wrongName?: { name: string; refusal: string } | undefined
  /** A deletion of the account that was refused, and why. */
  wrongDeletion?: { email: string; refusal: string } | undefined
}

/** The account page: name, second factor, password, sessions. */
export function securityPage({
  security,
  formToken,
  hasPassword,
  offersPasskeys,
  offersApps,
  done,
  refusal,
  wrongName,
  wrongDeletion,
}: SecurityPage): Markup {
  const notice = notices[done ?? '']
  return html`
    <h1>Your account</h1>
    <p class="quiet">
      Signed in as <bdi>${security.person}</bdi>. <a href="/console">Console</a> ·
      <a href="/oauth/connections">Connected apps</a>
    </p>
    ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
    ${refusal ? html`<p class="alert" id="refused" role="alert">${refusal}</p>` : ''}
    ${hasPassword ? nameForm(security.name, wrongName, formToken) : ''}
    ${secondFactor(security, { offersPasskeys, offersApps }, formToken)}
    ${hasPassword ? passwordForm(formToken, refusal) : ''} ${sessionList(security.sessions, formToken)}
    ${hasPassword ? deletionForm(security, wrongDeletion, formToken) : ''}
    <form class="who" method="post" action="/oauth/sign-out">
      <input type="hidden" name="form_token" value="${formToken}" />
      <button class="link">Sign out</button>
    </form>
  `
}

/** The deletion of the account, or what to do before it. */
function deletionForm(
  { person, sole_brands }: Security,
  wrong: SecurityPage['wrongDeletion'],
  formToken: string,
): Markup {
  if (sole_brands.length > 0) {
    return html`
      <section>
        <h2>Delete your account</h2>
        ${wrong ? html`<p class="alert" role="alert">${wrong.refusal}</p>` : ''}
        <p>
          You are the only owner of <bdi>${sole_brands.join(', ')}</bdi>. Transfer the ownership on the page People of
          the brand, or delete the brand in its settings. Then you can delete your account.
        </p>
      </section>
    `
  }
  return html`
    <section>
      <h2>Delete your account</h2>
      <p>
        Your sign-in, memberships, sessions and connected apps are deleted at once. This cannot be undone. The brands
        and their data stay with their other owners.
      </p>
      ${form(
        '/oauth/security/deletion',
        formToken,
        html`${entry(`Type ${person} to confirm`, {
            name: 'email',
            value: wrong?.email ?? '',
            refusal: wrong?.refusal,
            autocomplete: 'off',
            lengthMax: 254,
          })} <button class="secondary">Delete the account</button>`,
      )}
    </section>
  `
}

function nameForm(name: string | null, wrong: SecurityPage['wrongName'], formToken: string): Markup {
  return html`
    <section>
      <h2>Name</h2>
      ${form(
        '/oauth/security/name',
        formToken,
        html`${entry('Your name, as members of your brands see it', {
            name: 'name',
            value: wrong?.name ?? name ?? '',
            refusal: wrong?.refusal,
            autocomplete: 'name',
            lengthMax: 100,
          })} <button class="secondary">Save the name</button>`,
      )}
    </section>
  `
}

function secondFactor(
  security: Security,
  { offersPasskeys, offersApps }: Pick<SecurityPage, 'offersPasskeys' | 'offersApps'>,
  formToken: string,
): Markup {
  const { has_totp, passkeys, recovery_codes } = security
  const isProtected = has_totp || passkeys.length > 0
  return html`
    <section>
      <h2>Second factor</h2>
      ${
        isProtected
          ? ''
          : html`<p>
              A password alone protects this account. Add a passkey${offersApps ? ' or an authenticator app' : ''}.
            </p>`
      }
      ${passkeySection(passkeys, offersPasskeys, formToken)}
      <h3>Authenticator app</h3>
      ${
        has_totp
          ? html`<p>After the password, sign-in asks for a code of your authenticator app.</p>
              ${button('/oauth/security/app/remove', 'Remove the app', formToken)}`
          : !offersApps
            ? html`<p class="quiet">${noTotpKey}</p>`
            : html`<p>An authenticator app on your phone adds a code that changes every 30 seconds.</p>
                ${button('/oauth/security/app', 'Set up an authenticator app', formToken)}`
      }
      ${
        isProtected
          ? html`<h3>Recovery codes</h3>
              <p>
                Each replaces the second factor once, after the password. Unused recovery codes: ${recovery_codes} of
                10.
              </p>
              ${button('/oauth/security/recovery-codes', 'New recovery codes', formToken)}`
          : ''
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
        ${form(
          '/oauth/security/password',
          formToken,
          html`<label class="field">
              <span>Present password</span>
              <input type="password" name="password" autocomplete="current-password" required />
            </label>
            ${newPasswordField(null)}
            <p class="quiet">All other sessions and all connected apps end.</p>
            <button class="primary">Change the password</button>`,
        )}
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
          : form(
              '/oauth/security/sessions/end',
              formToken,
              html`<input type="hidden" name="session_id" value="${session.id}" />
                <button
                  class="secondary"
                  aria-label="End the session of ${device}, signed in ${instant(session.created_at)}"
                >
                  End
                </button>`,
            )
      }
    </li>
  `
}
