import type { Context } from 'hono'
import type { OauthStore } from '../../shared/db/oauth.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import type { Site } from '../../shared/http/auth/browser.ts'
import { clientIp } from '../../shared/http/limits/client_ip.ts'
import type { WebhookOptions } from '../../shared/webhooks/options.ts'

/** The services and options that every page of the console receives. */
export interface AppContext extends Site {
  database: Database
  store: OauthStore
  trustedProxyHops: number
  webhooks: WebhookOptions
}

export type Handler = (context: Context<AppEnv>) => Promise<Response> | Response

export function callerIp(app: AppContext, context: Context<AppEnv>): string {
  return clientIp(context.env?.remoteAddress, context.req.header('X-Forwarded-For'), app.trustedProxyHops)
}
