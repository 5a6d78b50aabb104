import { createAnalytics } from '../functions/analytics/app.ts'
import { createDocs } from '../functions/docs/app.ts'
import { createMcp } from '../functions/mcp/app.ts'
import { mcpOptions } from '../functions/mcp/options.ts'
import type { McpOptions } from '../functions/mcp/options.ts'
import { createOauth } from '../functions/oauth/app.ts'
import { oauthOptions } from '../functions/oauth/options.ts'
import type { OauthOptions } from '../functions/oauth/options.ts'
import { createStorefront } from '../functions/storefront/app.ts'
import { parseEnv } from '../shared/env.ts'
import type { Services } from '../shared/http/app.ts'
import type { Fetch } from '../shared/http/serve.ts'

/** Every function behind one fetch, routed as a gateway would: by the beginning of the path. */
export function openDoors(services: Services, options: Partial<OauthOptions & McpOptions> = {}): Fetch {
  const analytics = createAnalytics(services)
  const docs = createDocs(services)
  const env = parseEnv()
  const mcp = createMcp(services, { ...mcpOptions(env), ...options })
  const oauth = createOauth(services, { ...oauthOptions(env), ...options })
  const doors = [
    { path: '/v1', app: analytics },
    { path: '/api/v1', app: analytics },
    { path: '/oauth', app: oauth },
    { path: '/api/oauth', app: oauth },
    { path: '/.well-known/oauth-protected-resource', app: oauth },
    { path: '/.well-known/oauth-authorization-server', app: oauth },
    { path: '/mcp', app: mcp },
    { path: '/api/mcp', app: mcp },
    { path: '/api/storefront', app: createStorefront(services) },
  ]
  return (request, bindings) => {
    const { pathname } = new URL(request.url)
    const door = doors.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return (door?.app ?? docs).fetch(request, bindings)
  }
}
