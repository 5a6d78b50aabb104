import { sha256 } from '../../../shared/credentials/sha256.ts'
import { createSecret } from '../../../shared/credentials/tokens.ts'
import { browserOf, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import type { ShownRequest } from '../../../shared/db/oauth.ts'
import { deviceOf } from '../sign_in/device.ts'
import { sendPage } from '../pages/page.ts'
import { consentPage } from '../pages/consent.ts'
import type { ConsentPage } from '../pages/consent.ts'
import { sendBack } from './redirect.ts'

/** The consent page. It is shown for every request, because each grant needs the decision of a person. */
export function showConsent(app: AppContext): Handler {
  return async (context) => {
    const handle = context.req.query('request') ?? ''
    const browser = browserOf(app, context)
    const shown = await app.store.showRequest(sha256(handle), browser, callerIp(context, app.trustedProxyHops))
    if (!shown.is_signed_in) return context.redirect(`/oauth/sign-in?request=${encodeURIComponent(handle)}`, 303)
    const body = consentPage({ shown, handle, formToken: browser.formToken })
    return sendPage(context, { title: 'Allow access', body, redirectsTo: shown.redirect_uri })
  }
}

/**
 * Redirects with a code or with access_denied (RFC 6749, section 4.1.2), by 303 and once for each request. If an approval has
 * no scope or no brand, the response is 400 with the page, which marks the missing part; the request stays open.
 */
export function decide(app: AppContext): Handler {
  return async (context) => {
    const form = await readForm(context)
    const browser = browserOf(app, context)
    requireOwnForm(browser, context, form.get('form_token') ?? '')
    const handle = form.get('request') ?? ''
    const requestHash = sha256(handle)
    const scopes = form.getAll('scope')
    const brandIds = form.getAll('brand_id')

    const showAgain = async (change: (shown: ShownRequest) => Partial<ConsentPage>, status: 200 | 400) => {
      const shown = await app.store.showRequest(requestHash, browser, callerIp(context, app.trustedProxyHops))
      const kept = {
        ...shown,
        scopes: shown.scopes.map((each) => ({ ...each, is_ticked: scopes.includes(each.scope) })),
        brands: shown.brands.map((each) => ({ ...each, is_ticked: brandIds.includes(each.brand_id) })),
      }
      const body = consentPage({ shown: kept, handle, formToken: browser.formToken, ...change(kept) })
      return sendPage(context, { title: 'Allow access', body, redirectsTo: shown.redirect_uri, status })
    }

    if (form.get('decision') === 'tick_all_brands') {
      const tickAll = (shown: ShownRequest) => shown.brands.map((each) => ({ ...each, is_ticked: true }))
      return await showAgain((shown) => ({ shown: { ...shown, brands: tickAll(shown) } }), 200)
    }
    const code = createSecret()
    const decision = {
      requestHash,
      isApproved: form.get('decision') === 'allow',
      scopes,
      brandIds,
      codeHash: sha256(code),
      device: deviceOf(context.req.header('User-Agent')),
    }
    const redirection = await app.store.decide(decision, browser, callerIp(context, app.trustedProxyHops))
    if (redirection.is_incomplete) return await showAgain((shown) => ({ missing: missingFrom(shown) }), 400)
    return sendBack(app, context, redirection, code)
  }
}

function missingFrom(shown: ShownRequest): NonNullable<ConsentPage['missing']> {
  return {
    scope: shown.scopes.every((each) => !each.is_ticked),
    brand: shown.brands.every((each) => !each.is_ticked),
  }
}
