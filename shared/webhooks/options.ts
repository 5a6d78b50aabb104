import type { Env } from '../env.ts'
import type { Resolve } from '../http/outbound/fetch_public.ts'

/** What both who takes endpoints and who delivers to them must know. */
export interface WebhookOptions {
  /** 32 bytes in base64, by which secrets are sealed; without one no endpoint is taken and nothing delivered. */
  secretKey: string | undefined
  /** Whether an endpoint may be on this machine, over http too: for development. */
  allowsLoopback: boolean
  /** For tests, which have no public addresses. */
  resolve?: Resolve
}

export function webhookOptions(env: Env): WebhookOptions {
  return { secretKey: env.WEBHOOK_SECRET_KEY, allowsLoopback: env.WEBHOOK_ALLOW_LOOPBACK }
}
