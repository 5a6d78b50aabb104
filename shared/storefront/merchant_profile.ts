import type { FetchOptions, PublicAnswer } from '../http/outbound/fetch_public.ts'

/**
 * `published`: the domain publishes the profile that is served here. `differs`: platforms find another profile, or cannot use
 * it. `absent`: nothing is published. `unchecked`: no comparison was possible.
 */
export interface ProfileCheck {
  state: 'published' | 'differs' | 'absent' | 'unchecked'
  /** What is wrong, where, and what to do. */
  sentence: string
}

interface Profile {
  version: string
  endpoints: string[]
  capabilities: string[]
  /** Null if the document has no member for them. */
  keys: string[] | null
}

interface Shop {
  website: string | null
  /** Where this installation serves the profile. */
  served: string
  /** The served profile. Without it, it is fetched. Without keys, keys are not compared. */
  document?: unknown
}

type Found = { profile: Profile } | ProfileCheck
type Row = Record<string, unknown>

const service = 'dev.ucp.shopping'
const limits = { bytesMax: 64 * 1024, secondsMax: 3 }

/**
 * Returns the address at which platforms look for the profile of a shop: /.well-known/ucp of the host of its website. Returns
 * null for a website that is no http or https URL.
 */
export function merchantProfileAddress(website: string | null): string | null {
  if (website === null || !URL.canParse(website)) return null
  const { protocol, host } = new URL(website)
  return /^https?:$/.test(protocol) ? `https://${host}/.well-known/ucp` : null
}

/**
 * Compares the UCP profile at the merchant's domain with the one that this installation serves (Universal Commerce Protocol,
 * Profile Requirements: https, status 200, JSON, no redirects). The domain is
 * chosen by the merchant, so it is fetched from public addresses only; `fetching` replaces parts of that in tests.
 */
export async function checkMerchantProfile(shop: Shop, fetching: Partial<FetchOptions> = {}): Promise<ProfileCheck> {
  const check = await compare(shop, fetching)
  // The merchant's domain chooses parts of the sentence, which a terminal must not interpret.
  return { ...check, sentence: check.sentence.replaceAll(/\p{C}/gu, ' ') }
}

/**
 * Returns whether platforms find a profile at an address that has an endpoint for REST and a signing key. False if the address cannot
 * be fetched.
 */
export async function publishesProfile(
  address: string,
  { endpoint, key }: { endpoint: string; key: object | undefined },
  fetching: Partial<FetchOptions> = {},
): Promise<boolean> {
  const found = await readPublished(address, address, fetching)
  if ('state' in found) return false
  const { endpoints, keys } = found.profile
  return endpoints.includes(`rest ${endpoint}`) && (keys ?? []).includes(keyText(rowOf(key)))
}

async function compare({ website, served, document }: Shop, fetching: Partial<FetchOptions>): Promise<ProfileCheck> {
  const address = merchantProfileAddress(website)
  if (address === null) {
    return {
      state: 'unchecked',
      sentence: 'Not checked: the shop has no website. Add its https address to the profile.',
    }
  }
  const here = document === undefined ? await readServed(served) : foundIn(document, served)
  if ('state' in here) return here
  const there = await readPublished(address, served, fetching)
  if ('state' in there) return there
  const differences = differencesOf(there.profile, here.profile)
  if (differences.length === 0) {
    return { state: 'published', sentence: `${address} publishes the profile that is served here.` }
  }
  return { state: 'differs', sentence: `${address} ${differences.join('; ')}. ${remedy(served)}` }
}

function unchecked(served: string, what: string): ProfileCheck {
  const sentence = `Not checked: ${served} ${what}. Start the functions, and set PUBLIC_BASE_URL to their address.`
  return { state: 'unchecked', sentence }
}

function foundIn(document: unknown, served: string): Found {
  const profile = profileOf(document)
  return typeof profile === 'string' ? unchecked(served, profile) : { profile }
}

/** The address belongs to the operator, so that it may be a loopback address. */
async function readServed(served: string): Promise<Found> {
  try {
    const answer = await fetch(served, { redirect: 'manual', signal: AbortSignal.timeout(limits.secondsMax * 1000) })
    if (answer.status === 429) {
      return { state: 'unchecked', sentence: `Not checked: too many requests to ${served}. Retry in a minute.` }
    }
    if (answer.status !== 200) return unchecked(served, `returned status ${answer.status}`)
    return foundIn(jsonOf(await answer.text()), served)
  } catch {
    return unchecked(served, 'cannot be fetched')
  }
}

async function readPublished(address: string, served: string, fetching: Partial<FetchOptions>): Promise<Found> {
  // Imported on first use, because it loads Node's HTTP and DNS clients.
  const { fetchPublic, ForbiddenAddress, LongAnswer } = await import('../http/outbound/fetch_public.ts')
  try {
    return judgeAnswer(await fetchPublic(address, { ...limits, ...fetching }), address, served)
  } catch (error) {
    if (error instanceof ForbiddenAddress) {
      return {
        state: 'differs',
        sentence: `${new URL(address).host} has no public address, so platforms cannot fetch ${address}. Correct the website of the shop, or the DNS records of the domain.`,
      }
    }
    if (error instanceof LongAnswer) {
      const sentence = `${address} returns more than ${limits.bytesMax} bytes, which platforms refuse. ${remedy(served)}`
      return { state: 'differs', sentence }
    }
    const why = ['AbortError', 'TimeoutError'].includes((error as Error).name)
      ? `returned no complete response in ${limits.secondsMax} s`
      : 'cannot be fetched'
    return {
      state: 'unchecked',
      sentence: `Not checked: ${address} ${why}. Check the domain, its certificate, and the internet access of this machine.`,
    }
  }
}

function judgeAnswer({ status, headers, text }: PublicAnswer, address: string, served: string): Found {
  if (status === 404 || status === 410) {
    return {
      state: 'absent',
      sentence: `${address} does not exist (status ${status}), so platforms do not find the shop by its domain. ${remedy(served)}`,
    }
  }
  if (status >= 300 && status < 400) {
    const target = typeof headers.location === 'string' ? ` to ${headers.location.slice(0, 200)}` : ''
    return {
      state: 'differs',
      sentence: `${address} redirects${target}. Platforms do not follow redirects. Serve the profile at this address itself, or set the website of the shop to the other host.`,
    }
  }
  if (status !== 200) {
    return { state: 'differs', sentence: `${address} returns status ${status} instead of 200. ${remedy(served)}` }
  }
  const profile = profileOf(jsonOf(text))
  if (typeof profile === 'string') return { state: 'differs', sentence: `${address} ${profile}. ${remedy(served)}` }
  const type = String(headers['content-type'] ?? 'none').slice(0, 100)
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return {
      state: 'differs',
      sentence: `${address} has the content type ${type}. Let the web server send this file with Content-Type: application/json.`,
    }
  }
  return { profile }
}

/** Returns undefined for a text that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the compared parts of a profile, or what is wrong with it. */
function profileOf(document: unknown): Profile | string {
  if (document === undefined) return 'is not JSON'
  const profile = rowOf(document)
  const { version, services, capabilities } = rowOf(profile.ucp)
  const bindings = rowOf(services)[service]
  if (typeof version !== 'string' || !Array.isArray(bindings)) return `is not a UCP profile with the service ${service}`
  const keys = profile.signing_keys ?? profile.keys
  return {
    version: version.slice(0, 100),
    endpoints: bindings.map(rowOf).map(({ transport, endpoint }) => `${transport} ${endpoint}`.slice(0, 300)),
    capabilities: Object.keys(rowOf(capabilities)),
    keys: Array.isArray(keys) ? keys.map((key) => keyText(rowOf(key))) : null,
  }
}

function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {}
}

/** Returns the text of a key, with its members in order. */
function keyText(key: Row): string {
  return JSON.stringify(Object.entries(key).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function differencesOf(there: Profile, here: Profile): string[] {
  const without = (one: string[], other: string[]) => one.filter((each) => !other.includes(each))
  const named = (list: string[]) => list.slice(0, 5).join(', ').slice(0, 600)
  const missing = without(here.endpoints, there.endpoints)
  const foreign = without(there.endpoints, here.endpoints)
  const lacking = without(here.capabilities, there.capabilities)
  const unknown = without(there.capabilities, here.capabilities)
  const keys = { here: here.keys, there: there.keys ?? [] }
  const hasOldKeys =
    keys.here !== null && without(keys.here, keys.there).length + without(keys.there, keys.here).length > 0
  return [
    there.version === here.version ? [] : [`has version ${there.version} instead of ${here.version}`],
    missing.length === 0 ? [] : [`lacks the endpoint ${named(missing)}`],
    foreign.length === 0 ? [] : [`has an endpoint that is not served here: ${named(foreign)}`],
    lacking.length === 0 ? [] : [`lacks the capability ${named(lacking)}`],
    unknown.length === 0 ? [] : [`has a capability that is not served here: ${named(unknown)}`],
    hasOldKeys ? ['has other signing keys than this installation'] : [],
  ].flat()
}

function remedy(served: string): string {
  return `Publish the file ${served}?download=true there.`
}
