import { extendedCapability } from '../../../shared/storefront/negotiation_extension.ts'
import type { NegotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { ucpVersion, ucpVersions } from '../../../shared/schema/storefront/ucp.ts'
import type { UcpVersion } from '../../../shared/schema/storefront/ucp.ts'
import { inVersion } from '../../../shared/storefront/ucp_fulfillment.ts'
import type { PlatformProfile } from './profiles.ts'
import { UcpError } from './ucp_error.ts'

type Row = Record<string, unknown>

const prefix = 'dev.ucp.shopping.'

/**
 * The protocol version of a request, whether the platform also has the capability that it uses, and all capabilities of the
 * intersection.
 */
export interface Negotiated {
  version: UcpVersion
  isCompatible: boolean
  capabilities: readonly string[]
  /** The negotiation extension, if both have it and the capability that it extends. */
  extension: NegotiationExtension | null
  /** Where the platform gets events of orders, or why it gets none. Null without the capability. */
  orderWebhook: OrderWebhook | null
}

/** Anyone can name any profile, so only the platform that signed the request gets events at the address in its profile. */
type OrderWebhook = { url: string; version: UcpVersion } | { withheld: 'profile_not_verified' | 'no_https_address' }

const orders = `${prefix}order`
const roots = ['catalog.search', 'catalog.lookup', 'cart', 'checkout', 'order'].map((name) => prefix + name)
/** The extensions of the protocol that this business serves, with the capabilities that each extends. */
const extensions: Record<string, readonly string[]> = {
  [`${prefix}discount`]: [`${prefix}cart`, `${prefix}checkout`],
  [`${prefix}fulfillment`]: [`${prefix}checkout`],
}

/** Requests without a platform profile use the version that discovery shows, and no extension, because no platform declares one. */
export function unnegotiated(capability: string): Negotiated {
  return {
    version: ucpVersion,
    isCompatible: capability !== 'negotiation',
    capabilities: roots,
    extension: null,
    orderWebhook: null,
  }
}

/**
 * Returns the address of the platform's profile in a UCP-Agent header (RFC 8941, Dictionary), or null without the header.
 * Throws `invalid_profile_url`.
 */
export function profileInHeader(header: string | undefined): string | null {
  if (header === undefined) return null
  const member = /(?:^|,)\s*profile\s*=\s*"((?:[^"\\]|\\["\\])*)"/.exec(header)
  if (!member) throw new UcpError('invalid_profile_url', 'UCP-Agent must be profile="https://...".')
  return profileAddress((member[1] as string).replaceAll(/\\(["\\])/g, '$1'))
}

/** Returns a valid address of a profile. Throws `invalid_profile_url`. */
export function profileAddress(given: unknown): string {
  if (typeof given !== 'string' || given.length > 2000 || !URL.canParse(given)) {
    throw new UcpError('invalid_profile_url', 'The profile of the platform must be an absolute URL.')
  }
  const url = new URL(given)
  if (url.protocol !== 'https:' || url.username || url.password) {
    throw new UcpError('invalid_profile_url', 'The profile of the platform must be an https URL without user name.')
  }
  url.hash = ''
  return url.href
}

/**
 * Negotiates version and capability (Request-Time Validation). `extension` is the negotiation extension of this
 * installation. Orders are served if their events can be signed. `isVerified` is whether a key of the profile signed the request.
 * Throws `version_unsupported`.
 */
export function negotiate(
  { version, capabilities }: PlatformProfile,
  capability: string,
  {
    extension: offered,
    servesOrders,
    isVerified,
  }: { extension: NegotiationExtension | null; servesOrders: boolean; isVerified: boolean },
): Negotiated {
  const own = ucpVersions.find((supported) => supported === version)
  if (!own) {
    throw new UcpError(
      'version_unsupported',
      `Protocol version ${version} is not supported. This business supports version ${ucpVersion}.`,
    )
  }
  const isCommon = (name: string, wanted: string = own) =>
    (capabilities[name] ?? []).some((theirs) => theirs.version === wanted)
  const common = roots.filter((name) => isCommon(name) && (servesOrders || name !== orders))
  // An extension without a capability that it extends is pruned (Intersection Algorithm).
  const extending = Object.entries(extensions).filter(
    ([name, parents]) => isCommon(name) && parents.some((parent) => common.includes(parent)),
  )
  const extension =
    offered && common.includes(extendedCapability) && isCommon(offered.name, offered.version) ? offered : null
  return {
    version: own,
    isCompatible: capability === 'negotiation' ? extension !== null : common.includes(capability),
    capabilities: [...common, ...extending.map(([name]) => name)],
    extension,
    orderWebhook: common.includes(orders) ? orderWebhook(capabilities[orders] ?? [], own, isVerified) : null,
  }
}

function orderWebhook(
  declared: PlatformProfile['capabilities'][string],
  version: UcpVersion,
  isVerified: boolean,
): OrderWebhook {
  const url = webhookOf(declared, version)
  if (url === null) return { withheld: 'no_https_address' }
  return isVerified ? { url, version } : { withheld: 'profile_not_verified' }
}

/** Returns the webhook in the order capability of a profile (Order, Webhook URL Configuration), or null for one that is no https address. */
function webhookOf(declared: PlatformProfile['capabilities'][string], version: string): string | null {
  const url = declared.find((theirs) => theirs.version === version)?.config?.webhook_url
  if (typeof url !== 'string' || url.length > 2000 || !URL.canParse(url)) return null
  const { protocol, username, password, href } = new URL(url)
  return protocol === 'https:' && !username && !password ? href : null
}

/** Returns the names of the negotiated capabilities as the database has them. */
export function negotiatedNames({ capabilities }: Negotiated): string[] {
  return capabilities.map((name) => name.slice(prefix.length))
}

/** Returns a response of an operation with the negotiated version and the extensions of its capability (Response Capability Selection). */
export function withVersion(answer: Row, negotiated: Negotiated, capability: string): Row {
  const { version, capabilities, extension } = negotiated
  const own = capability === 'negotiation' ? [] : [capability]
  const relevant = capabilities.filter((name) => extensions[name]?.includes(capability))
  const shown: Row = Object.fromEntries([...own, ...relevant].map((name) => [name, [{ version }]]))
  if (extension && ['negotiation', extendedCapability].includes(capability)) {
    shown[extension.name] = [{ version: extension.version }]
  }
  return { ...inVersion(answer, version), ucp: { ...(answer.ucp as Row), version, capabilities: shown } }
}

/** Returns the response if the platform has no version of the capability in common (Error Handling, Capability negotiation failure). */
export function incompatible({ version }: Negotiated, capability: string): Row {
  const content = `Platform and business have no ${capability} of version ${version} in common.`
  return {
    ucp: { version, status: 'error', capabilities: {} },
    messages: [{ type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }],
  }
}
