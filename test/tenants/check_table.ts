import postgres from 'postgres'
import type { TransactionSql } from 'postgres'
import { seen, written } from './reach.ts'
import type { Caller, Side } from './reach.ts'

/** Whose rows are tried, and who tries. */
export interface Tenants {
  brandId: string
  foreignId: string
  accountId: string
  agentKeyId: string
  shopKeyId: string
  /** One that began something with the simulated shop. */
  testKeyId: string
  /** A login of an analyst whom the brand was granted. */
  analyst: string
}

export const roles = [
  'vitrine_anonymous',
  'vitrine_key',
  'vitrine_simulated',
  'vitrine_person',
  'vitrine_analyst',
  'vitrine_worker',
  'vitrine_gate',
  'vitrine_oauth',
  'vitrine_owner',
  'vitrine_functions',
]
const sides: Side[] = ['agent', 'shop']

interface Grants {
  sees: boolean
  deletes: boolean
  inserts: string[]
  updates: string[]
  /** A column that any value may stand in twice. */
  free: string | null
}

/** What a role was granted of a table. */
export async function grantsOf(sql: TransactionSql, table: string, role: string): Promise<Grants> {
  const [row] = await sql<Grants[]>`
    select
      has_any_column_privilege(${role}, ${table}::regclass, 'select') as sees,
      has_table_privilege(${role}, ${table}::regclass, 'delete') as deletes,
      coalesce(array_agg(quote_ident(a.attname) order by a.attnum) filter (where has_column_privilege(${role}, a.attrelid, a.attnum, 'insert')), '{}') as inserts,
      coalesce(array_agg(quote_ident(a.attname) order by a.attnum) filter (where has_column_privilege(${role}, a.attrelid, a.attnum, 'update')), '{}') as updates,
      (array_agg(quote_ident(a.attname) order by a.attnum) filter (
        where has_column_privilege(${role}, a.attrelid, a.attnum, 'update')
          and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey))
      ))[1] as free
    from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'`
  return row as Grants
}

/** Everything that row-level security should decide of a table, tried as each of the roles; what it decides otherwise, a line each. */
export async function checkTable(
  sql: TransactionSql,
  table: string,
  tenants: Tenants,
  among = roles,
): Promise<string[]> {
  const faults: string[] = []
  for (const role of among) {
    const grants = await grantsOf(sql, table, role)
    if (!grants.sees && !grants.deletes && grants.inserts.length + grants.updates.length === 0) continue
    for (const side of sides) {
      const credentialId =
        role === 'vitrine_simulated' ? tenants.testKeyId : side === 'agent' ? tenants.agentKeyId : tenants.shopKeyId
      const caller: Caller = { ...tenants, role, side, credentialId }
      const found = await tryAs(sql, table, grants, caller, tenants)
      faults.push(...found.map((fault) => `${role} for the ${side}: ${fault}`))
    }
  }
  return faults
}

async function tryAs(
  sql: TransactionSql,
  table: string,
  grants: Grants,
  caller: Caller,
  tenants: Tenants,
): Promise<string[]> {
  const faults: string[] = []
  const count = async (which: string) => {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::integer as count from ${table} as held where ${which}`,
    )
    return row?.count ?? 0
  }
  const attempt = async (statement: string) => await tryOut(sql, statement, caller, tenants.analyst)
  if (grants.sees) {
    const [expected, { rows }] = [
      await count(seen(table, caller)),
      await attempt(`select count(*)::integer as count from ${table}`),
    ]
    if (rows?.[0]?.count !== expected) faults.push(`sees ${rows?.[0]?.count} rows instead of ${expected}`)
  }
  if (grants.deletes) {
    const [expected, { affected }] = [
      await count(written(table, 'delete', caller)),
      await attempt(`delete from ${table}`),
    ]
    if (affected !== expected) faults.push(`deletes ${affected} rows instead of ${expected}`)
  }
  if (grants.updates.length > 0) {
    const expected = await count(written(table, 'update', caller))
    if (grants.free) {
      const [row] = await sql.unsafe<{ value: string }[]>(
        `select quote_nullable(${grants.free}) as value from ${table} limit 1`,
      )
      const { affected, refusal } = await attempt(`update ${table} set ${grants.free} = ${row?.value ?? 'null'}`)
      if (affected !== expected) faults.push(`updates ${affected ?? refusal} rows instead of ${expected}`)
    }
    if (grants.updates.includes('brand_id') && expected > 0 && written(table, 'update', caller) !== 'true') {
      const { isRefused } = await attempt(`update ${table} set brand_id = '${tenants.foreignId}'`)
      if (!isRefused) faults.push('gives rows to another brand')
    }
  }
  if (grants.inserts.length > 0) faults.push(...(await tryInserts(sql, table, grants.inserts, caller, attempt)))
  return faults
}

/** Rows that are there once more, of every brand and of everybody who began one: refused unless they are the caller's to write. */
async function tryInserts(
  sql: TransactionSql,
  table: string,
  columns: string[],
  caller: Caller,
  attempt: (statement: string) => Promise<Attempt>,
): Promise<string[]> {
  const faults: string[] = []
  const samples = await sql.unsafe<{ row: string; may: boolean }[]>(`
    select distinct on (may, row ->> 'brand_id', row ->> 'created_by') row::text as row, may
    from (select to_jsonb(held) as row, coalesce(${written(table, 'insert', caller)}, false) as may from ${table} as held) as tried
    order by may, row ->> 'brand_id', row ->> 'created_by'
    limit 8`)
  for (const { row, may } of samples) {
    const list = columns.join(', ')
    const { isRefused } = await attempt(
      `insert into ${table} (${list}) select ${list} from pg_catalog.jsonb_populate_record(null::${table}, '${row.replaceAll("'", "''")}')`,
    )
    if (isRefused === may) faults.push(`${may ? 'may not' : 'may'} insert ${row.slice(0, 80)}`)
  }
  return faults
}

interface Attempt {
  rows?: Record<string, unknown>[]
  affected?: number
  refusal?: string
  /** Whether row-level security, and nothing else, refused it. */
  isRefused: boolean
}

class Undone extends Error {}

/** A statement as the caller would run it, undone afterwards; triggers and foreign keys stay out of it. */
async function tryOut(sql: TransactionSql, statement: string, caller: Caller, analyst: string): Promise<Attempt> {
  let attempt: Attempt = { isRefused: false }
  try {
    await sql.savepoint(async (inner) => {
      await inner`select set_config('vitrine.brand_ids', ${`{${caller.brandId}}`}, true),
        set_config('vitrine.merchant_brand_ids', ${caller.side === 'shop' ? `{${caller.brandId}}` : '{}'}, true),
        set_config('vitrine.account_id', ${caller.side === 'shop' ? caller.accountId : ''}, true),
        set_config('vitrine.role', ${caller.side === 'shop' ? 'admin' : 'viewer'}, true),
        set_config('vitrine.person_id', '', true),
        set_config('vitrine.credential_id', ${caller.credentialId}, true),
        set_config('session_replication_role', 'replica', true)`
      await inner.unsafe(
        caller.role === 'vitrine_analyst'
          ? `set local session authorization ${analyst}`
          : `set local role ${caller.role}`,
      )
      const result = await inner.unsafe(statement)
      attempt = { rows: [...result], affected: result.count, isRefused: false }
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof postgres.PostgresError) {
      const isRefused = error.code === '42501' && error.message.includes('row-level security')
      attempt = { refusal: `${error.code} ${error.message}`, isRefused }
    } else if (!(error instanceof Undone)) throw error
  }
  return attempt
}
