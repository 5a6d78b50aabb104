import type { TransactionSql } from 'postgres'
import { callingAgent, callingPerson, seen, written } from './reach.ts'
import type { Caller, Side } from './reach.ts'

/** The tenants whose rows are read and written, and the callers. */
export interface Tenants {
  brandId: string
  foreignId: string
  accountId: string
  agentKeyId: string
  shopKeyId: string
  /** A test key that has rows in the simulated storefront. */
  testKeyId: string
  /** The login of an analyst with access to the brand. */
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

/** The privileges of a role on a table. */
export interface Grants {
  role: string
  sees: boolean
  deletes: boolean
  inserts: string[]
  updates: string[]
  /** A column that may have the same value in several rows. */
  free: string | null
}

export async function grantsOf(sql: TransactionSql, table: string): Promise<Grants[]> {
  return await sql<Grants[]>`
    select
      r.rolname as role,
      has_any_column_privilege(r.oid, a.attrelid, 'select') as sees,
      has_table_privilege(r.oid, a.attrelid, 'delete') as deletes,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where has_column_privilege(r.oid, a.attrelid, a.attnum, 'insert')), '{}') as inserts,
      coalesce(array_agg(a.attname::text order by a.attnum) filter (where has_column_privilege(r.oid, a.attrelid, a.attnum, 'update')), '{}') as updates,
      (array_agg(a.attname::text order by exists (select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey)), a.attnum) filter (
        where has_column_privilege(r.oid, a.attrelid, a.attnum, 'update')
          and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey))
      ))[1] as free
    from pg_attribute a
    cross join pg_roles r
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
      and r.rolname = any (${roles})
    group by r.oid, r.rolname, a.attrelid`
}

/** A statement with its expected number of rows, or whether row-level security rejects it. */
export interface Trial {
  statement: string
  rows?: number
  isRefused?: boolean
}

export interface TrialsOf {
  caller: Caller
  trials: Trial[]
}

/** Plans the statements of each role on a table. A superuser, to whom no policy applies, computes the expected results. */
export async function planTrials(sql: TransactionSql, table: string, tenants: Tenants): Promise<TrialsOf[]> {
  const plans: TrialsOf[] = []
  for (const grants of await grantsOf(sql, table)) {
    for (const side of sides) {
      const { role } = grants
      const keyId = side === 'agent' ? tenants.agentKeyId : tenants.shopKeyId
      const caller = { ...tenants, role, side, credentialId: role === 'vitrine_simulated' ? tenants.testKeyId : keyId }
      const trials = await trialsOf(sql, table, grants, caller, tenants.foreignId)
      if (trials.length > 0) plans.push({ caller, trials })
    }
  }
  return plans
}

async function trialsOf(sql: TransactionSql, table: string, grants: Grants, caller: Caller, foreignId: string) {
  const trials: Trial[] = []
  const count = async (which: string) => {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::integer as count from ${table} as held where ${which}`,
    )
    return row?.count ?? 0
  }
  if (grants.sees) trials.push({ statement: `select from ${table}`, rows: await count(seen(table, caller)) })
  if (grants.deletes)
    trials.push({ statement: `delete from ${table}`, rows: await count(written(table, 'delete', caller)) })
  const which = written(table, 'update', caller)
  const rows = grants.updates.length > 0 ? await count(which) : 0
  if (grants.free) {
    const [row] = await sql.unsafe<{ value: string }[]>(
      `select quote_nullable("${grants.free}") as value from ${table} order by "${grants.free}"::text limit 1`,
    )
    trials.push({ statement: `update ${table} set "${grants.free}" = ${row?.value ?? 'null'}`, rows })
  }
  if (grants.updates.includes('brand_id') && rows > 0 && which !== 'true') {
    trials.push({ statement: `update ${table} set brand_id = '${foreignId}'`, isRefused: true })
  }
  // The new role of a member is a condition of its own.
  if (table === 'core.memberships' && caller.role === 'vitrine_person' && rows > 0) {
    trials.push({ statement: `update ${table} set role = 'owner'`, isRefused: true })
  }
  if (grants.inserts.length > 0) trials.push(...(await insertionsOf(sql, table, grants.inserts, caller)))
  return trials
}

/** Plans inserts of existing rows of every brand and creator, which are rejected unless the caller may write them. */
async function insertionsOf(sql: TransactionSql, table: string, columns: string[], caller: Caller): Promise<Trial[]> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const samples = await sql.unsafe<{ row: string; may: boolean }[]>(`
    select distinct on (may, row ->> 'brand_id', row ->> 'created_by') row::text as row, may
    from (
      select to_jsonb(held) as row, coalesce(${written(table, 'insert', caller)}, false) as may
      from ${table} as held
    ) as tried
    order by may, row ->> 'brand_id', row ->> 'created_by'
    limit 20`)
  return samples.map(({ row, may }) => ({
    statement: `insert into ${table} (${list}) select ${list} from pg_catalog.jsonb_populate_record(null::${table}, '${row.replaceAll("'", "''")}')`,
    isRefused: !may,
  }))
}

/** Runs statements as a role without triggers and foreign keys, and rolls each back. Returns row counts or SQLSTATEs. */
export const tryAll = `
  create function pg_temp.try_all(settings jsonb, statements text[]) returns text[] language plpgsql as $$
  declare
    v_statement text;
    v_count bigint;
    v_results text[] := '{}';
  begin
    foreach v_statement in array statements loop
      begin
        perform set_config(each.key, each.value #>> '{}', true)
        from (select * from jsonb_each(settings) order by key in ('role', 'session_authorization')) as each;
        execute v_statement;
        get diagnostics v_count = row_count;
        raise exception using errcode = 'UNDON', message = v_count::text;
      exception
        when sqlstate 'UNDON' then v_results := v_results || sqlerrm;
        when others then v_results := v_results || (sqlstate || ' ' || sqlerrm);
      end;
    end loop;
    return v_results;
  end $$`

/** Returns the results of row-level security that differ from the expected ones, one line each. */
export async function runTrials(sql: TransactionSql, plans: TrialsOf[], analyst: string): Promise<string[]> {
  const faults: string[] = []
  for (const { caller, trials } of plans) {
    const [row] = await sql<{ results: string[] }[]>`
      select pg_temp.try_all(${sql.json(settingsOf(caller, analyst))}, ${trials.map(({ statement }) => statement)}) as results`
    trials.forEach(({ statement, rows, isRefused }, index) => {
      const result = row?.results[index] ?? ''
      const wasRefused = result.startsWith('42501') && result.includes('row-level security')
      // A check violation means that the policy let the row through.
      const isAsMany = result === String(rows) || (result.startsWith('23514') && rows !== 0)
      if (rows === undefined ? wasRefused !== isRefused : !isAsMany) {
        const expected = rows === undefined ? (isRefused ? 'refused' : 'not filtered') : `${rows} rows`
        faults.push(`${caller.role} for the ${caller.side}: ${statement.slice(0, 120)}: ${result}, not ${expected}`)
      }
    })
  }
  return faults
}

function settingsOf({ role, side, brandId, accountId, credentialId }: Caller, analyst: string): Record<string, string> {
  const isShop = side === 'shop'
  return {
    'vitrine.brand_ids': `{${brandId}}`,
    'vitrine.merchant_brand_ids': isShop ? `{${brandId}}` : '{}',
    'vitrine.account_id': isShop ? accountId : '',
    'vitrine.role': isShop ? 'admin' : 'viewer',
    'vitrine.person_id': role === 'vitrine_person' ? callingPerson : '',
    'vitrine.credential_id': credentialId,
    'vitrine.agent': callingAgent,
    session_replication_role: 'replica',
    ...(role === 'vitrine_analyst' ? { session_authorization: analyst } : { role }),
  }
}
