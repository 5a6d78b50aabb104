import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantsOf, planTrials, runTrials, tryAll } from './check_table.ts'
import type { Tenants, TrialsOf } from './check_table.ts'
import { copyBrand } from './copy_brand.ts'
import { mutantsOf, policiesOf } from './mutants.ts'
import { callingAgent, callingPerson } from './reach.ts'
import { openTenants } from './scene.ts'
import type { TenantScene } from './scene.ts'

let scene: TenantScene
let tenants: Tenants
const analyst = `analyst_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  scene = await openTenants()
  const { sql } = scene.console.database
  const { own, sibling, foreign } = scene.brands
  const [brand] = await sql`select account_id from core.brands where brand_id = ${own}`
  const accountId = brand?.account_id as string
  // Each test key has rows of its own in the simulated storefront.
  await copyBrand(sql, {
    from: { brandId: own, accountId },
    to: 'brd_simulated',
    toAccount: accountId,
    name: 'simulated',
    ids: {},
  })
  await sql.unsafe(`create role ${analyst} login in role vitrine_analyst`)
  await sql`insert into core.analyst_grants (role_name, brand_id) values (${analyst}, ${own}), ('unknown', ${foreign})`
  await sql`insert into core.exchange_rates values ('2026-11-20', 'EUR', 'USD', 1.1, 'a bank')`
  await sql`insert into oauth.sent_forms select session_hash, 'a-form-of-theirs' from oauth.sessions limit 1`
  await sql`insert into events.wake_requests values ('a_channel', '2026-11-20') on conflict do nothing`
  await sql`insert into oauth.attempt_counts values ('unknown', '2026-11-20', 1)`
  const [person] = await sql`select person_id from oauth.sessions limit 1`
  const [personId, later] = [person?.person_id as string, '2026-11-21']
  await sql`insert into oauth.pending_sign_ins values ('a hash', ${personId}, 0, ${later})`
  await sql`insert into oauth.totp_secrets values (${personId}, repeat('a', 16) || '.' || repeat('a', 64), 'a hash')`
  await sql`insert into oauth.recovery_codes values (${personId}, 'a hash')`
  await sql`
    insert into oauth.passkeys values ('0123456789abcdef', ${personId}, 'a key', decode('a5010203262001215820' || repeat('00', 32) || '225820' || repeat('00', 32), 'hex'), 'host', 0, false, false, ${later})`
  await sql`insert into oauth.passkey_challenges values ('a hash', ${personId}, 'a challenge', ${later})`
  await sql`insert into oauth.mails values ('mai_x', 'reset', ${personId}, 0, ${later}, ${later})`
  await sql`insert into oauth.mail_tokens values ('a hash', 'reset', ${personId}, ${later})`
  await sql`insert into oauth.address_mails values ('mai_y', 'sign_up', 'a@people.example', null, 0, ${later}, ${later})`
  await sql`insert into oauth.sign_up_links values ('a hash', 'a@people.example', null, ${later})`
  // A person sees and changes their own choices, and not those of a colleague.
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    for (const brandId of [own, foreign])
      for (const chooser of [callingPerson, randomUUID()])
        await transaction`
          insert into core.notification_choices (brand_id, person_id, kind, is_on) values (${brandId}, ${chooser}, 'alerts', true)`
  })
  await sql`
    insert into sources.connections (connection_id, account_id, platform, connected_by)
    select 'con_foreign', account_id, 'meta', 'a person' from core.brands where brand_id = ${foreign}`
  // A person sees the accounts that her own grant reaches, and not those of a colleague.
  for (const [connectionId, giver] of [
    ['con_own', callingPerson],
    ['con_colleague', randomUUID()],
  ] as const) {
    await sql`
      insert into sources.connections (connection_id, account_id, platform, connected_by, person_id)
      values (${connectionId}, ${accountId}, 'meta', 'a person', ${giver})`
    await sql`insert into sources.reachable_accounts values (${connectionId}, 'ours', 'Our account', 'USD', 'UTC')`
  }
  await sql`
    insert into sources.webhooks (platform, webhook_id, content, proof) values ('shopify', 'a-webhook', '{}', 'a proof')`
  await sql`insert into sources.reachable_accounts values ('con_foreign', 'theirs', 'Their account', 'USD', 'UTC')`
  const [simulated] = await sql`select created_by from commerce.negotiations where brand_id = 'brd_simulated' limit 1`
  tenants = {
    brandId: own,
    foreignId: foreign,
    accountId,
    agentKeyId: scene.credentials.secretId,
    shopKeyId: scene.credentials.shopId,
    testKeyId: simulated?.created_by as string,
    analyst,
  }
  // Carts and sessions of the callers, of strangers, and with quotes.
  for (const [brandId, ownIds] of [
    [own, [tenants.agentKeyId, tenants.shopKeyId]],
    ['brd_simulated', [tenants.testKeyId]],
  ] as const) {
    const keys = [...ownIds, 'key_of_a_stranger']
    const owners = [...keys.map((id) => `key ${id}`), `agent ${callingAgent}`, 'agent stranger.example']
    await sql`
      insert into storefront.checkouts (brand_id, owner, line_items, expires_at)
      select ${brandId}, owner, '[{"item_id": "x", "quantity": 1}]', '2030-01-01T00:00:00Z' from unnest(${owners}::text[]) as owner`
    await sql`
      insert into storefront.checkouts (brand_id, created_by, line_items, expires_at)
      select ${brandId}, id, '[{"item_id": "x", "quantity": 1}]', '2030-01-01T00:00:00Z' from unnest(${keys}::text[]) as id`
    await sql`
      insert into storefront.checkout_requests (brand_id, request_key, request_hash, answer, owner)
      select ${brandId}, sha256(owner::bytea), sha256('request'), '{}', owner from unnest(${owners}::text[]) as owner`
  }
  // An agent with rows in one storefront may have rows in another. Each is visible through its own storefront only.
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    const made = await transaction<{ table: string }[]>`
      select attrelid::regclass::text as table from pg_attribute
      where attname = 'created_by'
        and (
          attrelid in (select oid from pg_class where relnamespace::regnamespace::text in ('commerce', 'connector'))
          or attrelid in ('storefront.order_events'::regclass, 'storefront.ordered_stock'::regclass)
        )
        and attrelid in (select oid from pg_class where relkind = 'r')`
    for (const [brandId, keyId] of [
      [foreign, tenants.agentKeyId],
      [sibling, tenants.testKeyId],
    ] as const) {
      const [first] =
        await transaction`select created_by from commerce.negotiations where brand_id = ${brandId} limit 1`
      for (const { table } of made) {
        await transaction`
          update ${transaction.unsafe(table)} set created_by = ${keyId}
          where brand_id = ${brandId} and created_by in (${first?.created_by as string}, 'gra_x')`
      }
    }
  })
}, 120_000)
afterAll(async () => {
  await scene.console.database.sql`delete from core.analyst_grants`
  await scene.console.database.sql.unsafe(`drop role ${analyst}`)
  await scene.stop()
})

class Undone extends Error {}

function isUndone(error: unknown): void {
  if (!(error instanceof Undone)) throw error
}

/** Runs statements in a transaction and rolls it back. */
async function undone(run: (sql: TransactionSql) => Promise<void>): Promise<void> {
  await scene.console.database.sql
    .begin(async (transaction) => {
      await transaction.unsafe(tryAll)
      await run(transaction)
      throw new Undone()
    })
    .catch(isUndone)
}

describe('row-level security for each database role', () => {
  test('allows reads and writes of own rows only, in every table with a policy', { timeout: 120_000 }, async () => {
    const faults: string[] = []
    await undone(async (sql) => {
      for (const table of new Set((await policiesOf(sql)).map((policy) => policy.table))) {
        faults.push(...(await runTrials(sql, await planTrials(sql, table, tenants), analyst)))
      }
    })
    expect(faults).toEqual([])
  })

  test('fails these trials when a condition of any policy is removed', { timeout: 300_000 }, async () => {
    const survived: string[] = []
    const counts: Record<string, number> = {}
    await undone(async (sql) => {
      const policies = await policiesOf(sql)
      for (const table of new Set(policies.map((policy) => policy.table))) {
        const plans = await planTrials(sql, table, tenants)
        const grants = await grantsOf(sql, table)
        const ofTable = policies.filter((policy) => policy.table === table)
        const isForEveryRole = ofTable.some(({ using, roles }) => using === 'true' && roles.includes('public'))
        for (const { kind, statement, roles } of ofTable.flatMap((policy) =>
          mutantsOf(policy, grants, isForEveryRole),
        )) {
          counts[kind] = (counts[kind] ?? 0) + 1
          const noticing = plans.filter(({ caller }) => roles.includes(caller.role))
          if (statement && (await isMissed(sql, statement, noticing))) survived.push(statement)
        }
      }
      console.log(`${policies.length} policies: ${JSON.stringify(counts)}, ${survived.length} survived`)
    })
    expect(survived).toEqual([])
  })
})

/** Returns whether all trials still pass with a changed policy. */
async function isMissed(sql: TransactionSql, statement: string, plans: TrialsOf[]): Promise<boolean> {
  let faults: string[] = []
  await sql
    .savepoint(async (inner) => {
      await inner.unsafe(statement)
      faults = await runTrials(inner, plans, analyst)
      throw new Undone()
    })
    .catch(isUndone)
  return faults.length === 0
}
