import type { Sql } from 'postgres'
import { openKeyRing } from '../../shared/key_ring.ts'
import type { KeyRing } from '../../shared/key_ring.ts'
import type { SealedSecret, SealedSecrets } from './sealed_secrets.ts'

export interface Resealed {
  /** The secrets that now have the newest key. */
  resealed: number
  /** The secrets that stay as they are, because no key of the ring opens them. */
  unreadable: number
}

/**
 * Encrypts all secrets of a kind with the newest key of a ring. Each row is its own statement, so that running processes
 * continue, and an interrupted run can be repeated. A row that another process changed meanwhile is left to it.
 */
export async function reseal(
  sql: Sql,
  secrets: SealedSecrets,
  ringText: string,
  { batch = 500 } = {},
): Promise<Resealed> {
  const ring = await openKeyRing(ringText)
  const counted: Resealed = { resealed: 0, unreadable: 0 }
  let after = ''
  while (true) {
    const rows = await secrets.list(sql, ring.ids[0] as string, after, batch)
    for (const row of rows) {
      const sealed = await resealRow(ring, row)
      if (sealed === null) counted.unreadable++
      else if (await secrets.write(sql, row, sealed)) counted.resealed++
    }
    const last = rows.at(-1)
    if (!last) return counted
    after = last.id
  }
}

/** Returns a row's secret under the newest key, or null if no key of the ring opens it. */
async function resealRow(ring: KeyRing, { sealed, context }: SealedSecret): Promise<string | null> {
  const secret = await ring.open(sealed, context).catch(() => null)
  return secret && (await ring.seal(secret, context))
}
