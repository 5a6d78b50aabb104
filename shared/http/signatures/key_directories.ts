import { FetchedDocuments, freshness, jsonOf, secondsFresh } from '../outbound/fetched_documents.ts'
import type { Fetched } from '../outbound/fetched_documents.ts'
import type { PublicAnswer } from '../outbound/fetch_public.ts'
import type { Log } from '../../log/log.ts'
import { isUsable, thumbprint } from './signed_request.ts'
import type { PublicKey, SignatureFault } from './signed_request.ts'

/** Fetches a key set from a public address, without following redirects. */
export type FetchKeys = (address: string) => Promise<PublicAnswer>

/** The keys of a directory by their thumbprints. Without keys it could not be fetched or read. */
interface Directory {
  keys?: ReadonlyMap<string, PublicKey>
}

const keysMax = 50
const directoryType = 'application/http-message-signatures-directory+json'
export const directoryPath = '/.well-known/http-message-signatures-directory'

/** The key sets of agents (draft-meunier-http-message-signatures-directory). Failures are stored for a minute. */
export class KeyDirectories {
  readonly #directories: FetchedDocuments<Directory>
  readonly #fetchKeys: FetchKeys

  constructor(fetchKeys: FetchKeys, log: Log) {
    this.#fetchKeys = fetchKeys
    const limits = { documentsMax: 500, fetchesMax: 8 }
    this.#directories = new FetchedDocuments((address) => this.#request(address), limits, log)
  }

  /**
   * Returns the key with a thumbprint, or why there is none. A stored directory without it is fetched again if it is older than
   * a minute, because the agent may have added the key. `mayFetch` is called before each new fetch.
   */
  async find(address: string, keyId: string, mayFetch: () => boolean): Promise<PublicKey | SignatureFault> {
    let directory = this.#directories.stored(address)
    const isRecent = this.#directories.stored(address, freshness.shortest) !== null
    if (!directory?.keys?.has(keyId) && !isRecent) {
      if (!this.#directories.isFetching(address) && !mayFetch()) return 'directory_unavailable'
      directory = await this.#directories.fetch(address)
    }
    if (!directory?.keys) return 'directory_unavailable'
    const key = directory.keys.get(keyId)
    return key && isUsable(key) ? key : 'key_not_found'
  }

  async #request(address: string): Promise<Fetched<Directory>> {
    const failed = (cause: unknown) => ({ document: {}, secondsFresh: freshness.failed, cause })
    try {
      const { status, headers, text } = await this.#fetchKeys(address)
      const type = String(headers['content-type']).split(';')[0]?.trim().toLowerCase()
      // The type shows that the host publishes the document as a directory. Hosts may store files of their users.
      const isTyped = !address.endsWith(directoryPath) || type === directoryType
      if (status !== 200) return failed(`The status is ${status}.`)
      if (!isTyped) return failed(`Content-Type is ${type}, not ${directoryType}.`)
      const keys = await keysIn(jsonOf(text))
      if (!keys) return failed('The document is not a JWK Set.')
      return { document: { keys }, secondsFresh: secondsFresh(headers['cache-control']) }
    } catch (cause) {
      return failed(cause)
    }
  }
}

/** Returns the keys of a JWK Set (RFC 7517, section 5) that can be verified, or undefined if it is none. */
async function keysIn(document: unknown): Promise<Directory['keys']> {
  const { keys } = (document ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) return undefined
  const usable = keys.slice(0, keysMax).filter((key) => key !== null && typeof key === 'object') as PublicKey[]
  const entries = await Promise.all(usable.map(async (key) => [await thumbprint(key), key] as const))
  return new Map(entries.filter((entry): entry is [string, PublicKey] => entry[0] !== null))
}
