import type { Context } from 'hono'
import { hex, sha256Hex } from '../../shared/credentials/sha256.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'

/**
 * Returns the hash of the caller that an idempotency key of a checkout session belongs to: the credential, else the verified agent,
 * else the client address (IPv6 by /64). A name without a signature, such as the address of a platform profile, proves nothing.
 */
export function sessionCaller(context: Context<AppEnv>, credentialHash: Uint8Array | null, hops: number): string {
  const agent = context.var.agent?.name
  return sha256Hex(
    credentialHash ? `key ${hex(credentialHash)}` : agent ? `agent ${agent}` : `address ${callerIp(context, hops)}`,
  )
}
