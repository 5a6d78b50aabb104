import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import { extendedCapability } from '../../../shared/storefront/negotiation_extension.ts'
import type { NegotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { ucpVersion, ucpVersions } from '../../../shared/schema/storefront/ucp.ts'
import type { UcpVersion } from '../../../shared/schema/storefront/ucp.ts'
import { inVersion } from '../../../shared/storefront/ucp_fulfillment.ts'
import type { PlatformProfile } from './profiles.ts'
import { ucpError } from './ucp_error.ts'

type Row = Record<string, unknown>

const prefix = 'dev.ucp.shopping.'

/** The protocol version of a request and all capabilities of the intersection. */
export interface AgreedCapabilities {
  version: UcpVersion
  /** Why platform and business do not have the capability of the request in common. Null if they have. */
  incompatibility: string | null
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
/** The capabilities that are no extensions. Orders are served if their events can be signed. */
const served = (servesOrders: boolean) => roots.filter((name) => servesOrders || name !== orders)
/** The extensions of the protocol that this business serves, with the capabilities that each extends. */
const extensions: Record<string, readonly string[]> = {
  [`${prefix}discount`]: [`${prefix}cart`, `${prefix}checkout`],
  [`${prefix}fulfillment`]: [`${prefix}checkout`],
}

/**
 * Requests without a platform profile use the version and the capabilities that discovery shows, and no extension, because no platform
 * declares one.
 */
export function unnegotiated(capability: string, servesOrders: boolean): AgreedCapabilities {
  const capabilities = served(servesOrders)
  return {
    version: ucpVersion,
    incompatibility:
      capability === 'negotiation'
        ? 'Send UCP-Agent: negotiations need the profile of a platform.'
        : capabilities.includes(capability)
          ? null
          : `This business has no ${capability}.`,
    capabilities,
    extension: null,
    orderWebhook: null,
  }
}

/**
 * Returns the address of the platform's profile in a UCP-Agent header (RFC 8941, Dictionary: the last of members with the same name
 * counts), or null without the header. Throws `invalid_profile_url`.
 */
export async function profileInHeader(header: string | undefined): Promise<string | null> {
  if (header === undefined) return null
  // Imported on first use, because most requests do not have the header.
  const { parseDictionary } = await import('structured-headers')
  let profile: unknown
  try {
    profile = parseDictionary(header).get('profile')?.[0]
  } catch {
    profile = undefined
  }
  if (profile === undefined) {
    throw ucpError('invalid_profile_url', 'UCP-Agent must be a dictionary (RFC 8941): profile="https://...".')
  }
  return profileAddress(profile)
}

/**
 * Returns the address of the platform's profile in a call of a tool: in its `meta` argument or in the header, which works as over REST
 * (Message Signatures, MCP Transport). Throws `invalid_profile_url`.
 */
export async function profileInTool(header: string | undefined, meta: unknown): Promise<string> {
  const agent = isRecord(meta) ? meta['ucp-agent'] : undefined
  const profile = isRecord(agent) ? agent.profile : undefined
  const [inHeader, inMeta] = [await profileInHeader(header), profile === undefined ? null : profileAddress(profile)]
  const address = inMeta ?? inHeader
  if (address === null) {
    const message = '`meta["ucp-agent"].profile` is required: the address of the profile of the platform.'
    throw ucpError('invalid_profile_url', message)
  }
  if (inHeader !== null && inHeader !== address) {
    throw ucpError('invalid_profile_url', 'UCP-Agent and `meta["ucp-agent"].profile` must name the same profile.')
  }
  return address
}

/** Returns a valid address of a profile. Throws `invalid_profile_url`. */
function profileAddress(given: unknown): string {
  if (typeof given !== 'string' || !URL.canParse(given)) {
    throw ucpError('invalid_profile_url', 'The profile of the platform must be an absolute URL.')
  }
  const url = new URL(given)
  if (url.protocol !== 'https:' || url.username || url.password) {
    throw ucpError('invalid_profile_url', 'The profile of the platform must be an https URL without user name.')
  }
  url.hash = ''
  // The parsed address is longer than the given one, because characters outside of ASCII are percent-encoded.
  if (url.href.length > 2000) {
    throw ucpError(
      'invalid_profile_url',
      'The profile of the platform must be a URL of at most 2,000 characters, as percent-encoded.',
    )
  }
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
): AgreedCapabilities {
  const own = ucpVersions.find((supported) => supported === version)
  if (!own) {
    throw ucpError(
      'version_unsupported',
      `Protocol version ${version} is not supported. This business supports version ${ucpVersion}.`,
    )
  }
  const isCommon = (name: string, wanted: string = own) =>
    (capabilities[name] ?? []).some((theirs) => theirs.version === wanted)
  const common = served(servesOrders).filter((name) => isCommon(name))
  // An extension without a capability that it extends is pruned (Intersection Algorithm).
  const extending = Object.entries(extensions).filter(
    ([name, parents]) => isCommon(name) && parents.some((parent) => common.includes(parent)),
  )
  const extension =
    offered && common.includes(extendedCapability) && isCommon(offered.name, offered.version) ? offered : null
  return {
    version: own,
    incompatibility: (capability === 'negotiation' ? extension !== null : common.includes(capability))
      ? null
      : capability === 'negotiation'
        ? withoutExtension(offered, own)
        : `Platform and business have no ${capability} of version ${own} in common.`,
    capabilities: [...common, ...extending.map(([name]) => name)],
    extension,
    orderWebhook: common.includes(orders) ? orderWebhook(capabilities[orders] ?? [], own, isVerified) : null,
  }
}

function withoutExtension(offered: NegotiationExtension | null, version: UcpVersion): string {
  if (!offered) return 'This installation does not offer negotiations.'
  return (
    `The profile of the platform must declare ${offered.name} of version ${offered.version}, ` +
    `and ${extendedCapability} of version ${version}.`
  )
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
export function negotiatedNames({ capabilities }: AgreedCapabilities): string[] {
  return capabilities.map((name) => name.slice(prefix.length))
}

/** Returns a response of an operation with the negotiated version and the extensions of its capability (Response Capability Selection). */
export function withVersion(answer: Row, negotiated: AgreedCapabilities, capability: string): Row {
  const { version, capabilities, extension } = negotiated
  const own = capability === 'negotiation' ? [] : [capability]
  const relevant = capabilities.filter((name) => extensions[name]?.includes(capability))
  const shown: Row = Object.fromEntries([...own, ...relevant].map((name) => [name, [{ version }]]))
  if (extension && ['negotiation', extendedCapability].includes(capability)) {
    shown[extension.name] = [{ version: extension.version }]
  }
  return { ...inVersion(answer, version), ucp: { ...(answer.ucp as Row), version, capabilities: shown } }
}

/** Returns the response for an `incompatibility` (Error Handling, Capability negotiation failure). */
export function incompatible({ version, incompatibility: content }: AgreedCapabilities): Row {
  return {
    ucp: { version, status: 'error', capabilities: {} },
    messages: [{ type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }],
  }
}
