import { randomUUID } from 'node:crypto'
import type { Database } from '../../shared/db/pool.ts'
import { openKeyRing } from '../../shared/key_ring.ts'
import type { Call, SourceRequest } from '../../shared/sources/call.ts'
import type {
  Addresses,
  Grant,
  OrdersReply,
  PlatformAccount,
  ProductsReply,
  Window,
} from '../../shared/sources/platform.ts'
import { sealGrant } from '../../shared/sources/sealed_grant.ts'
import { send } from '../../shared/sources/send.ts'
import { shopify as platform } from '../../shared/sources/shopify/shopify.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { tokenKey } from './api.ts'
import { decide } from './platforms/consent.ts'
import { refundedOf, totalOf } from './platforms/shopify/shop_ledger.ts'
import type { Order, ShopLedger } from './platforms/shopify/shop_ledger.ts'
import { startShopify } from './platforms/shopify/shopify.ts'
import type { Shopify } from './platforms/shopify/shopify.ts'

export const redirectUri = 'http://127.0.0.1:9/callback'

export interface TestCall extends Call {
  /** How often the platform announced the end of the version. */
  versionEndings: number
  /** The seconds that the client wanted to wait. The shop has their points already. */
  waits: number[]
}

/** A local Shopify with one shop, and a grant of it. */
export interface ConnectedShop {
  server: Shopify
  shop: ReturnType<Shopify['seed']>
  domain: string
  grant: Grant
  call: TestCall
  account: PlatformAccount
}

export async function connectShop(
  seed: Parameters<Shopify['seed']>[0],
  scopes = ['read_all_orders'],
): Promise<ConnectedShop> {
  const server = await startShopify({ redirectUri })
  const shop = server.seed(seed)
  const { domain } = shop.ledger.shop
  const grant = await signIn(server, domain, scopes)
  const call = callOf(server, domain, grant)
  const [account] = await platform.listAccounts(call)
  return { server, shop, domain, grant, call, account: account as PlatformAccount }
}

/** Connects the shop to a brand, as the console does. */
export async function storeShop(
  sql: Database,
  brandId: string,
  { domain, account, grant }: ConnectedShop,
  scopes = grant.scopes,
): Promise<{ brand_id: string; source_id: string }> {
  const connection_id = `con_${randomUUID()}`
  const sealed = await sealGrant(await openKeyRing(tokenKey), connection_id, grant)
  const names = { connection_id, platform: 'shopify', shop: domain, subject: domain, connected_by: 'test' }
  const { id: external_id, name, currency, timezone } = account
  await sql`
    select core.enter_brand(${brandId}), sources.add_connection(
      ${brandId}, ${JSON.stringify({ ...names, scopes, sealed })}::text::jsonb,
      ${JSON.stringify([{ external_id, name, currency, timezone }])}::text::jsonb
    )`
  const [row] = await sql`
    select core.enter_brand(${brandId}), sources.add_sources(${brandId}, ${connection_id}, ${[external_id]}) as added`
  return { brand_id: brandId, source_id: (row as { added: [{ id: string }] }).added[0].id }
}

/** A call with the real `send`. A request that hangs ends after a second. */
export function callOf(
  { app, environment, shops }: Shopify,
  shop: string,
  grant?: Grant,
  extraScopes: string[] = [],
): TestCall {
  const call: TestCall = {
    settings: {
      app: { clientId: app.id, clientSecret: app.secret },
      version: platform.version,
      addresses: environment as Addresses,
      extraScopes,
    },
    accessToken: grant?.accessToken ?? '',
    shop,
    ...(grant && { scopes: grant.scopes }),
    now: () => new Date(),
    send: (request) => withinSecond(request),
    versionEndings: 0,
    waits: [],
    slowDown: (seconds) => {
      call.waits.push(seconds)
      shops.get(shop)?.bucket.giveBack(100 * seconds)
    },
    versionEnds: () => {
      call.versionEndings += 1
    },
  }
  return call
}

async function withinSecond(request: SourceRequest): ReturnType<typeof send> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new SourceError('platform_is_unavailable', 'retry')), 1000)
  try {
    return await Promise.race([send(request), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The redirect after the merchant installed the app. */
export async function install(
  server: Shopify,
  shop: string,
  extraScopes: string[] = ['read_all_orders'],
): Promise<URL> {
  const { settings } = callOf(server, shop, undefined, extraScopes)
  const request = { state: 'a state', redirectUri, codeChallenge: '', shop }
  return await decide(platform.authorizationUrl(settings, request), { approve: true })
}

export function exchange(server: Shopify, shop: string, { searchParams }: URL): Promise<Grant> {
  const response = { parameters: searchParams, redirectUri, codeVerifier: '', shop }
  return platform.exchangeCode(callOf(server, shop), response)
}

export async function signIn(server: Shopify, shop: string, extraScopes?: string[]): Promise<Grant> {
  return await exchange(server, shop, await install(server, shop, extraScopes))
}

const pollsMax = 10

/** Reads a window as the synchronization does: requests the report, waits for it, and reads it. */
async function read(call: Call, account: PlatformAccount, name: 'orders' | 'products', window: Window) {
  const report = platform.reports.find((each) => each.name === name)!
  const reportId = await report.request?.(call, account, window)
  if (reportId !== undefined) {
    for (let polls = 0; !(await report.isReady!(call, account, reportId)); polls++) {
      if (polls === pollsMax) throw new Error('The report is not ready.')
    }
  }
  return await report.read(call, account, window, reportId)
}

export async function readOrders(call: Call, account: PlatformAccount, window: Window): Promise<OrdersReply> {
  return (await read(call, account, 'orders', window)) as OrdersReply
}

export async function readProducts(call: Call, account: PlatformAccount): Promise<ProductsReply> {
  const today = new Date().toISOString().slice(0, 10)
  return (await read(call, account, 'products', { from: today, to: today })) as ProductsReply
}

export async function readObjects<Name extends 'orders' | 'products'>(
  call: Call,
  account: PlatformAccount,
  name: Name,
  ids: string[],
): Promise<Name extends 'orders' ? OrdersReply : ProductsReply> {
  const report = platform.reports.find((each) => each.name === name)
  return (await report!.readObjects!(call, account, ids)) as never
}

/** The orders of a ledger that are no tests. */
export function ordersOf(ledger: ShopLedger): Order[] {
  return [...ledger.orders.values()].filter(({ isTest }) => !isTest)
}

/** What the orders of a ledger amount to, in micros, sorted by id. */
export function amountsOf(ledger: ShopLedger): [id: string, total: bigint, refunded: bigint][] {
  return ordersOf(ledger)
    .map((order): [string, bigint, bigint] => [String(order.id), totalOf(order), refundedOf(order)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** The same of a reply. */
export function replyAmounts({ orders }: OrdersReply): [id: string, total: bigint, refunded: bigint][] {
  return orders
    .map(({ order_id, revenue, refunded }): [string, bigint, bigint] => [order_id, micros(revenue), micros(refunded)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Decimal text as micros. */
export function micros(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** Returns the SourceError of a failed call. It contains no token of the grant and no secret. */
export async function failureOf(promise: Promise<unknown>, { server, grant }: Pick<ConnectedShop, 'server' | 'grant'>) {
  try {
    await promise
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown
    const { reason, remedy, values, retryAfterSeconds, cause, stack } = thrown
    const text = JSON.stringify([values, stack, String(cause), (cause as Error | undefined)?.stack])
    for (const secret of [grant.accessToken, grant.refreshToken ?? grant.accessToken, server.app.secret]) {
      if (text.includes(secret)) throw new Error(`The error ${reason} contains a secret.`, { cause: thrown })
    }
    return { reason, remedy, values, retryAfterSeconds }
  }
  throw new Error('The call did not fail.')
}
