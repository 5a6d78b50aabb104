import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'

export interface TotpPage {
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
      Copy these codes now: they are not shown again. Each one replaces the second factor once, after the password, for
      example if you lose your device. Earlier recovery codes are no longer valid.
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>
    <p><a href="/oauth/security">I have copied the codes</a></p>
  `
}
