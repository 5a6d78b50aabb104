import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRequests } from '../../functions/docs/examples/requests.ts'
import { operations } from '../../functions/docs/openapi/document.ts'
import { tools } from '../../shared/tools.ts'
import { operationInput } from '../../shared/tools/tool.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const simulated = 'brd_simulated'

/** Tables that are found by an account, a person, a hash or a time before any brand is known, although they have a brand_id. */
const foundOtherwise = [
  'core.analyst_grants',
  'core.api_keys',
  'core.brands',
  'core.memberships',
  'core.slack_receivers',
  'oauth.notification_mails',
  'oauth.notifications',
  'oauth.unsubscribe_tokens',
  'webhooks.endpoints',
]

let database: TestDatabase
/** One session: it receives the notices of auto_explain. */
let session: Sql
/** The tables of brand data. */
let ofBrands: string[]
let notices: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  session = postgres(database.adminUrl, { max: 1, onnotice: ({ message }) => void notices.push(message ?? '') })
  const rows = await session`
    select distinct format('%I.%I', nspname, relname) as name
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where attname = 'brand_id' and relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and nspname not like 'pg\\_%'`
  const names = rows.map((row) => row.name as string)
  expect(names).toEqual(expect.arrayContaining(foundOtherwise))
  ofBrands = names.filter((name) => !foundOtherwise.includes(name))
})
afterAll(async () => {
  await session.end()
  await database.stop()
})

// An account can be moved to another database as a whole, and a table can be partitioned by brand, only if keys stay within the brand.
describe('tables of brand data', () => {
  test('require a brand', async () => {
    expect(ofBrands.length).toBeGreaterThan(50)
    const rows = await session`
      select attrelid::regclass::text as name from pg_attribute
      where attname = 'brand_id' and not attnotnull and attrelid = any (${ofBrands}::regclass[])`
    expect(rows.map((row) => row.name as string)).toEqual([])
  })

  test('have brand_id in every unique index', async () => {
    const rows = await session`
      select indexrelid::regclass::text as name from pg_index
      join pg_attribute on attrelid = indrelid and attname = 'brand_id'
      where indisunique and indrelid = any (${ofBrands}::regclass[]) and not attnum = any (indkey::smallint[])`
    expect(rows.map((row) => row.name as string)).toEqual([])
  })

  test('refer to each other only within the brand', async () => {
    const rows = await session`
      select conrelid::regclass::text || ' ' || conname as name
      from pg_constraint
      where contype = 'f' and conrelid = any (${ofBrands}::regclass[]) and confrelid = any (${ofBrands}::regclass[]) and not exists (
        select from unnest(conkey, confkey) as pair (one, other)
        join pg_attribute as a on a.attrelid = conrelid and a.attnum = pair.one and a.attname = 'brand_id'
        join pg_attribute as b on b.attrelid = confrelid and b.attnum = pair.other and b.attname = 'brand_id'
      )`
    expect(rows.map((row) => row.name as string)).toEqual([])
  })

  test('are referred to only by other tables of brand data', async () => {
    const rows = await session`
      select conrelid::regclass::text || ' ' || conname as name
      from pg_constraint
      where contype = 'f' and confrelid = any (${ofBrands}::regclass[]) and not conrelid = any (${ofBrands}::regclass[])`
    expect(rows.map((row) => row.name as string)).toEqual([])
  })
})

interface Node {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  Plans?: Node[]
  [key: string]: unknown
}

const knownCrossings = [
  'connector.trust_signals: storefront.trust_scores',
  'storefront.trust_network: storefront.trust_scores',
]
const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'One-Time Filter']

/** Returns the scans of brand data without a condition on brand_id. A partition counts as its table. */
function unlimited(node: Node, isLimited = false): string[] {
  const text = conditions.map((name) => String(node[name] ?? '')).join(' ')
  const isHere = isLimited || /brand_id = /.test(text)
  const table = `${node.Schema}.${node['Relation Name']?.replace(/_\d{4}_\d{2}$/, '')}`
  const isOpen = node['Relation Name'] !== undefined && ofBrands.includes(table) && !isHere
  // The conditions of a bitmap scan are on the nodes below it, which need no further condition.
  const below = (node.Plans ?? []).flatMap((each) => unlimited(each, node['Node Type'].startsWith('Bitmap') && isHere))
  const byIndex = (node.Plans ?? []).some((each) => /brand_id = /.test(String(each['Index Cond'] ?? '')))
  return [...(isOpen && !byIndex ? [table] : []), ...below]
}

/** The input of an operation: its documented example for the simulated brand. */
function inputOf(name: string): Record<string, unknown> {
  const tool = tools.find((each) => each.operation.name === name)
  const declared = tool?.input ?? operations.find((each) => each.name === name)?.input
  const given = { ...exampleRequests[tool ? `connector.${tool.name}` : name]?.input, brand_id: simulated }
  const parsed = (declared?.safeParse(given).data ?? given) as Record<string, unknown>
  return { ...(tool ? operationInput(tool, parsed) : parsed), brand_id: simulated, base_url: 'http://vitrine.test' }
}

/** Returns the plans of all statements of an operation. Row-level security is not applied, because a superuser runs them. */
async function plansOf(name: string): Promise<Node[]> {
  const [operation] = await session`select call from core.operations where operation = ${name}`
  notices = []
  await session
    .begin(async (transaction) => {
      await transaction`select set_config('vitrine.brand_ids', ${`{${simulated}}`}, true)`
      await transaction.unsafe(operation?.call as string, [inputOf(name) as never])
    })
    // For a rejected operation, the plans up to the error are sufficient.
    .catch(() => undefined)
  return notices
    .filter((notice) => notice.includes('plan:'))
    .map((notice) => JSON.parse(notice.slice(notice.indexOf('{'))) as { Plan: Node })
    .map(({ Plan }) => Plan)
}

describe('query plans of read operations', () => {
  beforeAll(async () => {
    await session`load 'auto_explain'`
    await session.unsafe(`
      set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_format = 'json';
      set auto_explain.log_verbose = on; set auto_explain.log_level = notice; set client_min_messages = notice;`)
  })

  test('are limited to one brand by their own conditions', { timeout: 90_000 }, async () => {
    const reads =
      await session`select operation from core.operations where access = 'read' and brand <> 'none' order by operation`
    const crossing: string[] = []
    let plans = 0
    for (const { operation } of reads) {
      for (const plan of await plansOf(operation as string)) {
        plans += 1
        for (const table of unlimited(plan)) crossing.push(`${operation}: ${table}`)
      }
    }
    // A rank among all storefronts reads all of them.
    expect([...new Set(crossing)].toSorted()).toEqual(knownCrossings)
    expect(plans).toBeGreaterThan(200)
  })

  test('without a brand condition are detected by this test', async () => {
    notices = []
    await session`select sum(spend_micros) from analytics.facts_daily where day > '2026-11-01'`
    const plans = notices
      .filter((notice) => notice.includes('plan:'))
      .map((n) => JSON.parse(n.slice(n.indexOf('{'))) as { Plan: Node })
    expect(plans.flatMap(({ Plan }) => unlimited(Plan))).toContain('analytics.facts_daily')
  })
})

describe('operations that a replica may serve', () => {
  test('write nothing in a read-only transaction', { timeout: 60_000 }, async () => {
    const rows = await session`select operation, call from core.operations where may_lag order by operation`
    const written: string[] = []
    for (const { operation, call } of rows) {
      await session
        .begin('read only', async (transaction) => {
          await transaction`select set_config('vitrine.brand_ids', ${`{${simulated}}`}, true)`
          await transaction.unsafe(call as string, [inputOf(operation as string) as never])
        })
        .catch((error: postgres.PostgresError) => void (error.code === '25006' && written.push(operation as string)))
    }
    expect(written).toEqual([])
    const [volatile] = await session`
      select array_agg(operation) as names from core.operations join pg_proc on pg_proc.oid = operation::regproc
      where may_lag and provolatile = 'v'`
    expect(volatile?.names).toBeNull()
    expect(rows.length).toBeGreaterThan(30)
  })
})
