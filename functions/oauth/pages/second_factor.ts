import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Destination } from '../sign_in/destination.ts'
import { destinationFields } from './sign_in.ts'

export interface SecondFactorPage {
  person: string
  destination: Destination
  formToken: string
  isWrong: boolean
}

export function secondFactorPage({ person, destination, formToken, isWrong }: SecondFactorPage): Markup {
  return html`
    <h1>Confirm that it is you</h1>
    <p class="quiet">
      Enter the code that your authenticator app shows for <bdi>${person}</bdi>. Without the app, enter one of your
      recovery codes.
    </p>
    <form method="post" action="/oauth/second-factor">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${destinationFields(destination)}
      ${
        isWrong
          ? html`<p class="alert" id="wrong" role="alert">
              The code is incorrect, expired or used. Wait for the next code of the app.
            </p>`
          : ''
      }
      <label class="field">
        <span>Code</span>
        <input
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="40"
          required
          autofocus
          ${isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : ''}
        />
      </label>
      <div class="actions"><button class="primary">Continue</button></div>
    </form>
    <p class="quiet after"><a href="/oauth/sign-in">Sign in with another account</a></p>
  `
}
