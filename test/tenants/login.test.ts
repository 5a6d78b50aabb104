import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canariesIn } from './canaries.ts'
import { brandTables } from './copy_brand.ts'
import { held, isPublic, isServed, Login } from './login_calls.ts'
import type { Held, LoginAnswer, LoginCall } from './login_calls.ts'
import { openTenants } from './scene.ts'
import type { TenantScene } from './scene.ts'

/** The password of vitrine_functions has leaked, together with a credential of one account. */

let scene: TenantScene
let login: Login
let operations: string[]

beforeAll(async () => {
  scene = await openTenants()
  login = new Login(scene)
  const { sql } = scene.console.database
  operations = (await sql`select operation from core.operations order by 1`).map((row) => row.operation as string)
}, 300_000)
afterAll(async () => {
  await login.stop()
  await scene.stop()
})

const callsAtOnce = 6
const callsBetween = 240

/** Runs calls, and resets the counters of the rate limits between batches. */
async function runAll<Call>(calls: Call[], run: (call: Call) => Promise<void>): Promise<void> {
  for (let start = 0; start < calls.length; start += callsBetween) {
    const batch = calls.slice(start, start + callsBetween).values()
    await Promise.all(
      Array.from({ length: callsAtOnce }, async () => {
        for (const call of batch) await run(call)
      }),
    )
    await scene.console.database.sql`delete from core.rate_limits`
  }
}

/** Returns the number of rows and a hash of all rows of the brands of another account, by table. */
async function stateOf(): Promise<Record<string, string>> {
  const { sql } = scene.console.database
  const state: Record<string, string> = {}
  for (const { table, owner } of await brandTables(sql)) {
    for (const name of ['foreign', 'archived'] as const) {
      const [row] = await sql.unsafe(
        `select count(*) || ' ' || coalesce(md5(string_agg(held::text, '|' order by held::text)), '') as text
         from ${table} as held where ${owner} = '${scene.brands[name]}'`,
      )
      state[`${name} ${table}`] = row?.text as string
    }
  }
  const [keys] = await sql`
    select count(*) || ' ' || md5(string_agg(held::text, '|' order by held::text)) as text
    from core.api_keys as held where brand_id = any (${[scene.brands.foreign, scene.brands.archived]})`
  return { ...state, keys: keys?.text as string }
}

const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((name) => before[name] !== after[name])

/** What an answer shows of a brand that its caller must not see. */
function traces({ text }: LoginAnswer, mayShow: string[]): string[] {
  const shown = canariesIn(text).map(({ brand, table }) => `${table} of ${brand}`)
  const ids = (['sibling', 'foreign', 'archived'] as const).filter((name) => text.includes(scene.brands[name]))
  const isHidden = (brand: string) => !mayShow.includes(brand) && brand !== 'own' && brand !== 'stranger'
  return [
    ...shown.filter((each) => isHidden(each.split(' of ')[1] as string)),
    ...ids.filter(isHidden).map((name) => `id of ${name}`),
  ]
}

const nameOf = (value: unknown) => (value === null ? 'null' : JSON.stringify(value))
const ofCall = ({ operation, credential, brand, resource, admission, input }: LoginCall) =>
  [operation, credential, brand, resource, admission, input].map(nameOf).join(', ')

const noBrands = [null, '', 7, ['brd_x'], { id: 'brd_x' }, true]
const admissions = [
  {},
  [],
  'x',
  { lag_seconds_max: 10 },
  { lag_seconds_max: 'x' },
  { reach: null },
  { reach: 'x', lsn: '0/0' },
]
const inputs = [null, [], 'x', 7, [{ brand_id: 'x' }]]

function matrix(): LoginCall[] {
  const { foreign, archived, missing, sibling } = scene.brands
  const resources = [null, login.resource, 'anything', '']
  return operations.flatMap((operation) =>
    held.flatMap((credential) => [
      ...[foreign, archived, sibling].flatMap((brand) =>
        resources.map((resource) => ({ operation, credential, brand, resource, admission: null })),
      ),
      ...[missing, ...noBrands].flatMap((brand) =>
        [null, login.resource].map((resource) => ({ operation, credential, brand, resource, admission: null })),
      ),
      ...admissions.flatMap((admission) =>
        [null, login.resource].map((resource) => ({ operation, credential, brand: foreign, resource, admission })),
      ),
      ...inputs.map((input) => ({
        operation,
        credential,
        brand: foreign,
        resource: login.resource,
        admission: null,
        input,
      })),
    ]),
  )
}

const reachOf = (credential: Held) => (credential === 'two_brands' ? ['own', 'sibling'] : ['own'])
const brandOf = (brand: unknown) => Object.entries(scene.brands).find(([, id]) => id === brand)?.[0] ?? ''

describe('core.call, as vitrine_functions with a credential of one account', { timeout: 600_000 }, () => {
  test('reads and changes nothing of another account, for each operation, brand, resource and admission', async () => {
    const before = await stateOf()
    const wrong: string[] = []
    const calls = matrix().filter(
      ({ operation, credential, resource, brand }) =>
        !['foreign', 'sibling'].includes(brandOf(brand)) || !isPublic(operation, credential, resource),
    )
    await runAll(calls, async (call) => {
      const answer = await login.call(call)
      const shown = traces(answer, reachOf(call.credential))
      if (shown.length > 0) wrong.push(`${ofCall(call)} shows ${shown.join(', ')}`)
      const isRefused = answer.status !== null && answer.text === ''
      if (!isRefused && !isServed(call.operation, call.credential, call.resource))
        wrong.push(`${ofCall(call)} runs, but no HTTP request can run it`)
    })
    console.log(`${calls.length} calls of core.call`)
    expect(wrong).toEqual([])
    expect(changed(before, await stateOf())).toEqual([])
  })

  test('runs for a public storefront what the credential may run over HTTP, and changes only its negotiations, orders, checkout sessions and lookups', async () => {
    const before = await stateOf()
    const wrong: string[] = []
    const calls = matrix().filter(
      ({ operation, credential, resource, brand, admission, input }) =>
        brandOf(brand) === 'foreign' &&
        admission === null &&
        input === undefined &&
        resource !== 'anything' &&
        isPublic(operation, credential, resource),
    )
    await runAll(calls, async (call) => {
      const answer = await login.call(call)
      const shown = traces(answer, [...reachOf(call.credential), 'foreign'])
      if (shown.length > 0) wrong.push(`${ofCall(call)} shows ${shown.join(', ')}`)
      if (['DNIED', 'NAUTH'].includes(answer.status ?? '') && call.resource !== '')
        wrong.push(`${ofCall(call)}: ${answer.status}`)
    })
    expect(wrong).toEqual([])
    const tables = changed(before, await stateOf()).filter((name) => !name.includes(' events.'))
    expect(tables).toEqual([
      'foreign commerce.negotiation_offers',
      'foreign commerce.negotiations',
      'foreign commerce.transactions',
      'foreign storefront.checkout_requests',
      'foreign storefront.checkouts',
      // What is left of the products of an order.
      'foreign storefront.ordered_stock',
    ])
  })

  test('runs each operation for its own brand if an HTTP request with the credential can run it', async () => {
    const wrong: string[] = []
    const calls = operations.flatMap((operation) =>
      held.flatMap((credential) =>
        [null, login.resource].map((resource) => ({
          operation,
          credential,
          brand: scene.brands.own,
          resource,
          admission: null,
        })),
      ),
    )
    const scopeless =
      /^(commerce|webhooks|events|storefront\.(ucp_create_quoted_checkout|ucp_order|feed_problems|queries|hidden_products|hide_product|restore_product)|connector\.propose|connector\.negotiate|analytics\.change_anomaly|analytics\.(create|start|end|cancel)_experiment|analytics\.(create|delete)_promotion|analytics\.(create|change|delete)_alert_rule)/
    await runAll(calls, async (call) => {
      const { status } = await login.call(call, { of: 'own', keeps: false })
      const isDenied = status === 'DNIED' || status === 'NAUTH'
      const served = isServed(call.operation, call.credential, call.resource)
      if (!served && !isDenied) wrong.push(`${ofCall(call)}: ${status}`)
      // Whether the scopes suffice is tested over HTTP (test/tenants/matrix.test.ts).
      if (served && isDenied && !scopeless.test(call.operation) && call.credential !== 'none')
        wrong.push(`${ofCall(call)}: ${status}`)
    })
    expect(wrong).toEqual([])
  })
})

describe('console.call, as vitrine_functions with a session', { timeout: 600_000 }, () => {
  test.each(['viewer', 'owner'] as const)(
    'reads and changes nothing of another account for a %s, for each operation, brand and access',
    async (role) => {
      const { sql } = scene.console.database
      const { own, foreign, archived, missing, sibling } = scene.brands
      const { person } = await scene.console.member(own, role)
      const [row] = await sql`select session_hash from oauth.sessions where person_id = ${person.id}`
      const session = row?.session_hash as Uint8Array
      const before = await stateOf()
      const wrong: string[] = []
      const calls = operations.flatMap((operation) =>
        [own, foreign, sibling, archived, missing, null, ''].flatMap((brand) =>
          ['read', 'write', 'junk', null].flatMap((access) =>
            [foreign, ...noBrands.slice(0, 4)].map((named) => ({ operation, brand, access, named })),
          ),
        ),
      )
      await runAll(calls, async ({ operation, brand, access, named }) => {
        const input = login.inputOf({ operation, credential: 'secret', brand: named }, 'foreign')
        const answer = await login.callAsPerson(session, brand, access, operation, input)
        const which = [operation, brand, access, named].map(nameOf).join(', ')
        const shown = traces(answer, ['own'])
        if (shown.length > 0) wrong.push(`${which} shows ${shown.join(', ')}`)
        const isOfOthers = brand !== own && brand !== null
        if (isOfOthers && answer.status !== 'NTFND') wrong.push(`${which}: ${answer.status}`)
      })
      console.log(`${calls.length} calls of console.call`)
      expect(wrong).toEqual([])
      expect(changed(before, await stateOf())).toEqual([])
    },
  )
})
