import type { Env } from '../env.ts'
import type { Resolve } from '../http/outbound/fetch_public.ts'

/** The configuration that management and delivery of webhooks share. */
export interface WebhookOptions {
  /** The key ring that encrypts secrets (WEBHOOK_SECRET_KEY). Without it endpoints cannot be created and nothing is delivered. */
  secretKey: string | undefined
  /** Whether loopback endpoints are allowed, over http too. For development. */
  allowsLoopback: boolean
  /** Replaces DNS in tests, which have no public addresses. */
  resolve?: Resolve
}

export function webhookOptions(env: Env): WebhookOptions {
  return { secretKey: env.WEBHOOK_SECRET_KEY, allowsLoopback: env.WEBHOOK_ALLOW_LOOPBACK }
}
