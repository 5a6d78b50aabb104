const minute = 60_000

/** For each client address and minute. */
const limits = { fetches: 10, agents: 10, addresses: 10_000 }

interface Used {
  fetches: number
  agents: Set<string>
}

/**
 * What a client address may cause in a minute: fetches of key directories, and agents whose limits replace the limit of the
 * address. The holder of a domain can create any number of names below it, so without this limit the limits of requests would
 * not bound one address. This process counts for itself, so that no request needs another call of the database.
 */
export class AgentBudgets {
  #startedAt = -Infinity
  readonly #used = new Map<string, Used>()

  takeFetch(clientIp: string): boolean {
    const used = this.#usedBy(clientIp)
    return used !== null && ++used.fetches <= limits.fetches
  }

  takeAgent(clientIp: string, agent: string): boolean {
    const used = this.#usedBy(clientIp)
    if (!used) return false
    if (used.agents.size < limits.agents) used.agents.add(agent)
    return used.agents.has(agent)
  }

  /** Null if too many addresses are known in this minute. */
  #usedBy(clientIp: string): Used | null {
    const now = performance.now()
    if (now - this.#startedAt >= minute) {
      this.#used.clear()
      this.#startedAt = now
    }
    const known = this.#used.get(clientIp)
    if (known) return known
    if (this.#used.size >= limits.addresses) return null
    const used = { fetches: 0, agents: new Set<string>() }
    this.#used.set(clientIp, used)
    return used
  }
}
