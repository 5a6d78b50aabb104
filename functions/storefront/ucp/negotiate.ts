import { extendedCapability } from '../../../shared/storefront/negotiation_extension.ts'
import type { NegotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { ucpDrafts, ucpVersion, ucpVersions } from '../../../shared/schema/storefront/ucp.ts'
import type { UcpVersion } from '../../../shared/schema/storefront/ucp.ts'
import type { PlatformProfile } from './profiles.ts'
import { UcpError } from './ucp_error.ts'

type Row = Record<string, unknown>

/** The protocol version of a request, and whether the platform also has the capability that it uses. */
export interface Negotiated {
  version: UcpVersion
  isCompatible: boolean
  /** The negotiation extension, if both have it and the capability that it extends. */
  extension: NegotiationExtension | null
}

/** Capabilities that this business does not offer in drafts. */
const releasedOnly = ['dev.ucp.shopping.checkout']

/** Requests without a platform profile use the version that discovery shows, and no extension, because no platform declares one. */
export function unnegotiated(capability: string): Negotiated {
  return { version: ucpVersion, isCompatible: capability !== 'negotiation', extension: null }
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
 * Negotiates version and capability (Request-Time Validation). `offered` is the negotiation extension of this installation.
 * Throws `version_unsupported`.
 */
export function negotiate(
  { version, capabilities }: PlatformProfile,
  capability: string,
  offered: NegotiationExtension | null,
): Negotiated {
  const own = ucpVersions.find((supported) => supported === version)
  if (!own) {
    throw new UcpError(
      'version_unsupported',
      `Protocol version ${version} is not supported. This business supports version ${ucpVersion}.`,
    )
  }
  const isCommon = (name: string) =>
    (!releasedOnly.includes(name) || !ucpDrafts.includes(own)) &&
    (capabilities[name] ?? []).some((theirs) => theirs.version === own)
  // An extension without the capability that it extends is excluded (Intersection Algorithm).
  const hasExtension =
    offered !== null &&
    isCommon(extendedCapability) &&
    (capabilities[offered.name] ?? []).some((theirs) => theirs.version === offered.version)
  const extension = hasExtension ? offered : null
  return {
    version: own,
    isCompatible: capability === 'negotiation' ? extension !== null : isCommon(capability),
    extension,
  }
}

/** Returns a response of an operation with the negotiated version. */
export function withVersion(answer: Row, { version, extension }: Negotiated, capability: string): Row {
  const capabilities = {
    ...(capability === 'negotiation' ? {} : { [capability]: [{ version }] }),
    // An extension is relevant for its own operations and for those of the capability that it extends.
    ...(extension !== null && (capability === 'negotiation' || capability === extendedCapability)
      ? { [extension.name]: [{ version: extension.version }] }
      : {}),
  }
  return { ...answer, ucp: { ...(answer.ucp as Row), version, capabilities } }
}

/** Returns the response if the platform has no version of the capability in common (Error Handling, Capability negotiation failure). */
export function incompatible({ version }: Negotiated, capability: string): Row {
  const content = `Platform and business have no ${capability} of version ${version} in common.`
  return {
    ucp: { version, status: 'error', capabilities: {} },
    messages: [{ type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }],
  }
}
