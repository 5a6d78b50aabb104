import type { Context } from 'hono'
import { call } from '../../../shared/db/call.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { serveCaller } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { ucpLookup } from '../../../shared/operations/storefront/ucp_lookup.ts'
import { ucpProduct } from '../../../shared/operations/storefront/ucp_product.ts'
import { ucpSearch } from '../../../shared/operations/storefront/ucp_search.ts'
import { ucpDrafts } from '../../../shared/schema/storefront/ucp.ts'
import { negotiate, unnegotiated } from './negotiate.ts'
import type { Negotiated } from './negotiate.ts'
import type { PlatformProfiles } from './profiles.ts'

const search = 'dev.ucp.shopping.catalog.search'
const lookup = 'dev.ucp.shopping.catalog.lookup'

/** An operation of the catalog with its capability and, for MCP, its tool. */
export interface CatalogCall {
  operation: Operation
  capability: typeof search | typeof lookup
  tool: string
  title: string
}

export const catalogCalls: readonly CatalogCall[] = [
  { operation: ucpSearch, capability: search, tool: 'search_catalog', title: 'Search the catalog' },
  { operation: ucpLookup, capability: lookup, tool: 'lookup_catalog', title: 'Look up products' },
  { operation: ucpProduct, capability: lookup, tool: 'get_product', title: 'Get a product' },
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
 * Returns what the platform and this business have in common. A profile that must be fetched counts as a request, so that
 * the rate limit bounds the fetches of a caller. Throws a UcpError.
 */
export async function negotiateWith(
  request: UcpRequest,
  address: string | null,
  capability: string,
): Promise<Negotiated> {
  if (address === null) return unnegotiated
  const isStored = request.profiles.stored(address) !== null
  if (!isStored) await countRequest(request)
  const negotiated = negotiate(await request.profiles.get(address), capability)
  // Without the capability no operation follows, which would count the request.
  if (isStored && !negotiated.isCompatible) await countRequest(request)
  if (ucpDrafts.includes(negotiated.version)) request.context.header('UCP-Version-Status', 'draft')
  return negotiated
}

/** Returns an error with the members that the protocol gives transport errors: `code` and `content`. */
export function withContent(error: ApiError): ApiError {
  const { code, message, retryAfterSeconds, fields, raised, cause, details } = error
  const isTooLarge = error.reason === 'has_too_many_ids'
  return new ApiError(code, message, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(fields === undefined ? {} : { fields }),
    ...(raised === undefined ? {} : { raised }),
    details: { ...details, content: message, ...(isTooLarge ? { code: 'request_too_large' } : {}) },
  })
}
