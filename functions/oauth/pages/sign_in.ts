import { html } from 'hono/html'
import type { ShownRequest } from '../../../shared/db/oauth.ts'
import { clientNameMarkup } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'

export interface SignInPage {
  handle: string | null
  /** The page of the console to continue with after sign-in. */
  to: string | null
  /** The authorization request to continue with after sign-in. */
  client: ShownRequest | null
  formToken: string
  email?: string
  isWrong?: boolean
}

export function signInPage({ handle, to, client, formToken, email, isWrong }: SignInPage): Markup {
  return html`
    <h1>Sign in</h1>
    <p class="quiet">
      ${
        client
          ? html`${clientNameMarkup(client)} requests access to your brands. Sign in to continue; the next page asks for
            your decision.`
          : to
            ? 'Sign in to see your brands.'
            : 'Sign in to see your connected apps.'
      }
    </p>
    <form method="post" action="/oauth/sign-in">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${handle ? html`<input type="hidden" name="request" value="${handle}" />` : ''}
      ${to ? html`<input type="hidden" name="to" value="${to}" />` : ''}
      ${isWrong ? html`<p class="alert" id="wrong" role="alert">The e-mail address or password is incorrect.</p>` : ''}
      <label class="field">
        <span>E-mail address</span>
        <input
          type="email"
          name="email"
          value="${email ?? ''}"
          autocomplete="username"
          required
          ${isWrong ? html`aria-describedby="wrong"` : html`autofocus`}
        />
      </label>
      <label class="field">
        <span>Password</span>
        <input
          type="password"
          name="password"
          autocomplete="current-password"
          required
          ${isWrong ? html`aria-invalid="true" aria-describedby="wrong" autofocus` : ''}
        />
      </label>
      <div class="actions"><button class="primary">Sign in</button></div>
    </form>
  `
}
