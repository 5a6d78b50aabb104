import { createAnalytics } from '../functions/analytics/app.ts'
import { createDocs } from '../functions/docs/app.ts'
import { createOauth } from '../functions/oauth/app.ts'
import { oauthOptions } from '../functions/oauth/options.ts'
import type { OauthOptions } from '../functions/oauth/options.ts'
import { createStorefront } from '../functions/storefront/app.ts'
import { createWebhooks } from '../functions/webhooks/app.ts'
import { parseEnv } from '../shared/env.ts'
import type { Services } from '../shared/http/app.ts'
import type { Fetch } from '../shared/http/serve.ts'
import { webhookOptions } from '../shared/webhooks/options.ts'
import type { WebhookOptions } from '../shared/webhooks/options.ts'

export interface DoorOptions {
  oauth?: Partial<OauthOptions> | undefined
  webhooks?: Partial<WebhookOptions> | undefined
}

/** Every function behind one fetch, routed as a gateway would: by the beginning of the path. */
export function openDoors(services: Services, options: DoorOptions = {}): Fetch {
  const env = parseEnv()
  const analytics = createAnalytics(services)
  const docs = createDocs(services)
  const oauth = createOauth(services, { ...oauthOptions(env), ...options.oauth })
  const webhooks = createWebhooks(services, { ...webhookOptions(env), ...options.webhooks })
  const doors = [
    { path: '/v1', app: analytics },
    { path: '/api/v1', app: analytics },
    { path: '/oauth', app: oauth },
    { path: '/api/oauth', app: oauth },
    { path: '/.well-known/oauth-protected-resource', app: oauth },
    { path: '/.well-known/oauth-authorization-server', app: oauth },
    { path: '/api/storefront', app: createStorefront(services) },
    { path: '/api/webhooks', app: webhooks },
  ]
  return (request, bindings) => {
    const { pathname } = new URL(request.url)
    const door = doors.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    return (door?.app ?? docs).fetch(request, bindings)
  }
}
