import { daysBetween, dayNumber, hoursOf } from '../days.ts'
import { Random } from '../random.ts'

export interface Property {
  id: string
  accountId: string
  displayName: string
  currency: string
  timezone: string
}

export interface Channel {
  source: string
  medium: string
  campaign: string
}

/** The sessions of a channel in a local hour, without those of transactions' key events. */
export interface SessionCell extends Channel {
  day: string
  hour: number
  sessions: number
  /** Key events that are no purchases. */
  keyEvents: number
}

export interface Transaction extends Channel {
  id: string
  day: string
  hour: number
  revenue: bigint
}

const channels: Channel[] = [
  { source: 'google', medium: 'cpc', campaign: 'Brand – search' },
  { source: 'google', medium: 'organic', campaign: '(organic)' },
  { source: '(direct)', medium: '(none)', campaign: '(direct)' },
  { source: 'facebook', medium: 'paid_social', campaign: 'Autumn, 20 % off' },
  { source: 'newsletter', medium: 'email', campaign: 'Week 44' },
  { source: '(not set)', medium: '(not set)', campaign: '(not set)' },
]

/** What is true in GA4: sessions by channel and local hour, and transactions with the channel that GA4 attributes. */
export class SessionLedger {
  readonly accounts = new Map<string, string>()
  readonly properties = new Map<string, Property>()
  readonly #sessions = new Map<string, SessionCell[]>()
  readonly #transactions = new Map<string, Transaction[]>()

  addProperty(property: Property): Property {
    this.properties.set(property.id, property)
    if (!this.accounts.has(property.accountId)) this.accounts.set(property.accountId, `Account ${property.accountId}`)
    return property
  }

  removeProperty(id: string): void {
    this.properties.delete(id)
  }

  sessions(propertyId: string): SessionCell[] {
    return this.#of(this.#sessions, propertyId)
  }

  transactions(propertyId: string): Transaction[] {
    return this.#of(this.#transactions, propertyId)
  }

  /** Changes the sessions of a day, as GA4 does for up to two days. A cell without sessions is removed. */
  restate(propertyId: string, day: string, change: (cell: SessionCell) => SessionCell): void {
    const changed = this.sessions(propertyId).map((cell) => (cell.day === day ? change(cell) : cell))
    this.#sessions.set(
      propertyId,
      changed.filter(({ sessions }) => sessions > 0),
    )
  }

  /** Gives a transaction to another channel, as a late attribution does. */
  attribute(propertyId: string, transactionId: string, channel: Channel): void {
    const transaction = this.transactions(propertyId).find(({ id }) => id === transactionId)
    if (!transaction) throw new Error(`There is no transaction ${transactionId}.`)
    Object.assign(transaction, channel)
  }

  /** Fills a property. The same seed gives the same facts. */
  seed(
    propertyId: string,
    { seed, from, to, hoursPerDay = 4 }: { seed: number; from: string; to: string; hoursPerDay?: number },
  ): void {
    const { timezone } = this.properties.get(propertyId)!
    for (const day of daysBetween(from, to)) {
      const random = new Random(seed, dayNumber(day))
      const hours = hoursOf(day, timezone)
      for (const channel of channels) {
        const chosen = new Set(Array.from({ length: hoursPerDay }, () => random.pick(hours)))
        for (const hour of chosen) this.#addCell(propertyId, { ...channel, day, hour }, random)
      }
    }
  }

  #addCell(propertyId: string, place: Channel & { day: string; hour: number }, random: Random): void {
    const sessions = random.integer(1, 400)
    this.sessions(propertyId).push({ ...place, sessions, keyEvents: Math.floor(sessions * random.fraction() * 0.1) })
    for (let count = Math.floor(sessions / 100); count > 0; count--) {
      const transactions = this.transactions(propertyId)
      const id = `#${1_000 + transactions.length}`
      transactions.push({ ...place, id, revenue: BigInt(random.integer(999, 29_999)) * 10_000n })
    }
  }

  #of<Item>(all: Map<string, Item[]>, propertyId: string): Item[] {
    let items = all.get(propertyId)
    if (!items) all.set(propertyId, (items = []))
    return items
  }
}
