/**
 * The function of each public path: the first route whose path is equal to the request path, or a prefix of it. functions.ts,
 * supabase/nginx.conf and the guide `deploy` follow this table; tests compare them. `{brand_id}` matches one path segment.
 */
export const routes = [
  { name: 'analytics', paths: ['/v1', '/api/v1'] },
  { name: 'events', paths: ['/api/storefront/{brand_id}/events'] },
  {
    name: 'commerce',
    paths: [
      '/api/storefront/{brand_id}/negotiations',
      '/api/storefront/{brand_id}/holds',
      '/api/storefront/{brand_id}/transactions',
      '/api/storefront/{brand_id}/handoff',
      '/api/storefront/{brand_id}/disputes',
      '/api/storefront/{brand_id}/offers',
      '/api/storefront/{brand_id}/feedback',
      '/api/storefront/{brand_id}/pricing-policies',
      '/api/storefront/{brand_id}/agents',
    ],
  },
  { name: 'storefront', paths: ['/api/storefront', '/.well-known/ucp', '/.well-known/acp.json'] },
  { name: 'mcp', paths: ['/mcp', '/api/mcp'] },
  {
    name: 'oauth',
    paths: ['/oauth', '/api/oauth', '/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'],
  },
  { name: 'webhooks', paths: ['/api/webhooks', '/api/sources'] },
  { name: 'console', paths: ['/console'] },
] as const satisfies readonly { name: string; paths: readonly string[] }[]

/** The function of every other path. */
export const fallbackFunction = 'docs'

export type FunctionName = (typeof routes)[number]['name'] | typeof fallbackFunction

/** All public functions. The worker has no public path. */
export const functionNames: readonly FunctionName[] = [...routes.map(({ name }) => name), fallbackFunction]

/** Paths that the API host serves without the prefix `/api`, in addition to `/v1`. The main host has no such paths. */
export const pathsWithoutApi = [
  '^/(storefront|webhooks)(/|$)',
  '^/mcp/.',
  '^/oauth/(register|token|revoke|grants)(/|$)',
] as const

const withoutApi = new RegExp(pathsWithoutApi.join('|'))

/** The canonical path: {api_url}/storefront/x is {base_url}/api/storefront/x (specification, Addresses). */
export function canonicalPath(pathname: string): string {
  return withoutApi.test(pathname) ? `/api${pathname}` : pathname
}

/** A regular expression for a path and all paths below it, in the syntax that JavaScript and nginx share. */
export function patternOf(path: string): string {
  return `^${path.replaceAll('.', '\\.').replaceAll('{brand_id}', '[^/]+')}(/|$)`
}

const patterns = routes.flatMap(({ name, paths }) =>
  paths.map((path) => ({ name, pattern: new RegExp(patternOf(path)) })),
)

export function functionOf(pathname: string): FunctionName {
  const path = canonicalPath(pathname)
  return patterns.find(({ pattern }) => pattern.test(path))?.name ?? fallbackFunction
}
