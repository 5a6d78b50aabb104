import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopify as platform } from '../../shared/sources/shopify/shopify.ts'
import { addDays } from '../support/platforms/days.ts'
import type { Fault } from '../support/platforms/faults.ts'
import type { ShopifyRefusal } from '../support/platforms/shopify/shopify.ts'
import {
  amountsOf,
  connectShop,
  failureOf,
  ordersOf,
  readObjects,
  readOrders,
  replyAmounts,
} from '../support/shopify_source.ts'
import type { ConnectedShop, TestCall } from '../support/shopify_source.ts'

const today = new Date().toISOString().slice(0, 10)
const all = { from: addDays(today, -60), to: today }
let connected: ConnectedShop
let call: TestCall
const faults = () => connected.server.faults
const failed = (promise: Promise<unknown>) => failureOf(promise, connected)

beforeAll(async () => {
  connected = await connectShop({ seed: 6, to: addDays(today, -1), orders: 130, products: 6 })
  call = connected.call
})
afterAll(() => connected.server.stop())
beforeEach(() => {
  connected.shop.bucket.giveBack(2_000)
})
afterEach(() => {
  const unused = faults().left()
  faults().clear()
  connected.server.access.grantedScopes = null
  expect(unused).toBe(0)
  expect([connected.server.recorder.violations, connected.server.recorder.crashes]).toEqual([[], []])
})

describe('a bulk operation', () => {
  const result = /jsonl$/
  let plain: ConnectedShop
  // Without visits, the last line is an order.
  beforeAll(async () => {
    plain = await connectShop({ seed: 8, to: addDays(today, -1), orders: 6 })
    for (const id of plain.shop.ledger.orders.keys()) plain.shop.ledger.setJourney(id, null)
  })
  afterAll(() => plain.server.stop())

  async function failedWith(fault: Fault<ShopifyRefusal>, on = result) {
    plain.server.faults.arm(fault, { on })
    const failure = await failureOf(readOrders(plain.call, plain.account, all), plain)
    expect([plain.server.faults.left(), plain.server.recorder.violations]).toEqual([0, []])
    return failure
  }

  test.each([
    ['FAILED', 'report_failed', 'restart'],
    ['TIMEOUT', 'report_is_too_large', 'split'],
    ['CANCELED', 'report_failed', 'restart'],
    ['EXPIRED', 'report_failed', 'restart'],
  ] as const)('that ends as %s is %s', async (outcome, reason, remedy) => {
    connected.shop.bulk.outcomes.push(outcome as never)
    expect(await failed(readOrders(call, connected.account, all))).toMatchObject({ reason, remedy })
  })

  test('is not started while five run, and an unknown one is requested again', async () => {
    const { account } = connected
    const [orders] = platform.reports
    const ids = await Promise.all(Array.from({ length: 5 }, () => orders!.request!(call, account, all)))
    expect(await failed(orders!.request!(call, account, all))).toMatchObject({
      reason: 'limit_is_reached',
      remedy: 'retry',
      retryAfterSeconds: 30,
    })
    for (const id of ids) while (!(await orders!.isReady!(call, account, id!))) continue
    const unknown = orders!.isReady!(call, account, 'gid://shopify/BulkOperation/1')
    expect(await failed(unknown)).toMatchObject({ reason: 'report_failed', remedy: 'restart' })
  })

  test.each<[Fault<ShopifyRefusal>, string, string]>([
    [{ kind: 'cut' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'hang' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'html' }, 'reply_is_inconsistent', 'retry'],
    [{ kind: 'truncated' }, 'reply_is_', 'retry'],
    [{ kind: 'repeated_row' }, 'reply_is_inconsistent', 'retry'],
    [{ kind: 'day_outside' }, 'reply_is_inconsistent', 'retry'],
    [{ kind: 'refusal', name: 'unavailable' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'refusal', name: 'server_error' }, 'platform_is_unavailable', 'retry'],
  ])('with a result that has the fault %j is read again', async (fault, reason, remedy) => {
    expect(await failedWith(fault)).toMatchObject({ reason: expect.stringContaining(reason), remedy })
  })

  test('with another number of lines than it states is read again', async () => {
    const [orders] = platform.reports
    const id = await orders!.request!(plain.call, plain.account, all)
    while (!(await orders!.isReady!(plain.call, plain.account, id!))) continue
    plain.server.faults.arm({ kind: 'wrong_count' }, { on: /graphql/ })
    const failure = await failureOf(orders!.read(plain.call, plain.account, all, id), plain)
    expect(failure).toMatchObject({ reason: 'reply_is_inconsistent', remedy: 'retry' })
  })

  test.each(['totalPriceSet', 'updatedAt', 'refunds', 'customer', 'test'])(
    'whose last line lacks %s stops the source',
    async (field) => {
      const wrong = { reason: 'reply_has_another_form', remedy: 'stop', values: { field } }
      expect(await failedWith({ kind: 'missing_field', field })).toMatchObject(wrong)
    },
  )

  test('whose last line is a visit without an id stops the source', async () => {
    faults().arm({ kind: 'missing_field', field: 'occurredAt' }, { on: result })
    expect(await failed(readOrders(call, connected.account, all))).toMatchObject({
      reason: 'reply_has_another_form',
      values: { field: 'moments' },
    })
  })

  test('never sends the token to the storage', async () => {
    await readOrders(call, connected.account, all)
    expect(connected.server.recorder.matching(/^GET \/bulk\//).length).toBeGreaterThan(0)
    expect(connected.server.recorder.violations).toEqual([])
  })
})

describe('a reply of the Admin API', () => {
  const pages = () => {
    const ids = ordersOf(connected.shop.ledger).map(({ id }) => String(id))
    return readObjects(call, connected.account, 'orders', ids)
  }

  test.each<[Fault<ShopifyRefusal>, string, string]>([
    [{ kind: 'cut' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'hang' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'html' }, 'reply_is_incomplete', 'retry'],
    [{ kind: 'wrong_type' }, 'reply_is_incomplete', 'retry'],
    [{ kind: 'truncated' }, 'reply_is_incomplete', 'retry'],
    [{ kind: 'missing_field', field: 'totalPriceSet' }, 'reply_has_another_form', 'stop'],
    [{ kind: 'missing_field', field: 'customer' }, 'reply_has_another_form', 'stop'],
    [{ kind: 'retyped_field', field: 'totalRefundedSet' }, 'reply_has_another_form', 'stop'],
    [{ kind: 'retyped_field', field: 'updatedAt' }, 'reply_has_another_form', 'stop'],
    [{ kind: 'refusal', name: 'throttled' }, 'limit_is_reached', 'retry'],
    [{ kind: 'refusal', name: 'server_error' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'refusal', name: 'unavailable' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'refusal', name: 'internal_error' }, 'platform_is_unavailable', 'retry'],
    [{ kind: 'refusal', name: 'token_invalid' }, 'token_is_refused', 'refresh'],
    [{ kind: 'refusal', name: 'shop_frozen' }, 'account_is_unavailable', 'stop'],
  ])('with the fault %j fails as %s', async (fault, reason, remedy) => {
    faults().arm(fault, { after: 2 })
    expect(await failed(pages())).toMatchObject({ reason, remedy })
  })

  test('with an unknown field is counted and used', async () => {
    faults().arm({ kind: 'extra_field', field: 'newField' }, { on: /jsonl$/ })
    const reply = await readOrders(call, connected.account, all)
    expect(reply.unknownFields).toEqual([expect.stringContaining('newField')])
    expect(replyAmounts(reply)).toEqual(amountsOf(connected.shop.ledger))
  })

  test('that is throttled says how long to wait', async () => {
    connected.shop.bucket.drain()
    const failure = await failed(pages())
    expect(failure).toMatchObject({ reason: 'limit_is_reached', remedy: 'retry' })
    expect(failure.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(failure.retryAfterSeconds).toBeLessThan(20)
    call.waits = []
    connected.shop.bucket.giveBack(610)
    expect(replyAmounts(await pages())).toEqual(amountsOf(connected.shop.ledger))
    expect(Math.min(...call.waits)).toBeGreaterThan(0)
  })

  test('of another version than the requested one stops the source, and a deprecation is announced', async () => {
    const old = { ...call, settings: { ...call.settings, version: '2024-01' } }
    expect(await failed(platform.listAccounts(old))).toMatchObject({
      reason: 'version_has_ended',
      remedy: 'stop',
      values: { requested: '2024-01' },
    })
    const future = { ...call, settings: { ...call.settings, version: '2027-01' } }
    expect(await failed(platform.listAccounts(future))).toMatchObject({ remedy: 'stop' })
    connected.server.settings.deprecatedVersions.push(platform.version)
    await platform.listAccounts(call)
    connected.server.settings.deprecatedVersions.pop()
    expect(call.versionEndings).toBeGreaterThan(0)
  })
})
