import { sha256 } from '../../../shared/credentials/sha256.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { sendPage } from '../pages/page.ts'
import { unsubscribedPage, unsubscribePage } from '../pages/unsubscribe.ts'

const title = 'Turn off mails'
/** The parameter of a request of a mail program (RFC 8058, section 3.1). */
const oneClick = ['List-Unsubscribe', 'One-Click'] as const

/** The page of the link in a mail. Only its button uses the link, because programs that scan mails open every link. */
export function showUnsubscription(app: AppContext): Handler {
  return async (context) => {
    const token = context.req.query('token') ?? ''
    const subscription = await app.signInStore.showUnsubscription(sha256(token))
    const body = subscription.is_on
      ? unsubscribePage(subscription, { title, token, oneClick })
      : unsubscribedPage(subscription)
    return await sendPage(context, { title, body })
  }
}

/**
 * Turns off the mails of a link. A mail program sends this request without a session, a cookie or a form token (RFC 8058), so
 * the token alone decides, and it allows nothing else. The response is a page and no redirect, as the RFC requires.
 */
export function unsubscribe(app: AppContext): Handler {
  return async (context) => {
    const [name, value] = oneClick
    const form = await context.req.formData().catch(() => null)
    if (form?.get(name) !== value)
      throw new ApiError('invalid_request', `Send ${name}=${value} as a form, or open the link of the mail.`)
    const token = context.req.query('token') ?? ''
    const subscription = await app.signInStore.unsubscribe(sha256(token), callerIp(context, app.trustedProxyHops))
    return await sendPage(context, { title, body: unsubscribedPage(subscription) })
  }
}
