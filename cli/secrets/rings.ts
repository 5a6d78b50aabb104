import { parseEnv } from '../../shared/env.ts'
import { Home } from '../installation/home.ts'

/** The variables with key rings, and the names of their keys in the folder of `npm start`. */
const names = { WEBHOOK_SECRET_KEY: 'webhooks', QUOTE_SIGNING_KEY: 'quotes', TOTP_SECRET_KEY: 'totp' } as const

export type RingVariable = keyof typeof names
export const ringVariables = Object.keys(names) as RingVariable[]

/**
 * Returns the text of a key ring. The ring of the local installation is valid only for its own database; with DATABASE_URL the
 * operator provides it.
 */
export function ringText(variable: RingVariable): string | undefined {
  const env = parseEnv()
  if (env[variable] !== undefined || env.DATABASE_URL !== undefined) return env[variable]
  return new Home(env.VITRINE_HOME).secrets()[names[variable]]
}
