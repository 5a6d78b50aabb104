import { createAnalytics } from '../functions/analytics/app.ts'
import { createDocs } from '../functions/docs/app.ts'
import { createStorefront } from '../functions/storefront/app.ts'
import type { Services } from '../shared/http/app.ts'
import type { Fetch } from '../shared/http/serve.ts'

/** Every function behind one fetch, routed as a gateway would: by the beginning of the path. */
export function openDoors(services: Services): Fetch {
  const analytics = createAnalytics(services)
  const docs = createDocs(services)
  const doors = [
    { path: '/v1', app: analytics },
    { path: '/api/v1', app: analytics },
    { path: '/api/storefront', app: createStorefront(services) },
  ]
  return (request, bindings) => {
    const { pathname } = new URL(request.url)
    const door = doors.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return (door?.app ?? docs).fetch(request, bindings)
  }
}
