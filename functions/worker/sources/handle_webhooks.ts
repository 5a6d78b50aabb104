import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import type { MetaWebhook } from '../../../shared/sources/meta/webhook.ts'
import type { ShopWebhook } from '../../../shared/sources/shopify/webhook.ts'
import { isProven } from '../../../shared/sources/webhooks/proof.ts'
import type { PlatformWebhook } from '../../../shared/sources/webhooks/proof.ts'
import { registrationAt } from '../../../shared/sources/webhooks/registration.ts'
import type { SyncOptions } from './sync_source.ts'

interface DueWebhook extends PlatformWebhook {
  proof: string
}

const batchSize = 100
const secondsMax = 240

/**
 * Handles the stored webhooks of platforms: makes the named orders and products due, ends a connection whose grant was removed at the platform, and does
 * what the law on personal data demands. A webhook that fails is tried again later. One without a proof of its signature is deleted after a
 * day. A killed process leaves webhooks that the next one handles again, with the same effect.
 */
export async function handleWebhooks(
  sql: Database,
  options: Pick<SyncOptions, 'settings' | 'log'>,
): Promise<{ webhooks: number; webhooks_failed: number }> {
  const endsAt = performance.now() + secondsMax * 1000
  const done = { webhooks: 0, webhooks_failed: 0 }
  while (performance.now() < endsAt) {
    const rows = await sql<{ due: DueWebhook }[]>`select to_json(sources.next_webhooks(${batchSize})) as due`
    if (rows.length === 0) break
    for (const { due } of rows) done[(await attempt(sql, due, options)) ? 'webhooks' : 'webhooks_failed'] += 1
  }
  return done
}

/** Returns whether the webhook was handled. */
async function attempt(
  sql: Database,
  webhook: DueWebhook,
  options: Pick<SyncOptions, 'settings' | 'log'>,
): Promise<boolean> {
  const { platform, webhook_id, content, proof } = webhook
  try {
    const registration = registrationAt(platform, options)
    if (!registration || !isProven(webhook, proof, registration.secrets)) {
      const [row] = await sql`select sources.refuse_webhook(${platform}, ${webhook_id}) as is_deleted`
      const reason = row?.is_deleted ? 'webhook_deleted_without_proof' : 'webhook_has_no_proof'
      options.log({ level: 'error', platform, webhook_id, reason })
      return false
    }
    if (platform === 'meta') await endPerson(sql, registration.clientId, JSON.parse(content) as MetaWebhook)
    else await handleShopWebhook(sql, JSON.parse(content) as ShopWebhook)
    await sql`select sources.finish_webhook(${platform}, ${webhook_id})`
    return true
  } catch (cause) {
    options.log({ level: 'error', platform, webhook_id, cause: causeOf(cause) })
    await sql`select sources.delay_webhook(${platform}, ${webhook_id})`
    return false
  }
}

async function endPerson(sql: Database, clientId: string, { kind, subject, granted_by }: MetaWebhook): Promise<void> {
  const isDeletion = kind === 'delete_data'
  await sql`select sources.end_person('meta', ${clientId}, ${subject}, ${granted_by}, ${isDeletion})`
}

async function handleShopWebhook(sql: Database, webhook: ShopWebhook): Promise<void> {
  if (webhook.kind === 'uninstalled') {
    await sql`select sources.end_uninstalled(${webhook.shop}, ${webhook.triggered_at})`
    return
  }
  for (const { source } of await sql`select to_json(sources.shop_sources(${webhook.shop})) as source`) {
    const { brand_id, source_id } = source as { brand_id: string; source_id: string }
    await sql`
      select core.enter_brand(${brand_id}), sources.handle_shop_webhook(
        ${brand_id}, ${source_id}, ${JSON.stringify(webhook)}::text::jsonb
      )`
  }
}
