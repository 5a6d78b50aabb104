/**
 * Which function a public path belongs to; the first line that fits, or below it, is it. doors.ts, supabase/nginx.conf, the guide
 * `deploy` and their tests say no other. `{brand_id}` is one part of a path.
 */
export const places = [
  { door: 'analytics', paths: ['/v1', '/api/v1'] },
  { door: 'events', paths: ['/api/storefront/{brand_id}/events'] },
  {
    door: 'commerce',
    paths: [
      '/api/storefront/{brand_id}/negotiations',
      '/api/storefront/{brand_id}/holds',
      '/api/storefront/{brand_id}/transactions',
      '/api/storefront/{brand_id}/handoff',
      '/api/storefront/{brand_id}/disputes',
      '/api/storefront/{brand_id}/offers',
      '/api/storefront/{brand_id}/feedback',
      '/api/storefront/{brand_id}/pricing-policies',
    ],
  },
  { door: 'storefront', paths: ['/api/storefront'] },
  { door: 'mcp', paths: ['/mcp', '/api/mcp'] },
  {
    door: 'oauth',
    paths: ['/oauth', '/api/oauth', '/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'],
  },
  { door: 'webhooks', paths: ['/api/webhooks'] },
  { door: 'console', paths: ['/console'] },
] as const satisfies readonly { door: string; paths: readonly string[] }[]

/** What every other path belongs to. */
export const elsewhere = 'docs'

export type Door = (typeof places)[number]['door'] | typeof elsewhere

/** Every function that the world asks; the worker is asked by its own address, if at all. */
export const doors: readonly Door[] = [...places.map(({ door }) => door), elsewhere]

/** What the API host serves without `/api`, beside `/v1`. No path of the main host begins so. */
export const pathsWithoutApi = [
  '^/(storefront|webhooks)(/|$)',
  '^/mcp/.',
  '^/oauth/(register|token|revoke|grants)(/|$)',
] as const

const withoutApi = new RegExp(pathsWithoutApi.join('|'))

/** The path that a function knows: {api_url}/storefront/x is {base_url}/api/storefront/x (specification, Addresses). */
export function canonicalPath(pathname: string): string {
  return withoutApi.test(pathname) ? `/api${pathname}` : pathname
}

/** A path and all below it as a regular expression that JavaScript and nginx read alike. */
export function patternOf(path: string): string {
  return `^${path.replaceAll('.', '\\.').replaceAll('{brand_id}', '[^/]+')}(/|$)`
}

const patterns = places.flatMap(({ door, paths }) =>
  paths.map((path) => ({ door, pattern: new RegExp(patternOf(path)) })),
)

export function doorOf(pathname: string): Door {
  const path = canonicalPath(pathname)
  return patterns.find(({ pattern }) => pattern.test(path))?.door ?? elsewhere
}
