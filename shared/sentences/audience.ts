import { addresses } from './addresses.ts'
import type { NamedOperation } from './addresses.ts'

/** Who reads a sentence. Most sentences are the same for all; these words differ. */
export interface Audience {
  /** How this reader reaches an operation: an address, a tool, a command or a page. */
  operation: (name: NamedOperation) => string
  /** What this reader calls an input. */
  field: (name: string) => string
}

const unchanged = (name: string) => name

/** Callers of the REST API. */
export const api: Audience = { operation: (name) => addresses[name], field: unchanged }

const commands: Partial<Record<NamedOperation, string>> = { 'analytics.brands': '"vitrine brands list"' }

/** Operators at a terminal. */
export const shell: Audience = { operation: (name) => commands[name] ?? addresses[name], field: unchanged }

/** People who look at a page: no names of parameters, but words. */
export const page: Audience = {
  ...api,
  field: (name) => {
    const words = name.replaceAll(/[._]/g, ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  },
}
