import { defaultScopes, connectorResource } from '../../shared/connector.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, Services } from '../../shared/http/app.ts'
import { bearerChallenge } from '../../shared/http/auth/challenge.ts'
import { analyticsErrorBody } from '../../shared/http/analytics_envelope.ts'
import { checkHostAndOrigin } from './protocol/check_host_and_origin.ts'
import { serveConnector } from './protocol/connector.ts'
import type { AppContext } from './app_context.ts'
import { routeMirror } from './tools/mirror.ts'
import type { McpOptions } from './options.ts'

/** Creates the remote connector: {base_url}/mcp for agents, and the same tools at {base_url}/api/mcp/{tool} for scripts. */
export function createMcp(services: Services, options: McpOptions): App {
  const resource = connectorResource(services.publicBaseUrl)
  const appContext: AppContext = { ...options, services, resource, keyPrefixes: ['sk_live_', 'sk_test_'] }
  const app = createApp({ services, renderError: analyticsErrorBody })
  app.use(async (context, next) => {
    await next()
    if (context.res.status === 401) context.header('WWW-Authenticate', unauthenticated(services.publicBaseUrl))
  })
  app.use(...checkHostAndOrigin(appContext))
  app.all('/mcp', serveConnector(appContext))
  routeMirror(app, appContext)
  return app
}

/** The WWW-Authenticate header of a 401 (specification, Connector 3). */
function unauthenticated(baseUrl: string): string {
  const description = 'Connect through the authorization server, or send an API key of the connector.'
  return bearerChallenge(baseUrl, { error: 'invalid_token', description, scopes: defaultScopes })
}
