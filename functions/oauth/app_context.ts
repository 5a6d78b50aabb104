import type { Context } from 'hono'
import type { OauthStore } from '../../shared/db/oauth.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import type { Site } from '../../shared/http/auth/browser.ts'
import { clientIp } from '../../shared/http/limits/client_ip.ts'
import type { OauthOptions } from './options.ts'

/** What every handler of this door works with. */
export interface AppContext extends OauthOptions, Site {
  store: OauthStore
  /** The issuer, exactly (RFC 8414, section 2). Never taken from a request. */
  issuer: string
  resource: string
  trustedProxyHops: number
}

export type Handler = (context: Context<AppEnv>) => Promise<Response> | Response

export function callerIp(app: AppContext, context: Context<AppEnv>): string {
  return clientIp(context.env?.remoteAddress, context.req.header('X-Forwarded-For'), app.trustedProxyHops)
}
