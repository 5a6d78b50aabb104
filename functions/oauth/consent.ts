import { sha256 } from '../../shared/sha256.ts'
import { createSecret } from '../../shared/tokens.ts'
import { browserOf, requireOwnForm } from '../../shared/http/browser.ts'
import { callerIp } from './door.ts'
import type { Door, Handler } from './door.ts'
import { readForm } from '../../shared/http/form.ts'
import { sendPage } from './page.ts'
import { consentPage } from './pages/consent.ts'
import { sendBack } from './redirect.ts'

/** Shows what is asked for. Never skipped: every grant is the answer of a person to this page. */
export function showConsent(door: Door): Handler {
  return async (context) => {
    const handle = context.req.query('request') ?? ''
    const browser = browserOf(door, context)
    const shown = await door.store.showRequest(sha256(handle), browser)
    if (!shown.is_signed_in) return context.redirect(`/oauth/sign-in?request=${encodeURIComponent(handle)}`, 303)
    const body = consentPage({ shown, handle, formToken: browser.formToken })
    return sendPage(context, { title: 'Allow access', body, redirectsTo: shown.redirect_uri })
  }
}

/** RFC 6749, section 4.1.2: a code or access_denied, by 303, once for each request. */
export function decide(door: Door): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(door, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const handle = form.get('request') ?? ''
    const requestHash = sha256(handle)
    const scopes = form.getAll('scope')
    if (form.get('decision') === 'tick_all_brands') {
      const shown = await door.store.showRequest(requestHash, browser)
      const ticked = {
        ...shown,
        scopes: shown.scopes.map((each) => ({ ...each, is_ticked: scopes.includes(each.scope) })),
        brands: shown.brands.map((each) => ({ ...each, is_ticked: true })),
      }
      const body = consentPage({ shown: ticked, handle, formToken: browser.formToken })
      return sendPage(context, { title: 'Allow access', body, redirectsTo: shown.redirect_uri })
    }
    const code = createSecret()
    const decision = {
      requestHash,
      isApproved: form.get('decision') === 'allow',
      scopes,
      brandIds: form.getAll('brand_id'),
      codeHash: sha256(code),
    }
    return sendBack(door, context, await door.store.decide(decision, browser, callerIp(door, context)), code)
  }
}
