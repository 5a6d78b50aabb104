import { addresses } from './addresses.ts'
import type { NamedOperation } from './addresses.ts'

/** An ad account of a platform, as warnings name it. */
export interface Account {
  account_id: string
  platform: string
}

/** The reader of a sentence. Most sentences are the same for all readers; these words differ. */
export interface Audience {
  /** Selects the advice that differs by what a reader can do: call an operation, run a command, or ask another person. */
  reader: 'api' | 'agent' | 'shell' | 'page'
  /** Returns how this reader calls an operation, for example by an address or a command. */
  operation: (name: NamedOperation) => string
  /** Returns the name of an input for this reader. */
  field: (name: string) => string
  /** Returns a day, given as 2026-11-02, in the form of this reader. */
  day: (date: string) => string
  /** Returns the days from the first to the last, both given as 2026-11-02, in the form of this reader. */
  days: (first: string, last: string) => string
  /** Returns an instant, given as 2026-11-02T10:00:00Z, in the form of this reader. */
  instant: (text: string) => string
  number: (value: number, decimals?: number) => string
  /** Returns a percentage, given as 12.5. */
  percent: (value: number | string, decimals?: number) => string
  /** Returns an amount with its currency. */
  money: (amount: number | string, currency: string, decimals?: number) => string
  /** Returns the name of an ad platform. */
  platform: (name: string) => string
  /** Returns an ad account as the subject of a sentence. */
  accountName: (account: Account) => string
  /** Returns an ad account in a list. */
  listedAccount: (account: Account) => string
  /** Returns a name of the API, such as a metric or a status, for this reader. */
  word: (name: string) => string
}

/** Days, numbers and names in the form of requests and responses. */
export const wireForms = {
  day: (date) => date,
  days: (first, last) => [first, last].join(' to '),
  instant: (text) => text,
  number: (value, decimals) => (decimals === undefined ? String(value) : value.toFixed(decimals)),
  percent: (value, decimals) => [decimals === undefined ? value : Number(value).toFixed(decimals), '%'].join(' '),
  money: (amount, currency) => [amount, currency].join(' '),
  platform: (name) => name,
  accountName: ({ account_id, platform }) => `Account ${account_id} on ${platform}`,
  listedAccount: ({ account_id, platform }) => [account_id, platform].join(' on '),
  word: (name) => name,
} satisfies Partial<Audience>

/** Returns the number of decimals of amounts in a currency. */
export function currencyDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}

const inCode = (name: string) => `\`${name}\``

/** Inputs that REST takes as headers. */
const headers: Record<string, string> = { idempotency_key: 'Idempotency-Key header' }

/** Callers of the REST API. */
export const api: Audience = {
  reader: 'api',
  operation: (name) => addresses[name],
  field: (name) => headers[name] ?? inCode(name),
  ...wireForms,
}

const commands: Partial<Record<NamedOperation, string>> = { 'analytics.brands': '"vitrine brands list"' }

/** Operators at a terminal. */
export const shell: Audience = {
  reader: 'shell',
  operation: (name) => commands[name] ?? addresses[name],
  field: inCode,
  ...wireForms,
}
