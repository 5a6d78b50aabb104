import { ApiError } from '../../../shared/errors/api_error.ts'
import type { ParsedInput } from '../../../shared/http/input/validate.ts'
import { execute, present } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { ucpDrafts } from '../../../shared/schema/storefront/ucp.ts'
import { negotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { depthMax, isTooDeep, requestFingerprint } from '../request_fingerprint.ts'
import { sessionCaller } from '../session_caller.ts'
import { incompatible, negotiate, negotiatedNames, unnegotiated, withVersion } from './capability_negotiation.ts'
import type { AgreedCapabilities } from './capability_negotiation.ts'
import { quotedCall } from './quoted_sessions.ts'
import { countRequest } from './request.ts'
import type { UcpRequest } from './request.ts'
import { sessionUse } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'
import { outcomeOf, signatureError } from './ucp_error.ts'
import { requireSameId, withNotices } from './unused_members.ts'

type Row = Record<string, unknown>

/** Where a binding of the protocol has the parts of a request. */
export interface Source {
  /** Returns the address of the profile of the platform, or null. Throws `invalid_profile_url`. */
  readAddress: () => string | null | Promise<string | null>
  /** The body of REST, or the argument of a tool that has its members. */
  content: unknown
  /** The id of the session, order or negotiation. */
  id: unknown
  key: unknown
  /** Returns the input of the operation. */
  parse: () => ParsedInput | Promise<ParsedInput>
}

/** Returns the response of an operation in the negotiated version, for every binding. Throws an ApiError for transport errors. */
export async function serveUcp(request: UcpRequest, called: UcpCall, source: Source): Promise<Row> {
  const { context, credentialHash, options } = request
  const { operation, capability } = called
  const { content } = source
  context.set('operation', operation.name)
  const { address, negotiated } = await negotiateWith(request, source.readAddress, capability)
  if (negotiated.incompatibility !== null) return incompatible(negotiated)
  await requireSameId(called, request, content, source.id)
  const { isSession, isChange } = sessionUse(called)
  const adapted = {
    negotiated: negotiatedNames(negotiated),
    ...(isChange ? await identityOf(request, address, source) : {}),
  }
  const adapting: Operation = isSession ? { ...operation, adapt: () => adapted } : operation
  const executed = await quotedCall(adapting, negotiated, request, content)
  const { data, error } = await source.parse()
  const input = error ?? { ...data, ...executed.adapt?.(data), base_url: options.services.publicBaseUrl }
  const { complete = (answer: Row) => answer, output } = operation
  const inProtocol: Operation['complete'] = async (answer, services) =>
    withVersion(withNotices(await complete(answer, services), called, content), negotiated, capability)
  try {
    const { outcome } = await execute(context, executed, options, { credentialHash, input })
    return await present(context, { complete: inProtocol, output }, options, { outcome })
  } catch (thrown) {
    const refusal = thrown instanceof ApiError ? outcomeOf(called, thrown) : null
    if (refusal === null) throw thrown
    return output.parse(withVersion(refusal, negotiated, capability)) as Row
  }
}

/**
 * Returns the address of the platform's profile, null for a request that names none, and what platform and business have in common.
 * Each request counts, also one that ends here with an error or without the capability. A profile that must be fetched counts before
 * the fetch, so that the rate limit bounds the fetches of a caller and an invalid credential causes none. Throws an ApiError.
 */
async function negotiateWith(
  request: UcpRequest,
  readAddress: Source['readAddress'],
  capability: string,
): Promise<{ address: string | null; negotiated: AgreedCapabilities }> {
  const { context } = request
  let isCounted = false
  const count = async () => {
    if (isCounted) return
    isCounted = true
    await countRequest(request)
  }
  try {
    const address = await readAddress()
    const negotiated =
      address === null
        ? unnegotiated(capability, servesOrders(request))
        : await agree(request, address, capability, count)
    if (negotiated.incompatibility !== null) await count()
    // Each call of the database from here on compares the platform with that of the key. A platform has one origin: it serves its
    // profiles of several versions, and a profile that moved, under its own host.
    else if (address !== null) context.set('platformOrigin', new URL(address).origin)
    return { address, negotiated }
  } catch (error) {
    // No operation follows, which would count the request.
    await count()
    throw error
  }
}

/** Orders need a key that signs their events. */
const servesOrders = ({ options }: UcpRequest) => Boolean(options.operationServices?.quotes)

async function agree(
  request: UcpRequest,
  address: string,
  capability: string,
  count: () => Promise<void>,
): Promise<AgreedCapabilities> {
  const { context, options, profiles } = request
  if (profiles.stored(address) === null) await count()
  const profile = await profiles.get(address)
  const { isVerified = false, fault = null } = (await context.var.agent?.recognizeBy(address, profile.keys)) ?? {}
  if (fault) throw signatureError(fault)
  const negotiated = negotiate(profile, capability, {
    extension: negotiationExtension(options.services.publicBaseUrl),
    servesOrders: servesOrders(request),
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
async function identityOf(
  request: UcpRequest,
  address: string | null,
  { key, content }: Pick<Source, 'key' | 'content'>,
): Promise<{ caller: string; fingerprint: string }> {
  if (isTooDeep(content)) {
    // No operation follows, which would count the request.
    await countRequest(request)
    throw new ApiError('invalid_request', `The body must have at most ${depthMax} levels.`)
  }
  const { context, credentialHash, options } = request
  return {
    caller: JSON.stringify([address ?? '', sessionCaller(context, credentialHash, options.services.trustedProxyHops)]),
    // Keys are UUIDs, whose case does not matter.
    fingerprint: typeof key === 'string' ? requestFingerprint(key.toLowerCase(), content ?? {}) : '',
  }
}
