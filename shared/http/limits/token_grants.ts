import type { Outcome } from '../../db/call.ts'

const tokensMax = 10_000

/**
 * The grant of each access token that this process has seen, so that all tokens of a grant count in one bucket. A token
 * never moves to another grant. This says nothing about validity: the database checks the credential in every request.
 */
export class TokenGrants {
  readonly #grants = new Map<string, Promise<Outcome>>()

  /**
   * Returns the outcome of `resolve`, whose `keyId` is the grant of the token, or the id of a key. Concurrent requests of
   * one credential share one call. Refusals and failed calls are not kept.
   */
  async find(credential: string, resolve: () => Promise<Outcome>): Promise<Outcome> {
    const known = this.#grants.get(credential)
    if (known) return await known
    const found = resolve()
    this.#grants.set(credential, found)
    const [oldest] = this.#grants.keys()
    if (this.#grants.size > tokensMax && oldest) this.#grants.delete(oldest)
    try {
      const outcome = await found
      if (outcome.error) this.#grants.delete(credential)
      return outcome
    } catch (error) {
      this.#grants.delete(credential)
      throw error
    }
  }
}
