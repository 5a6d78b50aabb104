import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'
import { connectorScopes, defaultScopes } from '../../shared/connector.ts'
import { keyPrefixes } from '../../shared/credentials/keys.ts'
import { codeOfSqlState } from '../../shared/errors/api_error.ts'
import type { Contract } from '../../shared/operation.ts'
import { tools } from '../../shared/tools.ts'
import { flattenedSchema } from '../../cli/database/schema.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const schemas = [
  'platform',
  'core',
  'analytics',
  'simulate',
  'storefront',
  'commerce',
  'connector',
  'oauth',
  'events',
  'webhooks',
  'jobs',
  'console',
  'sources',
]
const root = join(import.meta.dirname, '..', '..')
let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

async function names(query: string): Promise<string[]> {
  const rows = await database.sql.unsafe<{ name: string }[]>(query)
  return rows.map((row) => row.name)
}

interface Documented {
  operationId: string
  security: Record<string, unknown>[]
  'x-scope'?: string
}

const ours = `(${schemas.map((schema) => `'${schema}'`).join(', ')})`

describe('tables', () => {
  test('have forced row-level security, partitions included', async () => {
    const open = await names(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours} and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(open).toEqual([])
  })

  test('with a brand_id have it first in their primary key', async () => {
    const without = await names(`
      select c.oid::regclass::text as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'brand_id'
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where n.nspname in ${ours} and c.relkind in ('r', 'p') and k.conkey[1] is distinct from a.attnum`)
    expect(without.toSorted()).toEqual(['core.api_keys', 'oauth.unsubscribe_tokens', 'webhooks.endpoints'])
  })

  test('grant nothing to public', async () => {
    expect(
      await names(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          aclexplode(c.relacl) as entry
        where n.nspname in ${ours} and entry.grantee = 0`),
    ).toEqual([])
  })

  test('every view has security_invoker', async () => {
    expect(
      await names(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${ours} and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions::text[] @> '{security_invoker=true}', false)))`),
    ).toEqual([])
  })

  test('every view column that an analyst may read has a comment', async () => {
    expect(
      await names(`
        select c.oid::regclass || '.' || a.attname as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where n.nspname in ${ours} and c.relkind = 'v' and has_any_column_privilege('vitrine_analyst', c.oid, 'select')
          and coalesce(col_description(c.oid, a.attnum), '') = ''
        order by 1`),
    ).toEqual([])
  })

  test('every table, view and function has a comment', async () => {
    expect(
      await names(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${ours} and c.relkind in ('r', 'p', 'v') and not c.relispartition and obj_description(c.oid, 'pg_class') is null
        union all
        select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${ours} and obj_description(p.oid, 'pg_proc') is null`),
    ).toEqual([])
  })
})

/**
 * Foreign keys without an index on their columns, and why: a deleted or renamed row of the referenced table scans the
 * referencing one.
 */
const unindexed: [references: RegExp, reason: string][] = [
  [
    /-> (analytics\.(attribution_models|detectors|metric_definitions)|core\.(currencies|key_kinds|plans|schedules)|events\.types|storefront\.(platforms|trust_components|trust_tiers))$/,
    'Migrations write these reference tables; no row is deleted while the database is in use.',
  ],
  [
    /-> analytics\.(creatives|entities)$/,
    'Rows are deleted only with their brand, and the primary key of the referencing table begins with brand_id.',
  ],
]

describe('foreign keys', () => {
  test('have an index on their columns or a documented reason', async () => {
    const without = await names(`
      select k.conrelid::regclass || '.' || k.conname || ' -> ' || k.confrelid::regclass as name
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ${ours} and k.contype = 'f' and k.conparentid = 0
        and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
            and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
        )
      order by 1`)
    expect(without.filter((name) => !unindexed.some(([references]) => references.test(name)))).toEqual([])
  })
})

describe('policies', () => {
  test('exist once for each table, command and role, unless their conditions are true', async () => {
    expect(
      await names(`
        with permissive as (
          select p.polrelid, p.polname, role, command, coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') as condition
          from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
          cross join lateral unnest(p.polroles) as role
          cross join lateral unnest(case p.polcmd when '*' then '{r,a,w,d}' else array[p.polcmd] end) as command
          where n.nspname in ${ours} and p.polpermissive
        )
        select distinct one.polrelid::regclass || ': ' || one.polname || ', ' || other.polname as name
        from permissive as one
        join permissive as other on other.polrelid = one.polrelid and other.command = one.command and other.polname > one.polname
          and (other.role = one.role or 0 in (one.role, other.role))
        -- Postgres folds true or true when it plans.
        where not (one.condition = 'true' and other.condition = 'true')
        order by 1`),
    ).toEqual([])
  })
})

describe('database functions', () => {
  test('with security definer set their search_path', async () => {
    expect(
      await names(`
        select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${ours} and p.prosecdef and not coalesce(p.proconfig @> array['search_path=pg_catalog, pg_temp'], false)`),
    ).toEqual([])
  })

  test('executable by public read and write no table', async () => {
    expect(
      await names(`
        select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${ours} and (p.proacl is null or exists (select from aclexplode(p.proacl) e where e.grantee = 0))
        order by 1`),
    ).toEqual([
      'platform.clock',
      'platform.fail',
      'platform.fail_for',
      'platform.fault',
      'platform.hidden_characters',
      'platform.is_plain',
      'platform.new_id',
      'platform.now',
      'platform.plain',
      'platform.raised',
      'platform.read_number',
      'platform.require_choice',
      'platform.require_day',
      'platform.require_number',
      'platform.require_object',
      'platform.require_page',
      'platform.sentence',
      'platform.statement',
      'platform.utc',
      'platform.warning',
      'platform.with_members',
    ])
  })

  test('raise only SQLSTATEs that have an error code', () => {
    const raised = [...flattenedSchema().matchAll(/platform\.fail\(\s*'([A-Z]{5})'/g)].map(
      (match) => match[1] as string,
    )
    expect(raised.length).toBeGreaterThan(5)
    expect([...new Set(raised)].filter((state) => !(state in codeOfSqlState))).toEqual([])
  })
})

/** The SQL functions of oauth that TypeScript calls. vitrine_functions must not execute any other. */
function calledFunctions(): string[] {
  const text = [
    'db/oauth',
    'db/sign_in/store',
    'db/sign_in/security_store',
    'db/sign_in/passkey_store',
    'sources/meta/deletion_status',
    'sources/webhooks/store_webhook',
  ]
    .map((name) => readFileSync(join(root, `shared/${name}.ts`), 'utf8'))
    .join('')
  return [...text.matchAll(/select (?:\* from )?((?:oauth|sources)\.\w+)\(/g)]
    .map((match) => match[1] as string)
    .toSorted()
}

describe('tables', () => {
  test('are completely readable by vitrine_backup', async () => {
    expect(await names('select table_name as name from core.hidden_from_backup()')).toEqual([])
  })
})

test('the versions of facts have the columns of the facts in their order', async () => {
  const columns = async (table: string) =>
    (
      await database.sql`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`
    ).map(({ name }) => name as string)
  for (const table of ['analytics.facts_daily', 'analytics.facts_hourly']) {
    expect(await columns(`${table}_versions`)).toEqual(['replaced_at', ...(await columns(table))])
  }
})

describe('database roles', () => {
  test('are not superusers, do not bypass row-level security and do not inherit the owner', async () => {
    expect(
      await names(`
        select rolname as name from pg_roles
        where rolname like 'vitrine\\_%'
          and (rolsuper or rolbypassrls or rolcreaterole or (rolname <> 'vitrine_owner' and pg_has_role(oid, 'vitrine_owner', 'member')))`),
    ).toEqual([])
  })

  test('include vitrine_functions, which owns nothing and may execute only the functions that TypeScript calls', async () => {
    expect(
      await names(`
        select distinct n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ${ours} and has_schema_privilege('vitrine_functions', n.oid, 'usage')
          and has_function_privilege('vitrine_functions', p.oid, 'execute')
        order by 1`),
    ).toEqual([
      'console.call',
      'console.store_chunk',
      'core.call',
      'core.identify',
      'core.schema_version',
      'events.cancel_wake',
      'events.request_wake',
      'events.sequence_events',
      ...calledFunctions(),
    ])
    expect(
      await names(`
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ${ours} and (
          has_table_privilege('vitrine_functions', c.oid, 'select, insert, update, delete')
          or c.relowner = 'vitrine_functions'::regrole
        )`),
    ).toEqual([])
  })

  test('include vitrine_worker, which executes no operation of agents', async () => {
    expect(
      await names(`
        select operation as name from core.operations
        where has_function_privilege('vitrine_worker', operation::regproc, 'execute')
        order by 1`),
    ).toEqual([
      // vitrine_worker owns this one: it opens the handoff link of an order, for anonymous buyers.
      'commerce.open_handoff',
      // The demo publishes an offer and a pricing policy of its shop.
      'commerce.publish_exclusive_offer',
      'commerce.set_pricing_policy',
    ])
  })
})

describe('operations', () => {
  test('have a SQL function with their parameters and the scope of the gate', async () => {
    const files = globSync('shared/operations/*/*.ts', { cwd: root })
    for (const file of files) {
      const declared = Object.values((await import(join(root, file))) as Record<string, Contract>).find(
        (value) => typeof value === 'object' && 'scope' in value,
      )
      const name = declared?.name as string
      const [row] = await database.sql`
        select coalesce(p.proargnames, '{}') as parameters, o.scope, o.is_idempotent, o.is_public_in_connector
        from pg_proc p
        join core.operations o on o.operation = ${name}
        where p.oid = ${name}::regproc`
      // The server sets base_url, and the adapter of UCP sets the caller and the fingerprint of changes, the negotiated capabilities, the
      // webhook of orders, and the extension of profiles. The route of anomalies asks for their neighbors.
      const ofSession = /^storefront\.ucp_((?:create|create_quoted|update|complete|cancel)_)?(cart|checkout)$/.exec(
        name,
      )
      // The adapter of ACP identifies these changes by hashes.
      const isOfCaller = /\.acp_(create|update|complete|cancel)_checkout_session$/.test(name)
      const set = [
        'base_url',
        ...(ofSession ? ['negotiated'] : []),
        ...(ofSession?.[1] ? ['caller', 'fingerprint'] : []),
        ...(name === 'storefront.ucp_create_quoted_checkout' ? ['order_webhook'] : []),
        ...(isOfCaller ? ['idempotency_key', 'caller', 'fingerprint'] : []),
        ...(['storefront.ucp', 'storefront.ucp_host'].includes(name) ? ['extension'] : []),
        ...(name === 'analytics.anomalies' ? ['has_neighbors'] : []),
      ]
      expect(row?.parameters.filter((parameter: string) => !set.includes(parameter)).toSorted()).toEqual(
        [...Object.keys(declared?.input.shape ?? {}), ...(declared?.prepare?.adds ?? [])]
          .filter((parameter) => !declared?.prepare?.reads?.includes(parameter))
          // The gate handles idempotency_key itself.
          .filter((parameter) => !(declared?.isIdempotent && parameter === 'idempotency_key'))
          .toSorted(),
      )
      expect([row?.scope, row?.is_idempotent, row?.is_public_in_connector]).toEqual([
        declared?.scope,
        declared?.isIdempotent !== undefined,
        declared?.isPublicInConnector ?? false,
      ])
    }
    const [registered] = await database.sql`select count(*)::integer as count from core.operations where not is_part`
    expect(registered?.count).toBe(files.length)
  })

  test('are public in the connector only if they read storefronts or negotiate', async () => {
    expect(
      await names('select operation as name from core.operations where is_public_in_connector order by 1'),
    ).toEqual([
      'connector.negotiate_price',
      'connector.store_overview',
      'connector.trust_signals',
      'storefront.compare',
      'storefront.product',
      'storefront.recommend',
      'storefront.record_lookup',
      'storefront.reviews',
      'storefront.search',
    ])
  })

  test('act for a shop, with the rights of its keys, only where a page of the console does the work of its merchant', async () => {
    const operations = await database.sql`select operation from core.operations where acts_for_shop order by 1`
    expect(operations.map(({ operation }) => operation)).toEqual([
      'commerce.add_dispute_statement',
      'commerce.report_transaction',
      'commerce.respond_to_negotiation',
      'commerce.shop_negotiations',
      'commerce.shop_orders',
      'storefront.hide_product',
      'storefront.restore_product',
    ])
  })

  test('are served by the connector if a tool or resource uses them, and by the console if a page does', async () => {
    const ofTools = tools.map(({ operation }) => operation.name as string)
    const ofPages = globSync('functions/console/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/shared\/operations\/(\w+)\/(\w+)\.ts'/g)].map(
        ([, topic, name]) => `${topic}.${name}`,
      ),
    )
    const served = async (by: string) =>
      await names(
        `select operation as name from core.operations where '${by}' = any (served_by) and not is_part order by 1`,
      )
    expect(await served('mcp')).toEqual([...new Set([...ofTools, 'analytics.metric_definitions'])].toSorted())
    expect(await served('console')).toEqual([...new Set(ofPages)].toSorted())
  })

  test('accept the same kinds of key in SQL and TypeScript', async () => {
    const accepted = globSync('functions/*/app.ts', { cwd: root }).flatMap((file) => {
      const [, list = ''] = /keyPrefixes: \[([^\]]+)\]/.exec(readFileSync(join(root, file), 'utf8')) ?? []
      return [...list.matchAll(/'(\w+)'/g)].map(([, prefix]) => `${prefix} ${file.split('/')[1]}`)
    })
    expect(
      await names(`select prefix || ' ' || unnest(accepted_by) as name from core.key_kinds`).then((all) =>
        all.toSorted(),
      ),
    ).toEqual(accepted.toSorted())
  })

  test('are those of the documented credential of each operation', async () => {
    const prefixes: Record<string, string> = {
      key: 'svc_sk_live_',
      commerce_key: 'sk_live_',
      secret_key: 'sk_live_',
      stream_key: 'svc_ak_',
    }
    const kinds = await database.sql<{ prefix: string; scopes: string[] }[]>`select prefix, scopes from core.key_kinds`
    const described = Object.values(openApiDocument('https://vitrine.example').paths).flatMap((methods) =>
      Object.values(methods as Record<string, Documented>),
    )
    const documented = described.flatMap(({ operationId, security, 'x-scope': scope }) =>
      security.flatMap((scheme) =>
        Object.keys(scheme).flatMap((name) =>
          scope && prefixes[name] ? [{ operationId, scope, prefix: prefixes[name] }] : [],
        ),
      ),
    )
    const impossible = documented.filter(
      ({ scope, prefix }) => !kinds.find((kind) => kind.prefix === prefix)?.scopes.includes(scope),
    )
    expect(documented.length).toBeGreaterThan(50)
    expect(impossible).toEqual([])
  })

  test('of the connector have the same scopes in SQL and TypeScript', async () => {
    expect(await names('select scope as name from oauth.scopes order by position')).toEqual(connectorScopes)
    expect(await names('select scope as name from oauth.scopes where is_default order by position')).toEqual(
      defaultScopes,
    )
  })

  test('have the same kinds of key in SQL and TypeScript', async () => {
    expect((await names('select prefix as name from core.key_kinds')).toSorted()).toEqual(keyPrefixes.toSorted())
  })
})
