import type { Context } from 'hono'
import type { SigningIn } from '../../../shared/db/sign_in/store.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { deviceSecret } from '../../../shared/http/auth/browser.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { AppContext } from '../app_context.ts'
import { deviceOf } from './device.ts'

/** Returns the browser of a sign-in, and the secret that makes it a known device once `keepDevice` stores it. */
export function originOf(app: AppContext, context: Context<AppEnv>): { from: SigningIn; secret: string } {
  const secret = deviceSecret(app, context)
  const from = {
    clientIp: callerIp(context, app.trustedProxyHops),
    deviceHash: sha256(secret),
    device: deviceOf(context.req.header('User-Agent')),
  }
  return { from, secret }
}
