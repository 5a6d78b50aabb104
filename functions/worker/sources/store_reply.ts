import type { Database } from '../../../shared/db/pool.ts'
import type { Reply } from '../../../shared/sources/platform.ts'
import { productLines } from '../../../shared/sources/storage/product_lines.ts'
import { storableJson } from '../../../shared/sources/storage/storable_json.ts'
import type { SourceWindow } from './source_window.ts'

/**
 * Stores a whole reply as one window, in one transaction that the database runs in one statement: rows that the reply lacks are
 * removed, changed ones written. Numbers are text until SQL reads them.
 */
export async function storeReply(sql: Database, window: SourceWindow, lease: string, reply: Reply): Promise<void> {
  const { brand_id, window_id, platform, reported_at } = window
  const unknown = reply.unknownFields.length
  const rows = storableJson('rows' in reply ? reply.rows : [])
  switch (reply.kind) {
    case 'ads':
      await sql`
        select core.enter_brand(${brand_id}), sources.commit_ads(
          ${brand_id}, ${window_id}, ${lease}, ${platform}, ${[...reply.fields]}, ${rows}::text::jsonb, ${unknown},
          ${reported_at}, ${reply.readFrom ?? null}
        )`
      return
    case 'sessions':
      await sql`
        select core.enter_brand(${brand_id}), sources.commit_sessions(
          ${brand_id}, ${window_id}, ${lease}, ${rows}::text::jsonb, ${unknown}, ${reply.limitations}
        )`
      return
    case 'transactions':
      await sql`
        select core.enter_brand(${brand_id}), sources.commit_transactions(
          ${brand_id}, ${window_id}, ${lease}, ${rows}::text::jsonb, ${unknown}, ${reply.limitations}
        )`
      return
    case 'orders':
      await sql`
        select core.enter_brand(${brand_id}), sources.commit_orders(
          ${brand_id}, ${window_id}, ${lease}, ${storableJson(reply)}::text::jsonb, ${unknown}
        )`
      return
    case 'products':
      await sql`
        select core.enter_brand(${brand_id}), sources.commit_products(
          ${brand_id}, ${window_id}, ${lease}, ${storableJson(productLines(reply))}::text::jsonb, ${unknown}
        )`
      return
  }
}
