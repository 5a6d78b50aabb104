import { createAnalytics } from '../functions/analytics/app.ts'
import { createDocs } from '../functions/docs/app.ts'
import { createEvents } from '../functions/events/app.ts'
import type { EventsOptions } from '../functions/events/app.ts'
import { createOauth } from '../functions/oauth/app.ts'
import { oauthOptions } from '../functions/oauth/options.ts'
import type { OauthOptions } from '../functions/oauth/options.ts'
import { createStorefront } from '../functions/storefront/app.ts'
import { parseEnv } from '../shared/env.ts'
import type { Services } from '../shared/http/app.ts'
import type { Fetch } from '../shared/http/serve.ts'

/** Every function behind one fetch, routed as a gateway would: by the beginning of the path. */
export function openDoors(
  services: Services,
  options: Partial<OauthOptions> = {},
  eventsOptions: Partial<EventsOptions> = {},
): Fetch {
  const analytics = createAnalytics(services)
  const docs = createDocs(services)
  const events = createEvents(services, eventsOptions)
  const oauth = createOauth(services, { ...oauthOptions(parseEnv()), ...options })
  const doors = [
    { path: '/v1', app: analytics },
    { path: '/api/v1', app: analytics },
    { path: '/oauth', app: oauth },
    { path: '/api/oauth', app: oauth },
    { path: '/.well-known/oauth-protected-resource', app: oauth },
    { path: '/.well-known/oauth-authorization-server', app: oauth },
    { path: '/api/storefront', app: createStorefront(services) },
  ]
  return (request, bindings) => {
    const { pathname } = new URL(request.url)
    // A brand's events lie below its shop, and are a function of their own.
    if (/^\/api\/storefront\/[^/]+\/events\//.test(pathname)) return events.fetch(request, bindings)
    const door = doors.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return (door?.app ?? docs).fetch(request, bindings)
  }
}
