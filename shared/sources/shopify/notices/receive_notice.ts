import { query, queryError } from '../../../db/query.ts'
import type { Database } from '../../../db/pool.ts'
import type { ShopNotice } from './notice.ts'

export type NoticeOutcome = 'stored' | 'repeated' | 'unknown_shop'

/** Stores a signed notice of a shop. `clientIp` divides the connections. Throws a 503 if the database is unavailable. */
export async function receiveShopNotice(
  database: Database,
  notice: ShopNotice,
  proof: string,
  clientIp: string,
): Promise<NoticeOutcome> {
  try {
    const statement = () => database<{ outcome: NoticeOutcome }[]>`
      select sources.receive_shop_notice(${JSON.stringify(notice)}::text::jsonb, ${proof}) as outcome`
    const [row] = await query(database, clientIp, statement, { sql: 'sources.receive_shop_notice' })
    return row?.outcome as NoticeOutcome
  } catch (cause) {
    throw queryError(cause)
  }
}
