import { isInnerList, parseDictionary, parseItem } from 'structured-headers'
import type { Item } from 'structured-headers'
import { directoryPath } from './key_directories.ts'
import type { KeyDirectories } from './key_directories.ts'
import { covers, coversField, faultOfSignature, faultOfTimes } from './signed_request.ts'
import type { MessageSignature, Signed, SignatureFault, SignedRequest } from './signed_request.ts'

/** The sender of a request, or why its signatures do not identify it. */
export type Recognized = { agent: string; fault?: undefined } | { agent?: undefined; fault: SignatureFault }

/** The longest validity of a signature (draft-meunier-web-bot-auth-architecture, section 4.2). */
const lifetimeSecondsMax = 86_400
/**
 * The longest validity of a signature that does not cover the whole request. Until it expires it is valid for other requests to this
 * host too, also for those of another client.
 */
const uncoveredSecondsMax = 3600
const addressLengthMax = 500
const keyIdLength = 43

/**
 * Returns the agent of a request by its signatures for Web Bot Auth (draft-meunier-web-bot-auth-architecture, section 4.4). A
 * nonce is not remembered: functions keep no state that all processes share, and the draft leaves the check to the origin.
 */
export async function recognizeAgent(
  signed: Signed,
  directories: KeyDirectories,
  mayFetch: () => boolean,
): Promise<Recognized> {
  let fault: SignatureFault = 'not_for_web_bot_auth'
  for (const signature of signed.signatures) {
    if (signature.parameters.get('tag') !== 'web-bot-auth') continue
    const recognized = await recognizeBy(signature, signed, directories, mayFetch)
    if (recognized.agent !== undefined) return recognized
    fault = recognized.fault
  }
  return { fault }
}

async function recognizeBy(
  signature: MessageSignature,
  { request }: Signed,
  directories: KeyDirectories,
  mayFetch: () => boolean,
): Promise<Recognized> {
  const fault = faultOfForm(signature, request) ?? faultOfTimes(signature)
  if (fault) return { fault }
  const source = keySource(signature, request.headers.get('signature-agent') ?? '')
  if (!source) return { fault: 'signature_agent_invalid' }
  const key = await directories.find(source.address, signature.parameters.get('keyid') as string, mayFetch)
  if (typeof key === 'string') return { fault: key }
  const wrong = await faultOfSignature(request, signature, key)
  return wrong ? { fault: wrong } : { agent: source.agent }
}

/** Returns what a signature lacks of the required components and parameters. */
function faultOfForm(signature: MessageSignature, request: SignedRequest): SignatureFault | null {
  const { parameters } = signature
  const [created, expires, keyId] = ['created', 'expires', 'keyid'].map((name) => parameters.get(name))
  // Without the target a signature for one site would be valid at every other.
  const hasTarget = covers(signature, '@authority') || covers(signature, '@target-uri')
  if (!hasTarget || !coversField(signature, 'signature-agent')) return 'component_missing'
  if (typeof created !== 'number' || typeof expires !== 'number' || typeof keyId !== 'string')
    return 'parameter_missing'
  if (expires <= created) return 'malformed'
  // A key that is named otherwise than by its thumbprint is in no directory.
  if (keyId.length !== keyIdLength) return 'key_not_found'
  const secondsMax = coversRequest(signature, request) ? lifetimeSecondsMax : uncoveredSecondsMax
  return expires - created > secondsMax ? 'lifetime_too_long' : null
}

/** Whether a signature covers the method, the path, the query and the body that a request has. */
function coversRequest(signature: MessageSignature, { url, body }: SignedRequest): boolean {
  const isTarget =
    covers(signature, '@target-uri') ||
    (covers(signature, '@path') && (url.search === '' || covers(signature, '@query')))
  const isBody = body.length === 0 || coversField(signature, 'content-digest')
  return isTarget && isBody && covers(signature, '@method')
}

/**
 * Returns where the keys of an agent are, and its name: the host, if it publishes the keys below /.well-known/, else the address,
 * because a host may store files of its users. Null without a valid https address. Older drafts have one text in the field
 * instead of a dictionary.
 */
export function keySource(signature: MessageSignature, field: string): { address: string; agent: string } | null {
  const item = signedMember(signature, field)
  const [value, parameters] = item ?? []
  if (typeof value !== 'string' || value.length > addressLengthMax || !URL.canParse(value)) return null
  const url = new URL(value)
  if (url.protocol !== 'https:' || url.username || url.password || url.hash) return null
  const type = parameters?.get('type')?.toString() ?? 'directory'
  if (type === 'jwks_uri') return { address: url.href, agent: agentName(url) }
  if (type !== 'directory' || url.pathname !== '/' || url.search) return null
  return { address: url.origin + directoryPath, agent: url.host }
}

/** Returns the name of an agent or platform that publishes its keys at an address. */
export function agentName({ host, pathname, search }: URL): string {
  return pathname.startsWith('/.well-known/') ? host : host + pathname + search
}

/** Returns the member of Signature-Agent that the signature covers. A field that is covered as a whole has one member, or one with its label. */
function signedMember({ components, label }: MessageSignature, field: string): Item | null {
  const component = components.find(({ name }) => name === 'signature-agent')
  const key = component?.parameters.get('key')
  try {
    if (key === undefined && field.startsWith('"')) return parseItem(field)
    const members = parseDictionary(field)
    const [only] = members.size === 1 ? members.values() : []
    const member = members.get(typeof key === 'string' ? key : label) ?? (key === undefined ? only : undefined)
    return member && !isInnerList(member) ? member : null
  } catch {
    return null
  }
}
