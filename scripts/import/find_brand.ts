import postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { ImportError } from './ad_fields.ts'

/** The id of the brand with this id or slug; throws what the database says where there is none. */
export async function findBrand(transaction: TransactionSql, reference: string): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${reference})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || cause.code !== 'NTFND') throw cause
    throw new ImportError(cause.message, { cause })
  }
}
