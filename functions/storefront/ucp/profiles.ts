import { z } from 'zod'
import type { UcpOptions } from './options.ts'
import { UcpError } from './ucp_error.ts'

const entities = z.record(z.string(), z.array(z.looseObject({ version: z.string() })))
/** The parts of a platform profile that negotiation needs, and those that its schema requires. */
const shape = z.object({
  ucp: z.object({
    version: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    services: z.record(z.string(), z.unknown()),
    payment_handlers: z.record(z.string(), z.unknown()),
    capabilities: entities.default({}),
  }),
})

/** What a platform declares of itself. */
export interface PlatformProfile {
  version: string
  capabilities: Record<string, { version: string }[]>
}

type Found = PlatformProfile | UcpError

const profilesMax = 500
const fetchesMax = 8
const seconds = { shortest: 60, longest: 86_400, failed: 60 }

/**
 * The profiles of platforms. A fixed number is kept, and few are fetched at a time, so that unknown platforms cost the same
 * however many there are (Profile Requirements, Fetching).
 */
export class PlatformProfiles {
  readonly #found = new Map<string, { found: Found; expiresAt: number }>()
  readonly #fetching = new Map<string, Promise<Found>>()
  readonly #fetchProfile: UcpOptions['fetchProfile']

  constructor({ fetchProfile }: UcpOptions) {
    this.#fetchProfile = fetchProfile
  }

  /** Returns a stored profile or failure that is still fresh, else null. */
  stored(address: string): Found | null {
    const entry = this.#found.get(address)
    return entry && entry.expiresAt > performance.now() ? entry.found : null
  }

  /** Returns the profile at an address. Throws a UcpError if it cannot be fetched or is malformed. */
  async get(address: string): Promise<PlatformProfile> {
    const found = this.stored(address) ?? (await (this.#fetching.get(address) ?? this.#fetch(address)))
    if (found instanceof UcpError) throw found
    return found
  }

  async #fetch(address: string): Promise<Found> {
    if (this.#fetching.size >= fetchesMax) {
      throw new UcpError('profile_unreachable', 'Too many profiles are being fetched. Retry in a few seconds.')
    }
    const fetching = this.#read(address)
    this.#fetching.set(address, fetching)
    try {
      return await fetching
    } finally {
      this.#fetching.delete(address)
    }
  }

  async #read(address: string): Promise<Found> {
    const { found, secondsFresh } = await this.#request(address)
    // The map keeps the order of insertion, so the first entry is the oldest.
    const [oldest] = this.#found.keys()
    if (oldest !== undefined && this.#found.size >= profilesMax) this.#found.delete(oldest)
    this.#found.delete(address)
    this.#found.set(address, { found, expiresAt: performance.now() + secondsFresh * 1000 })
    return found
  }

  async #request(address: string): Promise<{ found: Found; secondsFresh: number }> {
    const failed = (code: UcpError['code'], message: string) => ({
      found: new UcpError(code, message),
      secondsFresh: seconds.failed,
    })
    let answer
    try {
      answer = await this.#fetchProfile(address)
    } catch {
      return failed('profile_unreachable', `The profile ${address} cannot be fetched.`)
    }
    if (answer.status !== 200) {
      return failed('profile_unreachable', `The profile ${address} returned status ${answer.status}.`)
    }
    const parsed = shape.safeParse(jsonOf(answer.text))
    if (!parsed.success) return failed('profile_malformed', `The profile ${address} is not a UCP platform profile.`)
    const { version, capabilities } = parsed.data.ucp
    return { found: { version, capabilities }, secondsFresh: secondsFresh(answer.headers['cache-control']) }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the freshness lifetime (RFC 9111, section 5.2.2), from a minute to a day. */
function secondsFresh(cacheControl: string | string[] | undefined): number {
  const given = Number(/max-age=(\d{1,9})/.exec(String(cacheControl ?? ''))?.[1] ?? seconds.shortest)
  return Math.min(Math.max(given, seconds.shortest), seconds.longest)
}
