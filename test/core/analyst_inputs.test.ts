import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseErrorOf, raisedOf } from '../../shared/errors/refusal.ts'
import type { Contract } from '../../shared/operation.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sentenceOf } from '../../shared/sentences/sentence.ts'
import type { Raised } from '../../shared/sentences/sentence.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'

interface Operation {
  name: string
  inputs: { name: string; type: string; is_required: boolean }[]
}

interface Failure {
  code: string
  message: string
  raised: Raised
}

type Given = Record<string, string | null>

const root = join(import.meta.dirname, '..', '..')
const login = `ines_${randomUUID().slice(0, 8)}`
/** Values of required inputs, so that a call reaches the input that a test varies. */
const required: Record<string, string> = {
  date: '2026-11-01',
  jsonb: '{}',
  bigint: '0',
  numeric: '1',
  comparison: 'below',
  integer: '90',
  'text[]': '{prd_1,prd_2}',
  type: 'revenue',
  platform: 'google',
  file: 'feed.xml',
  date_from: '2026-10-25',
  date_to: '2026-11-01',
  metric: 'spend',
  metrics: '{spend}',
  level: 'campaign',
  granularity: 'week',
  currency_exponent: '2',
  revenue_source: 'platform',
  query: 'tent',
  model: 'linear',
  exponent: '2',
  unit: 'day',
  interpretation: '{"intent": null}',
}
/** Functions that are no operations, which the guide for analysts names. */
const documented = [
  'analytics.channel_attribution',
  'analytics.explain_change',
  'analytics.metrics_query',
  'storefront.find_products',
]
/** Functions behind operations, which return figures of a brand. */
const helpers = [
  'analytics.attribution_sums',
  'analytics.channel_credits',
  'analytics.channel_results',
  'analytics.channel_touches',
  'analytics.complete_through',
  'analytics.creative_fatigue',
  'analytics.daily_series',
  'analytics.periods_between',
  'analytics.platform_spend',
  'analytics.reported_through',
  'analytics.response_curves',
]
/** Valid values of the other inputs of a helper. */
const choicesOf: Record<string, Given> = {
  'analytics.channel_results': { metric: 'revenue', ratio_days: null },
  'analytics.response_curves': { objective: 'revenue' },
  'analytics.daily_series': { metric: 'spend' },
}
/** Unexpected values of each type. */
const unexpected: Record<string, (string | null)[]> = {
  text: ['zz zz', '', null],
  'text[]': ['{}', '{zz}', '{NULL}', null],
  'bigint[]': ['{}', '{-1}', null],
  smallint: ['-1', '9', null],
  integer: ['-1', '0', '2147483647', null],
  bigint: ['-1', '9223372036854775807', null],
  numeric: ['-1', 'NaN', 'Infinity', '1e30', null],
  'double precision': ['-1', 'NaN', 'Infinity', '1e300', null],
  boolean: [null],
  date: ['infinity', '-infinity', '0001-01-01', '9999-12-31', null],
  'timestamp with time zone': ['infinity', '-infinity', '0001-01-01', null],
  jsonb: [
    null,
    'null',
    '[]',
    '"x"',
    '1',
    '{"zz": 1}',
    '{"price_max": "x"}',
    '{"limit": -1, "page": 0, "cursor": "x"}',
    '{"filters": 1, "context": "x"}',
  ],
}

let database: TestDatabase
let analyst: Sql
let brands: { own: string; foreign: string }
let operations: Operation[]
let all: Operation[]
let ofBrands: Operation[]
const declared = new Map<string, Contract>()

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  const [own, foreign] = [await createTenant(database.sql), await createTenant(database.sql)]
  brands = { own: own.brandId, foreign: foreign.brandId }
  for (const brandId of Object.values(brands))
    await ingest(database, brandId, [{ date: '2026-11-01', platform: 'meta', campaign_name: 'Shoes', spend: 5 }])
  await database.sql.unsafe(`create role ${login} login password 'x' in role vitrine_analyst`)
  await database.sql`insert into core.analyst_grants (role_name, brand_id) values (${login}, ${brands.own})`
  const url = new URL(database.adminUrl)
  ;[url.username, url.password] = [login, 'x']
  analyst = postgres(url.href, { max: 1, onnotice: () => undefined })
  const found = await database.sql<Operation[]>`
    select called.name, (
      select jsonb_agg(
        jsonb_build_object('name', p.proargnames[i], 'type', format_type(p.proargtypes[i - 1], null), 'is_required', i <= p.pronargs - p.pronargdefaults)
        order by i
      )
      from generate_series(1, p.pronargs) as i
    ) as inputs
    from pg_proc p
    cross join lateral (values (p.pronamespace::regnamespace || '.' || p.proname)) as called (name)
    where (called.name in (select operation from core.operations) or called.name = any (${[...documented, ...helpers]}))
      and has_function_privilege('vitrine_analyst', p.oid, 'execute') and p.pronargs > 0
    order by 1`
  all = [...found]
  operations = found.filter(({ name }) => !helpers.includes(name))
  ofBrands = found.filter(({ inputs }) => inputs.some((input) => input.name === 'brand_id'))
  for (const file of globSync('shared/operations/*/*.ts', { cwd: root })) {
    const members = Object.values((await import(join(root, file))) as Record<string, Contract>)
    for (const member of members) if (typeof member?.name === 'string') declared.set(member.name, member)
  }
})
afterAll(async () => {
  await analyst.end()
  await database.sql.unsafe(`drop owned by ${login}; drop role ${login}`)
  await database.stop()
})

/** Calls an operation as the analyst and returns why it fails, or null. */
async function failureOf({ name, inputs }: Operation, given: Given): Promise<Failure | null> {
  const literal = (value: string | null) => (value === null ? 'null' : `'${value}'`)
  const named = inputs.flatMap((input) => {
    const fallback = input.is_required ? (required[input.name] ?? required[input.type] ?? 'x') : undefined
    const value = input.name in given ? given[input.name] : fallback
    return value === undefined ? [] : [`"${input.name}" => ${literal(value)}`]
  })
  try {
    await analyst.unsafe(`select * from ${name}(${named.join(', ')})`)
    return null
  } catch (error) {
    const { code = '', message } = error as postgres.PostgresError
    return { code, message, raised: raisedOf(databaseErrorOf(error as postgres.PostgresError)) ?? ({} as Raised) }
  }
}

async function failuresOf(calls: [operation: Operation, given: Given][]) {
  const found: (Failure & { call: string })[] = []
  for (const [operation, given] of calls) {
    const failure = await failureOf(operation, given)
    if (failure) found.push({ call: `${operation.name} ${JSON.stringify(given)}`, ...failure })
  }
  return found
}

describe('an operation that an analyst calls', () => {
  test.each([
    ['another account', () => brands.foreign],
    ['no account', () => 'brd_nowhere'],
    ['null', () => null],
  ])('raises NTFND for a brand of %s', async (_, brandId) => {
    const ofBrand = helpers.filter((name) => name !== 'analytics.periods_between')
    expect(ofBrands.map(({ name }) => name)).toEqual(expect.arrayContaining(ofBrand))
    expect(ofBrands.length).toBeGreaterThan(30)
    const failures = await Promise.all(
      ofBrands.map(async (operation) => ({
        name: operation.name,
        failure: await failureOf(operation, { brand_id: brandId() }),
      })),
    )
    expect(failures.filter(({ failure }) => failure?.raised.reason !== 'names_no_brand_that_you_can_read')).toEqual([])
    expect(new Set(failures.map(({ failure }) => failure?.code))).toEqual(new Set(['NTFND']))
  })

  test('raises a reason with a sentence for each unexpected value that it does not accept', async () => {
    const types = operations.flatMap(({ inputs }) => inputs.map(({ type }) => type))
    expect(types.filter((type) => !(type in unexpected))).toEqual([])
    const failures = await failuresOf(
      operations.flatMap((operation) =>
        operation.inputs.flatMap(({ name, type }): [Operation, Given][] =>
          name === 'brand_id'
            ? []
            : (unexpected[type] ?? []).map((value) => [operation, { brand_id: brands.own, [name]: value }]),
        ),
      ),
    )
    expect(failures.filter(({ code }) => !/^[A-Z]{5}$/.test(code))).toEqual([])
    expect(failures.filter(({ raised }) => !sentenceOf(raised, shell))).toEqual([])
  })

  test('accepts the same choices as the schema of its input', async () => {
    const choices = operations.flatMap((operation) => {
      const schema = z.toJSONSchema(declared.get(operation.name)?.input ?? z.object({}), {
        io: 'input',
        unrepresentable: 'any',
      })
      return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        typeof property === 'object' &&
        property.enum &&
        operation.inputs.some((input) => input.name === name && input.type === 'text')
          ? [{ operation, name, values: property.enum as string[] }]
          : [],
      )
    })
    expect(choices.length).toBeGreaterThan(20)
    for (const { operation, name, values } of choices) {
      const failure = await failureOf(operation, { brand_id: brands.own, [name]: 'zz' })
      expect([operation.name, failure?.code, failure?.raised]).toMatchObject([
        operation.name,
        'BADRQ',
        { reason: 'must_be_one_of', field: name, values: { choices: expect.arrayContaining(values) as string[] } },
      ])
    }
  })
})

describe('an input that has no meaning', () => {
  const days = [
    'analytics.attribution',
    'analytics.channel_attribution',
    'analytics.creatives',
    'analytics.metrics',
    'connector.ad_performance',
    'connector.profit',
  ]
  const pages = [
    'analytics.anomalies',
    'analytics.creatives',
    'analytics.metrics',
    'storefront.feed',
    'storefront.hidden_products',
    'storefront.products',
    'storefront.reviews',
    'storefront.search',
  ]
  const limits = [
    ...pages,
    'connector.ad_performance',
    'connector.budgets',
    'connector.campaigns',
    'connector.profit',
    'events.read_stream',
    'storefront.find_products',
    'storefront.recommend',
  ]
  const rows: [name: string, field: string, value: string | null, reason: string][] = [
    ...days.flatMap((name): typeof rows => [
      [name, 'date_from', null, 'is_required'],
      [name, 'date_to', null, 'is_required'],
      [name, 'date_to', '2026-10-01', 'must_not_be_before_date_from'],
      [name, 'date_to', 'infinity', 'must_be_a_day'],
      [name, 'date_from', '0001-01-01', 'is_too_far_after_date_from'],
    ]),
    ...limits.map((name): (typeof rows)[number] => [name, 'limit', '-1', 'must_be_at_least']),
    ...limits.map((name): (typeof rows)[number] => [name, 'limit', null, 'is_required']),
    ...pages.map((name): (typeof rows)[number] => [name, 'page', '0', 'must_be_at_least']),
    ['analytics.anomalies', 'days', '0', 'must_be_at_least'],
    ['analytics.budget_recommendations', 'lookback_days', '2147483647', 'must_be_at_most'],
    ['analytics.forecasts', 'horizon_days', '-1', 'must_be_at_least'],
    ['analytics.metrics', 'campaign_ids', '{}', 'names_no_id'],
    ['analytics.metrics_query', 'metrics', '{zz}', 'contains_an_unknown_metric'],
    ['analytics.metrics_query', 'metrics', '{}', 'names_no_metric'],
    ['analytics.metrics_query', 'level', 'junk', 'must_be_one_of'],
    ['analytics.metrics_query', 'granularity', 'junk', 'must_be_one_of'],
    ['analytics.metrics_query', 'revenue_source', 'junk', 'must_be_one_of'],
    ['analytics.metrics_query', 'currency_exponent', null, 'is_required'],
    ['analytics.metrics_query', 'sort_by', 'junk', 'contains_an_unknown_metric'],
    ['analytics.metrics_query', 'order', 'junk', 'must_be_one_of'],
    ['analytics.metrics_query', 'filters', '{"zz": 1}', 'contains_an_unknown_member'],
    ['analytics.channel_credits', 'model', 'zz', 'must_be_one_of'],
    ['analytics.channel_credits', 'model', null, 'must_be_one_of'],
    ['analytics.channel_results', 'model', 'zz', 'must_be_one_of'],
    ['analytics.channel_results', 'metric', 'zz', 'must_be_one_of'],
    ['analytics.response_curves', 'level', 'zz', 'must_be_one_of'],
    ['analytics.response_curves', 'objective', 'zz', 'must_be_one_of'],
    ['analytics.response_curves', 'lookback_days', '1', 'must_be_at_least'],
    ['analytics.periods_between', 'unit', 'zz', 'must_be_one_of'],
    ['analytics.daily_series', 'metric', 'zz', 'must_be_one_of'],
    ['analytics.daily_series', 'days', '-1', 'must_be_at_least'],
    ['analytics.query', 'interpretation', '{}', 'is_required'],
    ['analytics.query', 'interpretation', '{"intent": "zz"}', 'must_be_one_of'],
    ['events.read_stream', 'types', '{zz}', 'contains_a_type_that_is_not_streamed'],
    ['storefront.find_products', 'filters', '{"zz": 1}', 'contains_an_unknown_member'],
    ['storefront.find_products', 'filters', '{"price_max": "x"}', 'must_be_a_number'],
    ['storefront.find_products', 'sort', 'junk', 'must_be_one_of'],
    ['storefront.find_products', 'offset', '-1', 'must_be_at_least'],
    ['storefront.search', 'price_max', 'NaN', 'must_be_a_number'],
  ]
  test.each(rows)('of %s is refused: %s = %s', async (name, field, value, reason) => {
    const operation = all.find((each) => each.name === name) as Operation
    const shop = { product_id: 'prd_1', q: 'tent', type: 'similar_to' }
    const isOfShop = name.startsWith('storefront.')
    const given = { brand_id: brands.own, ...choicesOf[name], ...(isOfShop ? shop : {}), [field]: value }
    const named = operation.inputs.map((input) => input.name)
    const failure = await failureOf(
      operation,
      Object.fromEntries(Object.entries(given).filter(([key]) => named.includes(key))),
    )
    expect(failure?.raised).toMatchObject({
      reason,
      field: expect.stringContaining(
        reason === 'is_too_far_after_date_from' || value === '2026-10-01' ? 'date_to' : field,
      ),
    })
  })
})

test('psql shows a sentence with the names of inputs', async () => {
  const metrics = operations.find(({ name }) => name === 'analytics.metrics') as Operation
  const given = { brand_id: brands.own, date_from: '2026-11-02', date_to: '2026-11-01' }
  expect((await failureOf(metrics, given))?.message).toBe('`date_to` must not be before `date_from`.')
})
