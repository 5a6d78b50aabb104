import { html } from 'hono/html'
import type { WaitingSignIn } from '../../../shared/db/sign_in/store.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { withDestination } from '../sign_in/destination.ts'
import type { Destination } from '../sign_in/destination.ts'
import { destinationFields, passkeyForm } from './sign_in.ts'

export interface SecondFactorPage {
  waiting: WaitingSignIn
  destination: Destination
  formToken: string
  /** Whether browsers offer passkeys at the address of the installation. */
  offersPasskeys: boolean
  isWrong: boolean
}

export function secondFactorPage({
  waiting,
  destination,
  formToken,
  offersPasskeys,
  isWrong,
}: SecondFactorPage): Markup {
  const { person, has_totp, has_passkey } = waiting
  const usesPasskey = has_passkey && offersPasskeys
  return html`
    <h1>Confirm that it is you</h1>
    <p class="quiet">
      ${has_totp ? html`Enter the code that your authenticator app shows for <bdi>${person}</bdi>.` : html`Signing in as <bdi>${person}</bdi>.`}
      ${usesPasskey ? (has_totp ? 'You can also use a passkey.' : 'Use your passkey.') : ''}
      ${has_totp ? 'Without the app, enter one of your recovery codes.' : 'Without the passkey, enter one of your recovery codes.'}
    </p>
    ${usesPasskey ? passkeyForm(formToken, destination, 'Use a passkey') : ''}
    <form method="post" action="/oauth/second-factor">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${destinationFields(destination)}
      ${
        isWrong
          ? html`<p class="alert" id="wrong" role="alert">
              ${
                has_totp
                  ? 'The code is incorrect, expired or used. For a code of the app, check the clock of your phone and enter the next code. For a recovery code, check that it is from your newest list and not used.'
                  : 'The recovery code is incorrect or used. Check that it is from your newest list.'
              }
            </p>`
          : ''
      }
      <label class="field">
        <span>${has_totp ? 'Code' : 'Recovery code'}</span>
        <input
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="40"
          required
          ${usesPasskey && !has_totp ? '' : 'autofocus'}
          ${isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : ''}
        />
      </label>
      <div class="actions"><button class="primary">Continue</button></div>
    </form>
    <p class="quiet after">
      <a href="${withDestination('/oauth/sign-in', destination)}">Sign in with another account</a>
    </p>
  `
}
