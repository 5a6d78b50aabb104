import { httpbis } from 'http-message-signatures'
import { calculateJwkThumbprint } from 'jose'
import type { JWK } from 'jose'
import { isInnerList, parseDictionary, serializeInnerList, serializeItem } from 'structured-headers'
import type { InnerList, Parameters } from 'structured-headers'
import { hex } from '../../credentials/sha256.ts'

/** Why a signature does not identify its sender. */
export type SignatureFault =
  | 'signature_missing'
  | 'malformed'
  | 'not_for_web_bot_auth'
  | 'component_missing'
  | 'parameter_missing'
  | 'lifetime_too_long'
  | 'not_yet_valid'
  | 'expired'
  | 'signature_agent_invalid'
  | 'directory_unavailable'
  | 'key_not_found'
  | 'algorithm_unsupported'
  | 'digest_mismatch'
  | 'signature_invalid'
  | 'too_many_agents'

/** A request as its sender signed it. `url` has the public origin of this service, not the Host header. */
export interface SignedRequest {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array
}

/** One signature of a request (RFC 9421, section 4). */
export interface MessageSignature {
  label: string
  components: { name: string; parameters: Parameters }[]
  parameters: Parameters
  input: InnerList
  bytes: Uint8Array<ArrayBuffer>
}

/** A parsed request that has signatures. */
export interface Signed {
  request: SignedRequest
  signatures: MessageSignature[]
}

const limits = { headerLength: 8192, signatures: 5, components: 40 }

/** The parameters of components that a request can have. `req` and `tr` are of responses and trailers. */
const componentParameters = ['key', 'sf', 'bs', 'name']

/** Returns the signatures of a request, or null if their fields are malformed or too large. */
export function readSignatures(headers: Headers): MessageSignature[] | null {
  const [inputs, values] = ['signature-input', 'signature'].map((name) => headers.get(name) ?? '')
  if (!inputs || !values || Math.max(inputs.length, values.length) > limits.headerLength) return null
  try {
    const bytesOf = parseDictionary(values)
    const read = [...parseDictionary(inputs)].map(([label, input]) =>
      signatureOf(label, input, bytesOf.get(label)?.[0]),
    )
    return read.length > 0 && read.length <= limits.signatures ? read : null
  } catch {
    return null
  }
}

/** Throws if the members of a label are not a signature. */
function signatureOf(label: string, input: unknown, bytes: unknown): MessageSignature {
  if (!isInnerList(input as InnerList) || !(bytes instanceof ArrayBuffer)) throw new Error('No signature.')
  const [items, parameters] = input as InnerList
  const components = items.map(([name, given]) => ({ name, parameters: given }))
  const identifiers = new Set(items.map((item) => serializeItem(item)))
  const isValid = components.every(
    ({ name, parameters: given }) =>
      typeof name === 'string' &&
      name === name.toLowerCase() &&
      [...given.keys()].every((key) => componentParameters.includes(key)),
  )
  // A component occurs once (RFC 9421, section 2).
  if (!isValid || identifiers.size < items.length || items.length > limits.components) throw new Error('No signature.')
  return {
    label,
    components: components as MessageSignature['components'],
    parameters,
    input: input as InnerList,
    bytes: new Uint8Array(bytes),
  }
}

/** Whether a signature covers a component without parameters. */
export function covers({ components }: MessageSignature, name: string): boolean {
  return components.some((component) => component.name === name && component.parameters.size === 0)
}

/** Whether a signature covers a field, as a whole or a member of it. */
export function coversField({ components }: MessageSignature, name: string): boolean {
  return components.some((component) => component.name === name)
}

/** How far the clock of a sender may be ahead or behind, in seconds. */
export const clockSkewSecondsMax = 30

/** Returns why the instants of a signature exclude the present, if they do. Both are optional in RFC 9421. */
export function faultOfTimes({ parameters }: MessageSignature): SignatureFault | null {
  const now = Date.now() / 1000
  const [created, expires] = [parameters.get('created'), parameters.get('expires')]
  if ([created, expires].some((time) => time !== undefined && !Number.isInteger(time))) return 'malformed'
  if (typeof created === 'number' && created > now + clockSkewSecondsMax) return 'not_yet_valid'
  if (typeof expires === 'number' && expires < now - clockSkewSecondsMax) return 'expired'
  return null
}

/** The algorithms that are verified: name (RFC 9421, section 6.2), type of the key, and parameters of Web Crypto. */
const algorithms = [
  { name: 'ed25519', kty: 'OKP', crv: 'Ed25519', imported: { name: 'Ed25519' }, used: { name: 'Ed25519' } },
  {
    name: 'ecdsa-p256-sha256',
    kty: 'EC',
    crv: 'P-256',
    imported: { name: 'ECDSA', namedCurve: 'P-256' },
    used: { name: 'ECDSA', hash: 'SHA-256' },
  },
] as const

/** A key with the member of key sets (RFC 7517, section 4.5) that the type of the platform lacks. */
export type PublicKey = JsonWebKey & { kid?: unknown; nbf?: unknown; exp?: unknown }

/** Whether a key may verify signatures now (RFC 7517, sections 4.2 and 4.3; nbf and exp of the directory draft). */
export function isUsable({ use, key_ops: operations, nbf, exp }: PublicKey): boolean {
  const now = Date.now() / 1000
  return (
    (use === undefined || use === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify'))) &&
    !(typeof nbf === 'number' && nbf > now + clockSkewSecondsMax) &&
    !(typeof exp === 'number' && exp < now - clockSkewSecondsMax)
  )
}

function algorithmOf(key: PublicKey) {
  return algorithms.find(({ kty, crv }) => key.kty === kty && key.crv === crv)
}

/** Returns the JWK thumbprint with SHA-256 (RFC 7638; RFC 8037, section 2), or null for a key of another algorithm. */
export async function thumbprint(key: PublicKey): Promise<string | null> {
  if (!algorithmOf(key)) return null
  return await calculateJwkThumbprint(key as JWK).catch(() => null)
}

/** Returns why a key does not verify a signature of a request, or null if it does. */
export async function faultOfSignature(
  { method, url, headers, body }: SignedRequest,
  signature: MessageSignature,
  key: PublicKey,
): Promise<SignatureFault | null> {
  const algorithm = algorithmOf(key)
  const named = signature.parameters.get('alg')
  if (!algorithm || (named !== undefined && named !== algorithm.name)) return 'algorithm_unsupported'
  try {
    if (coversField(signature, 'content-digest') && !(await isDigestOf(headers.get('content-digest'), body))) {
      return 'digest_mismatch'
    }
    const fields = signature.input[0].map((item) => serializeItem(item))
    const base = httpbis.createSignatureBase({ fields }, { method, url, headers: Object.fromEntries(headers) })
    base.push(['"@signature-params"', [serializeInnerList(signature.input)]])
    const { kty, crv, x, y } = key
    const jwk = { kty, crv, x, ...(y === undefined ? {} : { y }) } as JsonWebKey
    const imported = await crypto.subtle.importKey('jwk', jwk, algorithm.imported, false, ['verify'])
    const text = new TextEncoder().encode(httpbis.formatSignatureBase(base))
    return (await crypto.subtle.verify(algorithm.used, imported, signature.bytes, text)) ? null : 'signature_invalid'
  } catch {
    // A covered component is missing or not derivable, or the key is not one.
    return 'signature_invalid'
  }
}

const digests = { 'sha-256': 'SHA-256', 'sha-512': 'SHA-512' } as const

/** Whether a Content-Digest (RFC 9530, section 2) has a known algorithm, and all known ones are those of the body. */
async function isDigestOf(field: string | null, body: Uint8Array): Promise<boolean> {
  const given = parseDictionary(field ?? '')
  const known = Object.entries(digests).filter(([name]) => given.has(name))
  const matches = known.map(async ([name, algorithm]) => {
    const value = given.get(name)?.[0]
    const digest = await crypto.subtle.digest(algorithm, new Uint8Array(body))
    return value instanceof ArrayBuffer && hex(new Uint8Array(value)) === hex(new Uint8Array(digest))
  })
  return known.length > 0 && (await Promise.all(matches)).every(Boolean)
}
