import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBoss } from '../../../functions/worker/boss.ts'
import { extendSimulation } from '../../../functions/worker/queues/extend_simulation.ts'
import { startOwnCluster } from '../../support/own_cluster.ts'
import type { TestDatabase } from '../../support/database.ts'
import type { OwnCluster } from '../../support/own_cluster.ts'
import { judge } from '../judge.ts'

/** The extension comes from Debian, which has no build for the embedded Postgres. */
const binaries = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map(dirname)
  .filter((folder) => existsSync(join(folder, '..', 'lib', 'plpgsql_check.so')))
  .toSorted()
  .at(-1)
const missing = binaries ? null : 'plpgsql_check is not installed (Debian: postgresql-15-plpgsql-check)'

/** Findings to ignore: function names (empty means all), the message and the reason. */
const allowed: [functions: string[], message: RegExp, reason: string][] = [
  [[], /^name of parameter "(limit|offset|order|grant)" is reserved keyword/, 'Parameters have the names of the API.'],
  [[], /^OUT variable "\w+" is maybe unmodified/, 'plpgsql_check does not see the columns of dynamic SQL.'],
  [
    [
      'commerce.publish_exclusive_offer',
      'commerce.set_pricing_policy',
      'console.confirm_upload',
      'console.delete_upload',
      'events.stream',
    ],
    /^control reached end of function without RETURN/,
    'They end with platform.fail, which always raises.',
  ],
  [
    ['sources.remove_unreported'],
    /is not (sanitized|SQL injection safe)/,
    'Built from columns of the fact tables, and from queries of sources.write_days and sources.write_hours.',
  ],
  [
    ['analytics.undo_facts'],
    /is not (sanitized|SQL injection safe)/,
    'Built from analytics.all_measures and from quoted arguments of analytics.undo_ad_import.',
  ],
  [['console.revoke_key'], /^unused parameter "brand_id"/, 'core.call sets the brand in scope from it.'],
  [
    ['core.run_as_anonymous', 'core.run_as_key', 'core.run_as_person', 'core.run_as_simulated'],
    /^text type variable is not sanitized/,
    'core.call builds the statement from a registered operation; the input is a parameter.',
  ],
  [
    [
      'analytics.accounts_without_as_of',
      'analytics.ask',
      'analytics.campaign_amounts',
      'analytics.creatives',
      'analytics.daily_series',
      'analytics.metric_rows',
      'analytics.missing_bases_as_of',
      'analytics.moving_totals',
      'analytics.ratio_bases',
      'analytics.unreported_bases',
    ],
    /is not (sanitized|SQL injection safe)/,
    'Built from analytics.metric_definitions, after check_metrics; the input is a parameter.',
  ],
  [
    ['console.anomaly_days'],
    /is not (sanitized|SQL injection safe)/,
    'Built from analytics.metric_definitions and analytics.detectors; the input is a parameter.',
  ],
  [
    [
      'analytics.find_incomplete_days',
      'analytics.keep_versions',
      'analytics.match_ad_names',
      'analytics.merge_facts',
      'analytics.note_mixed_reports',
      'analytics.roll_up_level',
    ],
    /is not (sanitized|SQL injection safe)/,
    'Built from columns of the fact tables that analytics.open_ad_import has checked.',
  ],
  [
    ['core.allow_backup', 'platform.keep_plain', 'storefront.version_by'],
    /is not (sanitized|SQL injection safe)/,
    'Built from names of the catalog of Postgres, quoted, and from arguments of the migration.',
  ],
  [['commerce.due_brands'], /^text type variable is not sanitized/, 'Built from commerce.machines, quoted.'],
]

interface Finding {
  name: string
  line: number | null
  level: string
  message: string
}

let cluster: OwnCluster

beforeAll(async () => {
  if (!binaries) return
  cluster = await startOwnCluster({
    binaries: { initdb: join(binaries, 'initdb'), postgres: join(binaries, 'postgres') },
  })
}, 120_000)
afterAll(async () => {
  if (binaries) await cluster.database.stop()
})

/** Keeps the columns of each temporary table, because the functions that use it drop it before they return. */
const keepTemporaryTables = `
  create extension plpgsql_check;
  create schema kept;
  create function kept.keep() returns event_trigger language plpgsql security definer as $$
  declare
    v_made record;
  begin
    for v_made in
      select class.relname as name, columns.attname, pg_catalog.format_type(columns.atttypid, columns.atttypmod) as type
      from pg_event_trigger_ddl_commands() as made
      join pg_class as class on class.oid = made.objid
      join pg_attribute as columns on columns.attrelid = made.objid and columns.attnum > 0
      where made.schema_name = 'pg_temp' and made.object_type = 'table'
    loop
      execute format('create table if not exists kept.%I ()', v_made.name);
      execute format('alter table kept.%I add column if not exists %I %s', v_made.name, v_made.attname, v_made.type);
    end loop;
  end
  $$;
  create event trigger keep on ddl_command_end when tag in ('CREATE TABLE', 'CREATE TABLE AS') execute function kept.keep();`

/** Creates the temporary tables by running ten days of the simulated brand, and creates the remaining ones directly. */
async function makeTemporaryTables({ sql }: TestDatabase): Promise<void> {
  await sql.unsafe(keepTemporaryTables)
  await sql`select simulate.create_brand()`
  await sql`
    insert into analytics.data_status (brand_id, kind, first_on, last_on)
    values ('brd_simulated', 'orders', current_date - 12, current_date - 11)`
  await extendSimulation.run(sql, {})
  await sql`select storefront.open_signal_import()`
  await sql`create temporary table persons (visitor_id text, person_id text) on commit drop`
  await sql`create temporary table ad_superseded (entity_id bigint, day date, spend_micros bigint) on commit drop`
  await sql`select analytics.stage_shop_orders('[]')`
  await sql`
    create temporary table shop_changes (
      order_id text, visitor_id text, changed_at timestamptz, ordered_at timestamptz, revenue_micros bigint, refunded_micros bigint,
      refunded_at timestamptz, is_new_customer boolean, currency text, rate numeric, ordered_on date, old_visitor_id text,
      old_ordered_at timestamptz, old_refunded_at timestamptz, old_revenue_micros bigint, old_refunded_micros bigint, old_is_new_customer boolean
    ) on commit drop`
  await sql`create temporary table undone (key date, entity_id bigint, was_held boolean) on commit drop`
  await sql`create temporary table ad_account (entity_id bigint) on commit drop`
  await sql`create temporary table changed_rates (from_currency text, day date, rate numeric) on commit drop`
  await sql`create temporary table converted_hours (entity_id bigint, day date, spend bigint, revenue bigint) on commit drop`
  await sql`create temporary table converted_days (day date, facts bigint) on commit drop`
  await sql`create temporary table ad_gone (key text, entity_id bigint, has_others boolean) on commit drop`
  await sql`
    create temporary table ga4_rows (
      transaction_id text, hour timestamptz, source text, medium text, campaign text, sessions bigint, key_events numeric, purchases numeric,
      revenue_micros bigint, lacks_rate boolean, day date
    ) on commit drop`
  await sql`
    create temporary table ga4_touches (
      visitor_id text, person_id text, touched_at timestamptz, channel text, touch_id text, campaign text
    ) on commit drop`
}

/** Every function in PL/pgSQL; triggers with their table and the names of their transition tables. */
const findings = `
  select functions.oid::regproc::text as name, found.lineno as line, found.level, found.message || coalesce(' ' || found.detail, '') as message
  from pg_proc as functions
  join pg_namespace on pg_namespace.oid = functions.pronamespace
  join pg_language on pg_language.oid = functions.prolang and pg_language.lanname = 'plpgsql'
  left join pg_trigger as triggers on triggers.tgfoid = functions.oid and triggers.tgparentid = 0 and not triggers.tgisinternal
  cross join lateral plpgsql_check_function_tb(
    functions.oid, coalesce(triggers.tgrelid, 0)::regclass, fatal_errors => false, extra_warnings => true, security_warnings => true,
    oldtable => triggers.tgoldtable, newtable => triggers.tgnewtable
  ) as found
  where pg_namespace.nspname in (select distinct split_part(operation, '.', 1) from core.operations union values ('core'), ('platform'), ('oauth'), ('simulate'))
  order by name, line`

judge({ judge: 'plpgsql_check', version: 'Debian', checks: 'PL/pgSQL functions', missing }, () => {
  test('have no error and no warning of plpgsql_check', { timeout: 300_000 }, async () => {
    const { sql, workerUrl } = cluster.database
    // core.measure_jobs and core.waiting_queues read the tables of pg-boss, which a worker creates.
    const boss = await openBoss(workerUrl, () => undefined)
    await boss.stop({ graceful: false })
    await makeTemporaryTables(cluster.database)

    const found = await sql.begin(async (transaction) => {
      const kept = await transaction<{ name: string }[]>`
        select relname as name from pg_class where relnamespace = 'kept'::regnamespace and relkind = 'r'`
      for (const { name } of kept)
        await transaction.unsafe(`create temporary table ${name} (like kept.${name}) on commit drop`)
      return await transaction.unsafe<Finding[]>(findings)
    })
    const unexpected = found.filter(
      ({ name, message }) =>
        !allowed.some(
          ([functions, pattern]) => (functions.length === 0 || functions.includes(name)) && pattern.test(message),
        ),
    )
    expect(unexpected.map(({ name, line, level, message }) => `${name}, line ${line}: ${level}: ${message}`)).toEqual(
      [],
    )
  })
})
