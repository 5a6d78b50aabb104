import { parseEnv } from '../../shared/env.ts'
import { Home } from '../installation/home.ts'

/** The variables with key rings, and the names of their keys in the folder of `npm start`. */
const names = {
  WEBHOOK_SECRET_KEY: 'webhooks',
  QUOTE_SIGNING_KEY: 'quotes',
  TOTP_SECRET_KEY: 'totp',
  SOURCE_TOKEN_KEY: 'sources',
} as const

export type RingVariable = keyof typeof names
export const ringVariables = Object.keys(names) as RingVariable[]

/**
 * Returns the text of a key ring. The ring of the local installation is valid only for its own database; with DATABASE_URL the
 * operator provides it.
 */
export function ringText(variable: RingVariable): string | undefined {
  const home = homeOf(variable)
  return home ? home.secrets()[names[variable]] : parseEnv()[variable]
}

/**
 * Writes a new ring to the file that `npm start` reads it from. Returns the path of the file, or null if the ring came from the
 * variable, which the operator sets.
 */
export function storeRing(variable: RingVariable, ring: string): string | null {
  const home = homeOf(variable)
  if (!home) return null
  home.storeSecret(names[variable], ring)
  return home.secretsFile
}

/** Returns the folder of the local installation if it has the ring, and null if the variable has it. */
function homeOf(variable: RingVariable): Home | null {
  const env = parseEnv()
  return env[variable] === undefined && env.DATABASE_URL === undefined ? new Home(env.VITRINE_HOME) : null
}
