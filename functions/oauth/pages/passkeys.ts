import { html } from 'hono/html'
import type { Passkey } from '../../../shared/db/sign_in/passkey_store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { withDestination } from '../sign_in/destination.ts'
import type { Destination } from '../sign_in/destination.ts'
import { button, instant } from './parts.ts'
import { destinationFields } from './sign_in.ts'

/** The parts of both passkey forms that the script uses. */
const scriptParts = html`
  <input type="hidden" name="credential" value="" />
  <p class="alert" role="alert" hidden></p>
  <noscript><p class="alert">Passkeys need JavaScript. Turn it on for this page, or sign in another way.</p></noscript>
`
const script = html`<script src="/oauth/passkeys.js" defer></script>`

export interface NewPasskeyPage {
  formToken: string
  /** The options of navigator.credentials.create, with bytes in base64url. */
  options: object
  /** The suggested name. */
  name: string
}

/** The page that creates a passkey. */
export function newPasskeyPage({ formToken, options, name }: NewPasskeyPage): Markup {
  return html`
    <h1>Add a passkey</h1>
    <p class="quiet">
      Your device or security key creates the passkey and unlocks it by fingerprint, face or PIN. With it, you sign in
      without password and code.
    </p>
    <form
      method="post"
      action="/oauth/security/passkeys/add"
      data-passkey="create"
      data-options="${JSON.stringify(options)}"
    >
      <input type="hidden" name="form_token" value="${formToken}" />
      <label class="field">
        <span>Name of the passkey</span>
        <input name="name" value="${name}" maxlength="100" required autofocus />
      </label>
      ${scriptParts}
      <div class="actions"><button class="primary">Create the passkey</button></div>
    </form>
    <p class="quiet after"><a href="/oauth/security">Cancel</a></p>
    ${script}
  `
}

export interface PasskeySignInPage {
  formToken: string
  destination: Destination
  /** The options of navigator.credentials.get, with bytes in base64url. */
  options: object
  /** Why the last attempt failed. Without it, the page asks for the passkey at once. */
  refusal?: string | undefined
}

/** The page that signs in with a passkey. */
export function passkeySignInPage({ formToken, destination, options, refusal }: PasskeySignInPage): Markup {
  return html`
    <h1>Sign in with a passkey</h1>
    ${
      refusal
        ? html`<p class="alert" role="alert">${refusal}</p>`
        : html`<p class="quiet">Your browser asks for your passkey. Confirm it by fingerprint, face or PIN.</p>`
    }
    <form
      method="post"
      action="/oauth/passkey/sign-in"
      data-passkey="get"
      data-options="${JSON.stringify(options)}"
      ${refusal ? '' : 'data-auto'}
    >
      <input type="hidden" name="form_token" value="${formToken}" />
      ${destinationFields(destination)} ${scriptParts}
      <div class="actions"><button class="primary">${refusal ? 'Try again' : 'Use the passkey'}</button></div>
    </form>
    <p class="quiet after"><a href="${withDestination('/oauth/sign-in', destination)}">Sign in with the password</a></p>
    ${script}
  `
}

/** The list of passkeys on the security page. `isOffered` is whether browsers offer passkeys at the address of the installation. */
export function passkeySection(passkeys: readonly Passkey[], isOffered: boolean, formToken: string): Markup {
  return html`
    <h3>Passkeys</h3>
    ${
      passkeys.length > 0
        ? html`<ul class="grants">
            ${passkeys.map((passkey) => passkeyItem(passkey, formToken))}
          </ul>`
        : html`<p>A passkey on your device or security key replaces password and code.</p>`
    }
    ${
      isOffered
        ? button('/oauth/security/passkeys', 'Add a passkey', formToken)
        : html`<p class="quiet">
            Passkeys cannot be used at this address of Vitrine. Ask the people who run Vitrine for you to allow them.
          </p>`
    }
  `
}

function passkeyItem(passkey: Passkey, formToken: string): Markup {
  return html`
    <li>
      <h4><bdi>${passkey.name}</bdi></h4>
      <dl class="facts">
        <div>
          <dt>Added</dt>
          <dd>${instant(passkey.created_at)}</dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>${passkey.used_at ? instant(passkey.used_at) : 'never'}</dd>
        </div>
        <div>
          <dt>Stored</dt>
          <dd>${passkey.is_synced ? 'on several devices, by a passkey service' : 'on one device'}</dd>
        </div>
        ${
          passkey.needs_password
            ? html`<div>
                <dt>Signs in</dt>
                <dd>only after the password, since its reset. If it is not yours, remove it.</dd>
              </div>`
            : ''
        }
      </dl>
      <form method="post" action="/oauth/security/passkeys/remove">
        <input type="hidden" name="form_token" value="${formToken}" />
        <input type="hidden" name="passkey_id" value="${passkey.id}" />
        <button class="secondary" aria-label="Remove the passkey ${passkey.name}">Remove</button>
      </form>
    </li>
  `
}
