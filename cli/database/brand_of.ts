import type { Sql } from 'postgres'
import { findBrand } from '../../shared/ingest/find_brand.ts'
import { shell } from '../../shared/sentences/audience.ts'

/** Returns the id of the brand with this id or slug. Throws ImportError if there is none, or if several accounts use the slug. */
export async function brandOf(sql: Sql, brand: string): Promise<string> {
  return await sql.begin(async (transaction) => await findBrand(transaction, { brand, audience: shell }))
}
