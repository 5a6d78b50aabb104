import type { AdAccount, AdLedger } from '../ad_ledger.ts'

export interface Customer extends AdAccount {
  isManager: boolean
  status: 'ENABLED' | 'CANCELED' | 'SUSPENDED' | 'CLOSED'
  /** The managers directly above. */
  managers: string[]
}

export interface ConversionAction {
  id: string
  customerId: string
  name: string
  /** The click-through window: how many days later a click can still get a conversion. */
  clickDays: number
}

/** Customers, managers, and which of them a person reaches directly. */
export class Customers {
  readonly actions: ConversionAction[] = []
  readonly #ledger: AdLedger
  readonly #managers = new Map<string, Customer>()
  readonly #details = new Map<string, Pick<Customer, 'status' | 'managers'>>()
  readonly #reach = new Map<string, string[]>()

  constructor(ledger: AdLedger) {
    this.#ledger = ledger
  }

  addManager(id: string, name: string, managers: string[] = []): void {
    this.#managers.set(id, {
      id,
      name,
      managers,
      currency: 'USD',
      timezone: 'America/New_York',
      isManager: true,
      status: 'ENABLED',
    })
  }

  /** Puts an account of the ledger below managers. */
  link(accountId: string, managers: string[]): void {
    this.#details.set(accountId, { status: this.find(accountId)?.status ?? 'ENABLED', managers })
  }

  setStatus(accountId: string, status: Customer['status']): void {
    this.#details.set(accountId, { managers: this.find(accountId)?.managers ?? [], status })
  }

  /** Gives a person direct access to customers or managers, and takes all other access away. */
  allow(person: string, ids: string[]): void {
    this.#reach.set(person, ids)
  }

  reachedBy(person: string): Customer[] {
    return (this.#reach.get(person) ?? []).flatMap((id) => this.find(id) ?? [])
  }

  find(id: string): Customer | undefined {
    const account = this.#ledger.accounts.get(id)
    if (!account) return this.#managers.get(id)
    return { ...account, isManager: false, status: 'ENABLED', managers: [], ...this.#details.get(id) }
  }

  /** Returns a customer (level 0) and all customers below it, each once, at its lowest level. */
  below(id: string): { customer: Customer; level: number }[] {
    const all = [...this.#managers.keys(), ...this.#ledger.accounts.keys()].map((each) => this.find(each) as Customer)
    const found = new Map<string, { customer: Customer; level: number }>()
    let level = 0
    let generation = all.filter((customer) => customer.id === id)
    while (generation.length > 0) {
      for (const customer of generation) found.set(customer.id, { customer, level })
      const parents = generation.map((customer) => customer.id)
      generation = all.filter(
        (customer) => !found.has(customer.id) && customer.managers.some((manager) => parents.includes(manager)),
      )
      level += 1
    }
    return [...found.values()]
  }

  /** Whether a person may read a customer, directly or through the manager in `login-customer-id`. */
  canRead(person: string, id: string, loginCustomerId: string | undefined): boolean {
    const entry = loginCustomerId ?? id
    const isReached = this.#reach.get(person)?.includes(entry) ?? false
    return isReached && this.below(entry).some(({ customer }) => customer.id === id)
  }
}
