import type { TransactionSql } from 'postgres'
import { sentenceOfError } from '../errors/refusal.ts'
import { shell } from '../sentences/audience.ts'
import { ImportError } from './import_error.ts'

/** Returns the id of the brand with this id or slug. Throws if there is none, or if several accounts use the slug. */
export async function findBrand(transaction: TransactionSql, reference: string): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${reference})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    const message = await sentenceOfError(cause, shell)
    if (message === null) throw cause
    throw new ImportError(message, { cause })
  }
}
