import type { Context } from 'hono'
import { call } from '../../../shared/db/call.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { serveCaller } from '../../../shared/http/route.ts'
import { ucpCancelCart } from '../../../shared/operations/storefront/ucp_cancel_cart.ts'
import { ucpCancelCheckout } from '../../../shared/operations/storefront/ucp_cancel_checkout.ts'
import { ucpCart } from '../../../shared/operations/storefront/ucp_cart.ts'
import { ucpCheckout } from '../../../shared/operations/storefront/ucp_checkout.ts'
import { ucpCompleteCheckout } from '../../../shared/operations/storefront/ucp_complete_checkout.ts'
import { ucpCreateCart } from '../../../shared/operations/storefront/ucp_create_cart.ts'
import { ucpCreateCheckout } from '../../../shared/operations/storefront/ucp_create_checkout.ts'
import { ucpLookup } from '../../../shared/operations/storefront/ucp_lookup.ts'
import { ucpProduct } from '../../../shared/operations/storefront/ucp_product.ts'
import { ucpSearch } from '../../../shared/operations/storefront/ucp_search.ts'
import { ucpUpdateCart } from '../../../shared/operations/storefront/ucp_update_cart.ts'
import { ucpUpdateCheckout } from '../../../shared/operations/storefront/ucp_update_checkout.ts'
import { ucpDrafts } from '../../../shared/schema/storefront/ucp.ts'
import { negotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { depthMax, isTooDeep, requestFingerprint } from '../request_fingerprint.ts'
import { sessionCaller } from '../session_caller.ts'
import { negotiate, unnegotiated } from './negotiate.ts'
import type { Negotiated } from './negotiate.ts'
import { negotiationCalls } from './negotiations.ts'
import { getOrder } from './order.ts'
import type { PlatformProfiles } from './profiles.ts'
import { basket, lookup, search, session } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'
import { signatureError } from './ucp_error.ts'

export const ucpCalls: readonly UcpCall[] = [
  { operation: ucpSearch, capability: search, tool: 'search_catalog', title: 'Search the catalog', payload: 'catalog' },
  { operation: ucpLookup, capability: lookup, tool: 'lookup_catalog', title: 'Look up products', payload: 'catalog' },
  { operation: ucpProduct, capability: lookup, tool: 'get_product', title: 'Get a product', payload: 'catalog' },
  { operation: ucpCreateCart, capability: basket, tool: 'create_cart', title: 'Create a cart', payload: 'cart' },
  { operation: ucpCart, capability: basket, tool: 'get_cart', title: 'Get a cart' },
  { operation: ucpUpdateCart, capability: basket, tool: 'update_cart', title: 'Update a cart', payload: 'cart' },
  { operation: ucpCancelCart, capability: basket, tool: 'cancel_cart', title: 'Cancel a cart', needsKey: true },
  {
    operation: ucpCreateCheckout,
    capability: session,
    tool: 'create_checkout',
    title: 'Create a checkout',
    payload: 'checkout',
  },
  { operation: ucpCheckout, capability: session, tool: 'get_checkout', title: 'Get a checkout' },
  {
    operation: ucpUpdateCheckout,
    capability: session,
    tool: 'update_checkout',
    title: 'Update a checkout',
    payload: 'checkout',
  },
  {
    operation: ucpCompleteCheckout,
    capability: session,
    tool: 'complete_checkout',
    title: 'Complete a checkout',
    payload: 'checkout',
    needsKey: true,
  },
  {
    operation: ucpCancelCheckout,
    capability: session,
    tool: 'cancel_checkout',
    title: 'Cancel a checkout',
    needsKey: true,
  },
  getOrder,
  ...negotiationCalls,
]

/** A request of a caller. `profiles` are shared by all requests. */
export interface UcpRequest {
  context: Context<AppEnv>
  credentialHash: Uint8Array | null
  options: AppOptions
  profiles: PlatformProfiles
}

/** Counts a request that runs no operation. Throws 401, 429 or 503. */
export async function countRequest({ context, credentialHash, options }: UcpRequest): Promise<void> {
  const { error } = await serveCaller(context, credentialHash, options, (caller) =>
    call(options.services.database, { ...caller, operation: null, input: {} }),
  )
  if (error) throw error
}

/**
 * Returns the address of the platform's profile, null for a request that names none, and what platform and business have in common.
 * Each request counts, also one that ends here with an error or without the capability. A profile that must be fetched counts before
 * the fetch, so that the rate limit bounds the fetches of a caller and an invalid credential causes none. Throws an ApiError.
 */
export async function negotiateWith(
  request: UcpRequest,
  readAddress: () => string | null | Promise<string | null>,
  capability: string,
): Promise<{ address: string | null; negotiated: Negotiated }> {
  const { context } = request
  let isCounted = false
  const count = async () => {
    if (isCounted) return
    isCounted = true
    await countRequest(request)
  }
  try {
    const address = await readAddress()
    const negotiated = address === null ? unnegotiated(capability) : await agree(request, address, capability, count)
    if (negotiated.incompatibility !== null) await count()
    // Each call of the database from here on compares the profile with that of the key.
    else if (address !== null) context.set('profile', address)
    return { address, negotiated }
  } catch (error) {
    // No operation follows, which would count the request.
    await count()
    throw error
  }
}

async function agree(
  { context, options, profiles }: UcpRequest,
  address: string,
  capability: string,
  count: () => Promise<void>,
): Promise<Negotiated> {
  if (profiles.stored(address) === null) await count()
  const profile = await profiles.get(address)
  const { isVerified = false, fault = null } = (await context.var.agent?.recognizeBy(address, profile.keys)) ?? {}
  if (fault) throw signatureError(fault)
  const negotiated = negotiate(profile, capability, {
    extension: negotiationExtension(options.services.publicBaseUrl),
    servesOrders: Boolean(options.operationServices?.quotes),
    isVerified,
  })
  if (ucpDrafts.includes(negotiated.version)) context.header('UCP-Version-Status', 'draft')
  return negotiated
}

/**
 * Returns the parameters of SQL that identify a change of a session: whom its idempotency key belongs to, and the fingerprint of what
 * is sent. Anyone can send the address of a profile, so the key also belongs to the caller. Throws an ApiError for a payload that is
 * nested too deeply, and counts the request.
 */
export async function identityOf(
  request: UcpRequest,
  address: string | null,
  { key, payload }: { key: unknown; payload: unknown },
): Promise<{ caller: string; fingerprint: string }> {
  if (isTooDeep(payload)) {
    // No operation follows, which would count the request.
    await countRequest(request)
    throw new ApiError('invalid_request', `The body must have at most ${depthMax} levels.`)
  }
  const { context, credentialHash, options } = request
  return {
    caller: JSON.stringify([address ?? '', sessionCaller(context, credentialHash, options.services.trustedProxyHops)]),
    // Keys are UUIDs, whose case does not matter.
    fingerprint: typeof key === 'string' ? requestFingerprint(key.toLowerCase(), payload ?? {}) : '',
  }
}
