import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import { newPasswordField } from './password.ts'

export function signUpPage({
  formToken,
  email = '',
  refusal,
}: {
  formToken: string
  email?: string
  refusal?: string
}): Markup {
  return html`
    <h1>Create an account</h1>
    <p class="quiet">Enter your e-mail address. We send you a link to choose a name and a password.</p>
    <form method="post" action="/oauth/sign-up">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${refusal ? html`<p class="alert" id="refused" role="alert">${refusal}</p>` : ''}
      <label class="field">
        <span>E-mail address</span>
        <input
          type="email"
          name="email"
          value="${email}"
          autocomplete="username"
          maxlength="254"
          required
          autofocus
          ${refusal ? html`aria-invalid="true" aria-describedby="refused"` : ''}
        />
      </label>
      <div class="actions"><button class="primary">Send the link</button></div>
    </form>
    <p class="quiet after">You have an account? <a href="/oauth/sign-in">Sign in</a></p>
  `
}

/** What was entered on the page of a link that creates an account. */
export interface Entered {
  email: string
  name: string
  token: string
  /** The page of the console that follows. */
  to: string | null
  formToken: string
  refusal?: string | undefined
}

export function newAccountPage({ email, name, token, to, formToken, refusal }: Entered): Markup {
  return html`
    <h1>Create an account</h1>
    <p class="quiet">You sign in as <bdi>${email}</bdi>.</p>
    <form method="post" action="/oauth/sign-up/link">
      <input type="hidden" name="form_token" value="${formToken}" />
      <input type="hidden" name="token" value="${token}" />
      ${to ? html`<input type="hidden" name="to" value="${to}" />` : ''}
      ${refusal ? html`<p class="alert" id="refused" role="alert">${refusal}</p>` : ''}
      <input
        class="unseen"
        type="email"
        name="email"
        value="${email}"
        autocomplete="username"
        readonly
        tabindex="-1"
        aria-hidden="true"
      />
      <label class="field">
        <span>Your name</span>
        <input name="name" value="${name}" autocomplete="name" maxlength="100" required autofocus />
      </label>
      ${newPasswordField(refusal ? 'refused' : null, 'Password')}
      <div class="actions"><button class="primary">Create the account</button></div>
    </form>
  `
}
