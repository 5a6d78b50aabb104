import type { Sql } from 'postgres'
import { openKeyRing } from '../../shared/key_ring.ts'
import type { KeyRing } from '../../shared/key_ring.ts'
import { secretContext } from '../../shared/webhooks/secret.ts'

export interface Resealed {
  /** The secrets that now have the newest key. */
  resealed: number
  /** The secrets that stay as they are, because no key of the ring opens them. */
  unreadable: number
}

interface Row {
  secret_id: string
  endpoint_id: string
  sealed: string
}

/**
 * Encrypts all webhook secrets with the newest key of a ring. Each row is its own statement, so that workers continue, and
 * an interrupted run can be repeated. A row that another process changed meanwhile is left to it.
 */
export async function reseal(sql: Sql, ringText: string, { batch = 500 } = {}): Promise<Resealed> {
  const ring = await openKeyRing(ringText)
  const counted: Resealed = { resealed: 0, unreadable: 0 }
  let after = ''
  while (true) {
    const rows = await sql<Row[]>`
      select * from webhooks.list_secrets_of_other_keys(${ring.ids[0] as string}, ${after}, ${batch})`
    for (const row of rows) {
      const sealed = await resealRow(ring, row)
      if (sealed === null) {
        counted.unreadable++
        continue
      }
      const [written] =
        await sql`select webhooks.reseal_secret(${row.secret_id}, ${row.sealed}, ${sealed}) as is_written`
      if (written?.is_written) counted.resealed++
    }
    const last = rows.at(-1)
    if (!last) return counted
    after = last.secret_id
  }
}

/** Returns a row's secret under the newest key, or null if no key of the ring opens it. */
async function resealRow(ring: KeyRing, { endpoint_id, sealed }: Row): Promise<string | null> {
  const context = secretContext(endpoint_id)
  const secret = await ring.open(sealed, context).catch(() => null)
  return secret && (await ring.seal(secret, context))
}
