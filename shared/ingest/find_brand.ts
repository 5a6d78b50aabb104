import type { TransactionSql } from 'postgres'
import { sentenceOfError } from '../errors/refusal.ts'
import type { Audience } from '../sentences/audience.ts'
import { ImportError } from './import_error.ts'

/**
 * Returns the id of the brand with this id or slug. Throws ImportError for the audience if there is none, or if several
 * accounts use the slug.
 */
export async function findBrand(
  transaction: TransactionSql,
  { brand, audience }: { brand: string; audience: Audience },
): Promise<string> {
  try {
    const [row] = await transaction`select (core.find_brand(${brand})).brand_id as id`
    return row?.id as string
  } catch (cause) {
    const message = await sentenceOfError(cause, audience)
    if (message === null) throw cause
    throw new ImportError(message, { cause })
  }
}
