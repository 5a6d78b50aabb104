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
  'text[]': '{prd_1,prd_2}',
  type: 'revenue',
  platform: 'google',
  file: 'feed.xml',
}

let database: TestDatabase
let analyst: Sql
let brands: { own: string; foreign: string }
let operations: Operation[]
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
  operations = await database.sql<Operation[]>`
    select operations.operation as name, (
      select jsonb_agg(
        jsonb_build_object('name', p.proargnames[i], 'type', format_type(p.proargtypes[i - 1], null), 'is_required', i <= p.pronargs - p.pronargdefaults)
        order by i
      )
      from generate_series(1, p.pronargs) as i
    ) as inputs
    from core.operations
    join pg_proc p on p.pronamespace::regnamespace || '.' || p.proname = operations.operation
    where has_function_privilege('vitrine_analyst', p.oid, 'execute') and 'brand_id' = any (p.proargnames[1:p.pronargs])
    order by 1`
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
    await analyst.unsafe(`select ${name}(${named.join(', ')})`)
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
    expect(operations.length).toBeGreaterThan(30)
    const failures = await Promise.all(
      operations.map(async (operation) => ({
        name: operation.name,
        failure: await failureOf(operation, { brand_id: brandId() }),
      })),
    )
    expect(failures.filter(({ failure }) => failure?.raised.reason !== 'names_no_brand_that_you_can_read')).toEqual([])
    expect(new Set(failures.map(({ failure }) => failure?.code))).toEqual(new Set(['NTFND']))
  })

  test('raises a reason with a sentence for unexpected text', async () => {
    const failures = await failuresOf(
      operations.flatMap((operation) =>
        operation.inputs.flatMap(({ name, type }): [Operation, Given][] => {
          const values = { text: ['zz zz', null], 'text[]': ['{}', '{zz}', null] }[type] ?? []
          return name === 'brand_id' ? [] : values.map((value) => [operation, { brand_id: brands.own, [name]: value }])
        }),
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

test('psql shows a sentence with the names of inputs', async () => {
  const metrics = operations.find(({ name }) => name === 'analytics.metrics') as Operation
  const given = { brand_id: brands.own, date_from: '2026-11-02', date_to: '2026-11-01' }
  expect((await failureOf(metrics, given))?.message).toBe('`date_to` must not be before `date_from`.')
})
