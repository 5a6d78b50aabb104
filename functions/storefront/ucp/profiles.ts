import { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { PublicAnswer } from '../../../shared/http/outbound/fetch_public.ts'
import { FetchedDocuments, freshness, jsonOf, secondsFresh } from '../../../shared/http/outbound/fetched_documents.ts'
import type { Log } from '../../../shared/log/log.ts'
import type { Fetched } from '../../../shared/http/outbound/fetched_documents.ts'
import { ucpError } from './ucp_error.ts'

export interface UcpOptions {
  /** Fetches the profile of a platform from a public address, without following redirects. */
  fetchProfile: (address: string) => Promise<PublicAnswer>
}

const profileLimits = { bytesMax: 64 * 1024, secondsMax: 3 }

export const ucpOptions: UcpOptions = {
  fetchProfile: async (address) => {
    // Imported on first use, because it loads Node's HTTP and DNS clients.
    const { fetchPublic } = await import('../../../shared/http/outbound/fetch_public.ts')
    return await fetchPublic(address, profileLimits)
  },
}

const entities = z.record(
  z.string(),
  z.array(
    z.looseObject({ version: z.string(), config: z.record(z.string(), z.unknown()).optional().catch(undefined) }),
  ),
)
const keys = z.array(z.looseObject({})).optional().catch(undefined)
/** The parts of a platform profile that negotiation needs, and those that its schema requires. */
const shape = z.object({
  ucp: z.object({
    version: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    services: z.record(z.string(), z.unknown()),
    payment_handlers: z.record(z.string(), z.unknown()),
    capabilities: entities.default({}),
  }),
  /** The name of version 2026-04-08. */
  signing_keys: keys,
  /** The name of the draft 2026-08-22. */
  keys,
})

/** What a platform declares of itself. */
export interface PlatformProfile {
  version: string
  capabilities: Record<string, { version: string; config?: Record<string, unknown> | undefined }[]>
  /** The public keys (RFC 7517) that its requests may be signed with. */
  keys: JsonWebKey[]
}

type Found = PlatformProfile | ApiError

/** The profiles of platforms (Profile Requirements, Fetching). */
export class PlatformProfiles {
  readonly #profiles: FetchedDocuments<Found>
  readonly #fetchProfile: UcpOptions['fetchProfile']

  constructor({ fetchProfile }: UcpOptions, log: Log) {
    this.#fetchProfile = fetchProfile
    const limits = { documentsMax: 500, fetchesMax: 8 }
    this.#profiles = new FetchedDocuments((address) => this.#request(address), limits, log)
  }

  /** Returns a stored profile or failure that is still fresh, else null. */
  stored(address: string): Found | null {
    return this.#profiles.stored(address)
  }

  /**
   * Returns the profile at an address. Throws an error of the protocol if it cannot be fetched or is malformed, and a 503 if too many are being
   * fetched (Fetching).
   */
  async get(address: string): Promise<PlatformProfile> {
    const found = this.stored(address) ?? (await this.#profiles.fetch(address))
    if (found === null) {
      const message = 'Too many profiles of platforms are being fetched. Retry in 5 s.'
      throw new ApiError('service_unavailable', message, { retryAfterSeconds: 5 })
    }
    if (found instanceof ApiError) throw found
    return found
  }

  async #request(address: string): Promise<Fetched<Found>> {
    const failed = (code: Parameters<typeof ucpError>[0], message: string, cause: unknown) => ({
      document: ucpError(code, message),
      secondsFresh: freshness.failed,
      cause,
    })
    let answer
    try {
      answer = await this.#fetchProfile(address)
    } catch (cause) {
      return failed('profile_unreachable', `The profile ${address} cannot be fetched.`, cause)
    }
    if (answer.status !== 200) {
      const { status } = answer
      return failed(
        'profile_unreachable',
        `The profile ${address} returned status ${status}.`,
        `The status is ${status}.`,
      )
    }
    const parsed = shape.safeParse(jsonOf(answer.text))
    if (!parsed.success) {
      const message = `The profile ${address} is not a UCP platform profile.`
      return failed('profile_malformed', message, 'The document is not a UCP platform profile.')
    }
    const { ucp, signing_keys: older = [], keys: newer = [] } = parsed.data
    const { version, capabilities } = ucp
    const document = { version, capabilities, keys: [...newer, ...older].slice(0, 50) as JsonWebKey[] }
    return { document, secondsFresh: secondsFresh(answer.headers['cache-control']) }
  }
}
