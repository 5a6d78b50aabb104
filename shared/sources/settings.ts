import type { Env } from '../env.ts'
import type { Platform, PlatformName, PlatformSettings, RestatementDays } from './platform.ts'

type Prefix = Uppercase<PlatformName>

/** The facts of the environment that reading connected accounts needs. */
export interface SourceOptions {
  /** The text of SOURCE_TOKEN_KEY. */
  tokenKey: string | undefined
  /** The factor of all waits. Tests shorten them. */
  waitScale: number
  /** The clock of the data. */
  now: () => Date
  /** Returns the settings of a platform. Null if the operator has not registered Vitrine there. */
  settings: (platform: Pick<Platform, 'name' | 'version'>) => PlatformSettings | null
  restatementDays: (platform: Platform) => RestatementDays
}

/** Reads the settings of all platforms from the environment. */
export function sourceOptions(env: Env): SourceOptions {
  const now = env.VITRINE_NOW
  return {
    tokenKey: env.SOURCE_TOKEN_KEY,
    waitScale: env.SOURCE_WAIT_SCALE,
    now: () => (now === undefined ? new Date() : new Date(now)),
    settings: ({ name, version }) => {
      const app = credentialsOf(env, name)
      if (app === null) return null
      const settings = { app, version: env[`${prefixOf(name)}_API_VERSION`] ?? version, addresses: env }
      if (name === 'shopify') return { ...settings, extraScopes: env.SHOPIFY_EXTRA_SCOPES }
      const developerToken = name === 'google_ads' ? env.GOOGLE_ADS_DEVELOPER_TOKEN : undefined
      return { ...settings, ...(developerToken === undefined ? {} : { developerToken }) }
    },
    restatementDays: ({ name, restatementDays }) => {
      const nightly = env[`${prefixOf(name)}_RESTATEMENT_DAYS`] ?? restatementDays.nightly
      return { ...restatementDays, nightly, weekly: Math.max(restatementDays.weekly, nightly) }
    },
  }
}

/** Google Ads and GA4 share the registration of GOOGLE_CLIENT_ID unless they have their own. */
function credentialsOf(env: Env, name: PlatformName): PlatformSettings['app'] | null {
  const prefix = prefixOf(name)
  const isGoogle = name === 'google_ads' || name === 'ga4'
  const clientId = env[`${prefix}_CLIENT_ID`] ?? (isGoogle ? env.GOOGLE_CLIENT_ID : undefined)
  const clientSecret = env[`${prefix}_CLIENT_SECRET`] ?? (isGoogle ? env.GOOGLE_CLIENT_SECRET : undefined)
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null
}

function prefixOf(name: PlatformName): Prefix {
  return name.toUpperCase() as Prefix
}
