import type { Sql } from 'postgres'
import { findUnreadableSecrets, unreadableSentence } from '../../functions/worker/webhooks/unreadable_secrets.ts'
import { totpContext } from '../../shared/credentials/totp.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import { grantContext } from '../../shared/sources/sealed_grant.ts'
import { secretContext } from '../../shared/webhooks/secret.ts'
import { slackContext } from '../../shared/webhooks/slack_address.ts'
import type { RingVariable } from './rings.ts'

/** The variables with key rings that encrypt. */
export type SealingVariable = Exclude<RingVariable, 'QUOTE_SIGNING_KEY'>

/** An encrypted secret with the context that it was sealed for. */
export interface SealedSecret {
  id: string
  sealed: string
  context: string
}

/** The secrets in the database that a key ring encrypts. */
export interface SealedSecrets {
  /** What a secret is, for sentences. */
  noun: string
  /** What to do about secrets whose key cannot be added to the variable. */
  remedy: string
  /** The processes that need a new value first. */
  order: string
  /** Returns the number of secrets for each key. */
  count: (sql: Sql) => Promise<Map<string, number>>
  /** Returns the next secrets of other keys than this one, in the order of their ids. */
  list: (sql: Sql, keyId: string, after: string, limit: number) => Promise<SealedSecret[]>
  /** Replaces a secret unless another process changed it. Returns whether it did. */
  write: (sql: Sql, secret: SealedSecret, sealed: string) => Promise<boolean>
  /** Returns one sentence for each key that is missing in a ring, with what it affects and what to do. */
  missing: (sql: Sql, ring: string | undefined) => Promise<string[]>
}

const totp: SealedSecrets = {
  noun: 'authenticator secret',
  remedy: 'if the key is lost, remove the second factors of their people (vitrine people remove-factors)',
  order: 'for the function oauth or the gateway',
  count: async (sql) => countsOf(await sql`select key_id, secrets::integer from oauth.count_totp_keys()`),
  list: async (sql, keyId, after, limit) => {
    const rows = await sql`select * from oauth.list_totp_secrets_of_other_keys(${keyId}, ${after}, ${limit})`
    return rows.map(({ secret_id, sealed }) => ({ id: secret_id, sealed, context: totpContext(secret_id as string) }))
  },
  write: async (sql, { id, sealed: before }, sealed) => {
    const [row] = await sql`select oauth.reseal_totp_secret(${id}, ${before}, ${sealed}) as is_written`
    return row?.is_written as boolean
  },
  missing: findUnreadableTotp,
}

const grants: SealedSecrets = {
  noun: 'grant',
  remedy: 'if the key is lost, connect their accounts again',
  order: 'first for the worker, then for the functions',
  count: async (sql) => countsOf(await sql`select key_id, secrets::integer from sources.count_token_keys()`),
  list: async (sql, keyId, after, limit) => {
    const rows = await sql`select * from sources.list_grants_of_other_keys(${keyId}, ${after}, ${limit})`
    return rows.map(({ secret_id, sealed }) => ({ id: secret_id, sealed, context: grantContext(secret_id as string) }))
  },
  write: async (sql, { id, sealed: before }, sealed) => {
    const [row] = await sql`select sources.reseal_grant(${id}, ${before}, ${sealed}) as is_written`
    return row?.is_written as boolean
  },
  missing: async (sql, ring) => {
    const ids = ring ? (await openKeyRing(ring)).ids : []
    const missing = [...(await grants.count(sql))].filter(([keyId]) => !ids.includes(keyId))
    return missing.map(
      ([keyId, count]) =>
        `SOURCE_TOKEN_KEY lacks the key ${keyId}, which encrypts ${count} ${count === 1 ? 'grant' : 'grants'} of connected accounts. ` +
        'Their accounts are not read. Add this key after the newest one.',
    )
  },
}

/** The key rings that encrypt, with their secrets. */
export const sealedSecrets: Record<SealingVariable, SealedSecrets> = {
  WEBHOOK_SECRET_KEY: {
    noun: 'webhook secret',
    remedy: 'if the key is lost, rotate the secrets of their endpoints, and connect the Slack channels again',
    order: 'first for the worker, then for the functions',
    count: async (sql) => countsOf(await sql`select key_id, secrets::integer from webhooks.count_secret_keys()`),
    list: async (sql, keyId, after, limit) => {
      const rows = await sql`select * from webhooks.list_secrets_of_other_keys(${keyId}, ${after}, ${limit})`
      return rows.map(({ secret_id, endpoint_id, sealed }) => {
        const context = endpoint_id === null ? slackContext(secret_id as string) : secretContext(endpoint_id as string)
        return { id: secret_id, sealed, context }
      })
    },
    write: async (sql, { id, sealed: before }, sealed) => {
      const [row] = await sql`select webhooks.reseal_secret(${id}, ${before}, ${sealed}) as is_written`
      return row?.is_written as boolean
    },
    missing: async (sql, ring) => (await findUnreadableSecrets(sql, ring)).map(unreadableSentence),
  },
  TOTP_SECRET_KEY: totp,
  SOURCE_TOKEN_KEY: grants,
}

/** Returns a sentence for each key that encrypts secrets of authenticator apps and is not in the ring. */
export async function findUnreadableTotp(sql: Sql, ring: string | undefined): Promise<string[]> {
  const ids = ring ? (await openKeyRing(ring)).ids : []
  const missing = [...(await totp.count(sql))].filter(([keyId]) => !ids.includes(keyId))
  return missing.map(([keyId, secrets]) => {
    const apps = `${secrets} ${secrets === 1 ? 'authenticator app' : 'authenticator apps'}`
    return (
      `TOTP_SECRET_KEY lacks the key ${keyId}, which encrypts the secrets of ${apps}. Add this key after the ` +
      'newest one. If the functions lack it too, their people can sign in with a passkey or a recovery code only.'
    )
  })
}

function countsOf(rows: readonly { [column: string]: unknown }[]): Map<string, number> {
  return new Map(rows.map(({ key_id, secrets }) => [key_id as string, secrets as number]))
}
