import type { Database } from '../../db/pool.ts'
import { queryOrApiError } from '../../db/query.ts'
import { proofOf } from './proof.ts'
import type { PlatformWebhook } from './proof.ts'
import type { Registration } from './registration.ts'

export type WebhookOutcome = 'stored' | 'repeated' | 'unknown_shop'

/**
 * Stores a webhook whose signature was checked, with its proof, for the worker. `clientIp` divides the connections. Throws a 503 if the
 * database is unavailable.
 */
export async function storeWebhook(
  database: Database,
  webhook: PlatformWebhook,
  { secrets }: Registration,
  clientIp: string,
): Promise<WebhookOutcome> {
  const { platform, webhook_id, content } = webhook
  const proof = proofOf(webhook, secrets[0])
  const statement = () => database<{ outcome: WebhookOutcome }[]>`
    select sources.receive_webhook(${platform}, ${webhook_id}, ${content}, ${proof}) as outcome`
  const [row] = await queryOrApiError(database, clientIp, statement, { sql: 'sources.receive_webhook' })
  return row?.outcome as WebhookOutcome
}
