import type { Database } from '../../../shared/db/pool.ts'
import { causeOf } from '../../../shared/log/log.ts'
import { clientSecrets } from '../../../shared/sources/shopify/access/client_secrets.ts'
import type { ShopNotice } from '../../../shared/sources/shopify/notices/notice.ts'
import { isProven } from '../../../shared/sources/shopify/notices/proof.ts'
import type { SyncOptions } from './sync_source.ts'

interface DueNotice {
  notice: ShopNotice
  proof: string
  targets: { brand_id: string; source_id: string }[]
}

const batchSize = 100
const secondsMax = 240

/**
 * Handles the stored webhooks of shops: makes the named orders and products due, ends an access that the shop removed, and does what the law on
 * personal data demands. A notice that fails is tried again later. A killed process leaves notices that the next one handles again,
 * with the same effect.
 */
export async function handleShopNotices(
  sql: Database,
  options: Pick<SyncOptions, 'settings' | 'log'>,
): Promise<{ notices: number; notices_failed: number }> {
  const settings = options.settings({ name: 'shopify', version: '' })
  const secrets = settings === null ? [] : clientSecrets(settings.app)
  const endsAt = performance.now() + secondsMax * 1000
  const done = { notices: 0, notices_failed: 0 }
  while (performance.now() < endsAt) {
    const rows = await sql`select to_json(sources.next_shop_notices(${batchSize})) as due`
    if (rows.length === 0) break
    for (const { due } of rows) {
      const { notice, proof, targets } = due as DueNotice
      try {
        if (!isProven(notice, proof, secrets)) throw new Error('The proof of the notice is wrong.')
        await handle(sql, notice, targets)
        await sql`select sources.finish_shop_notice(${notice.notice_id})`
        done.notices += 1
      } catch (cause) {
        options.log({ level: 'error', notice_id: notice.notice_id, kind: notice.kind, cause: causeOf(cause) })
        await sql`select sources.delay_shop_notice(${notice.notice_id})`
        done.notices_failed += 1
      }
    }
  }
  await sql`select sources.prune_shop_notices()`
  return done
}

async function handle(sql: Database, notice: ShopNotice, targets: DueNotice['targets']): Promise<void> {
  if (notice.kind === 'uninstalled') {
    await sql`select sources.end_uninstalled(${notice.shop}, ${notice.triggered_at})`
    return
  }
  for (const { brand_id, source_id } of targets) {
    await sql`
      select core.enter_brand(${brand_id}), sources.handle_shop_notice(
        ${brand_id}, ${source_id}, ${JSON.stringify(notice)}::text::jsonb
      )`
  }
}
