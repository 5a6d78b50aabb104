import postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { ImportError } from './import_error.ts'

/** The id of the brand with this id or slug; throws the sentence of the database where there is none, or where several accounts use the slug. */
export async function findBrand(transaction: TransactionSql, reference: string): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${reference})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || !['NTFND', 'BADRQ'].includes(cause.code)) throw cause
    throw new ImportError(cause.message, { cause })
  }
}
