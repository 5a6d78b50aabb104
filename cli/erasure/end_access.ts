import type { Sql } from 'postgres'
import { endConnections } from '../../functions/worker/sources/end_connections.ts'
import { syncOptions } from '../sources/source_context.ts'

/** Disconnects all sources of a brand, and revokes the grants that no other brand uses. Returns the number of revoked grants. */
export async function endBrandAccess(sql: Sql, brandId: string): Promise<number> {
  const ended = await sql.begin(async (transaction) => {
    await transaction`select core.enter_brand(${brandId})`
    return await transaction`
      select sources.end_source(brand_id, source_id, false) from sources.sources
      where brand_id = ${brandId} and status <> 'disconnected'`
  })
  return ended.length === 0 ? 0 : await endConnections(sql, syncOptions())
}
