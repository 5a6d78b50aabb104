import type { UcpOptions } from '../../../functions/storefront/ucp/profiles.ts'

type Row = Record<string, unknown>

const capabilities = ['catalog.search', 'catalog.lookup', 'cart', 'checkout'].map((name) => `dev.ucp.shopping.${name}`)
export const extensions = ['dev.ucp.shopping.discount', 'dev.ucp.shopping.fulfillment']

/** Returns the profile of a platform with the capabilities of a version. */
export function platformProfile(version: string, names: readonly string[] = capabilities): Row {
  return {
    ucp: {
      version,
      services: {},
      payment_handlers: {},
      capabilities: Object.fromEntries(
        names.map((name) => [name, [{ version, spec: 'https://ucp.dev/x', schema: 'https://ucp.dev/x.json' }]]),
      ),
    },
  }
}

export const profileOf = (version: string) => `https://platform.example/${version}.json`
/** The profile of a platform that also declares the extensions. */
export const extendedProfileOf = (version: string) => `https://extended.example/${version}.json`
/** Returns the header of a platform that has its profile at an address. */
export const agent = (address: string) => ({ 'UCP-Agent': `profile="${address}"` })

/**
 * Replaces the fetch of profiles: tests have no public addresses. Every `profileOf(version)` exists; `others` are bodies, statuses
 * or failures by address. `fetched` collects the requested addresses.
 */
export function fakePlatforms(
  others: Record<string, string | number | Error> = {},
): UcpOptions & { fetched: string[] } {
  const fetched: string[] = []
  return {
    fetched,
    fetchProfile: async (address) => {
      fetched.push(address)
      const other = others[address]
      if (other instanceof Error) throw other
      if (typeof other === 'number') return { status: other, headers: {}, text: '' }
      const version = /(\d{4}-\d\d-\d\d)\.json$/.exec(address)?.[1] ?? ''
      const names = address === extendedProfileOf(version) ? [...capabilities, ...extensions] : capabilities
      return { status: 200, headers: {}, text: other ?? JSON.stringify(platformProfile(version, names)) }
    },
  }
}
