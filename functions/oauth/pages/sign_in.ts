import { html } from 'hono/html'
import type { ShownRequest } from '../../../shared/db/oauth.ts'
import { clientNameMarkup } from '../../../shared/pages/client_name.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { Destination } from '../sign_in/destination.ts'

export interface SignInPage {
  destination: Destination
  /** The authorization request to continue with after sign-in. */
  client: ShownRequest | null
  formToken: string
  /** Whether Vitrine stores the passwords. False if a hosted platform does. */
  hasPassword: boolean
  /** Whether a visitor can create an account. */
  offersSignUp: boolean
  /** Whether browsers offer passkeys at the address of the installation. */
  offersPasskeys: boolean
  email?: string
  isWrong?: boolean
  /** Why no password was checked. */
  refusal?: string | undefined
  /** What a link of a mail changed. */
  done?: string | undefined
}

const notices: Record<string, string> = {
  reset: 'The password is changed. Sign in with the new one.',
  unlocked: 'This browser is unlocked. Sign in.',
}

/** The console keeps a form that was sent after its session had ended. */
const keptForm = 'Your session ended. Your entries are kept. Sign in to check and send them.'

export function signInPage(page: SignInPage): Markup {
  const { destination, formToken, email, isWrong, hasPassword, offersSignUp, offersPasskeys } = page
  const notice = notices[page.done ?? ''] ?? (destination.to === '/console/kept-form' ? keptForm : undefined)
  return html`
    <h1>Sign in</h1>
    ${notice ? html`<p class="notice" role="status">${notice}</p>` : html`<p class="quiet">${purpose(page)}</p>`}
    <form method="post" action="/oauth/sign-in">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${destinationFields(destination)} ${alert(page)}
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
    ${offersPasskeys ? passkeyForm(formToken, destination, 'Sign in with a passkey') : ''}
    ${hasPassword ? html`<p class="quiet after"><a href="/oauth/reset">Forgot your password?</a></p>` : ''}
    ${offersSignUp ? html`<p class="quiet">New here? <a href="/oauth/sign-up">Create an account</a></p>` : ''}
  `
}

/** The button that opens the page of the passkey sign-in. */
export function passkeyForm(formToken: string, destination: Destination, text: string): Markup {
  return html`
    <form class="passkey" method="post" action="/oauth/passkey">
      <input type="hidden" name="form_token" value="${formToken}" />
      ${destinationFields(destination)}
      <div class="actions"><button class="secondary">${text}</button></div>
    </form>
  `
}

/** The hidden fields that carry the destination through the forms of a sign-in. */
export function destinationFields({ request, to }: Destination): Markup {
  return html`${request ? html`<input type="hidden" name="request" value="${request}" />` : ''}
  ${to ? html`<input type="hidden" name="to" value="${to}" />` : ''}`
}

function purpose({ client, destination }: SignInPage): Markup | string {
  if (client)
    return html`${clientNameMarkup(client)} requests access to your brands. Sign in to continue; the next page asks for
    your decision.`
  if (destination.to === '/oauth/security') return 'Sign in to see the security of your account.'
  if (destination.to === '/oauth/connections') return 'Sign in to see your connected apps.'
  if (destination.to?.startsWith('/console/invitations/')) {
    return 'Sign in with the address of your invitation to answer it. The link of its mail creates an account while the invitation is valid.'
  }
  return 'Sign in to see your brands.'
}

function alert({ isWrong, refusal }: SignInPage): Markup | string {
  if (refusal)
    return html`<p class="alert" id="wrong" role="alert">
      ${refusal} <a href="/oauth/unlock">Request a mail that unlocks this browser</a>.
    </p>`
  return isWrong ? html`<p class="alert" id="wrong" role="alert">The e-mail address or password is incorrect.</p>` : ''
}
