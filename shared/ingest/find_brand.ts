import postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { ImportError } from './import_error.ts'

/** Returns the id of the brand with this id or slug. Throws if there is none, or if several accounts use the slug. */
export async function findBrand(transaction: TransactionSql, reference: string): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${reference})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || !['NTFND', 'BADRQ'].includes(cause.code)) throw cause
    throw new ImportError(cause.message, { cause })
  }
}
