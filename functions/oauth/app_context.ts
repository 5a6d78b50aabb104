import type { Context } from 'hono'
import type { OauthStore } from '../../shared/db/oauth.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import type { Site } from '../../shared/http/auth/browser.ts'
import { clientIp } from '../../shared/http/limits/client_ip.ts'
import type { OauthOptions } from './options.ts'

/** The services and options that every handler of the authorization server receives. */
export interface AppContext extends OauthOptions, Site {
  store: OauthStore
  /** The issuer identifier (RFC 8414, section 2). It is configured and never taken from a request. */
  issuer: string
  resource: string
  trustedProxyHops: number
}

export type Handler = (context: Context<AppEnv>) => Promise<Response> | Response

export function callerIp(app: AppContext, context: Context<AppEnv>): string {
  return clientIp(context.env?.remoteAddress, context.req.header('X-Forwarded-For'), app.trustedProxyHops)
}
