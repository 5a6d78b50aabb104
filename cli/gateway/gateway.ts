/** The process that serves all public functions on one port. `npm start` runs it with Deno; the container image runs it too. */
import { outliveLostConnections } from '../../shared/db/lost_connections.ts'
import { bootEnv } from '../../shared/env.ts'
import { createServices, shutDownOnSignal, withConnectionClose } from '../../shared/http/server/serve.ts'
import { logStart } from '../../shared/log/log_start.ts'
import { exportTelemetry } from '../../shared/http/server/telemetry.ts'
import { openQuoteSigner } from '../../shared/commerce/quotes.ts'
import { createGateway } from './functions.ts'
import { close, createGatewayServer } from './server.ts'

const env = bootEnv('vitrine_functions')
outliveLostConnections()
const services = await createServices(env, 'gateway')
const gateway = createGateway(services, { quotes: await openQuoteSigner(env) })
await exportTelemetry('gateway', env, services)
const server = createGatewayServer(withConnectionClose(gateway, services.shutdown), {
  // Behind proxies all connections come from their addresses.
  connectionsPerAddressMax: env.TRUSTED_PROXY_HOPS > 0 ? Infinity : env.CONNECTIONS_PER_ADDRESS_MAX,
})
logStart('gateway', env)
server.listen(env.PORT, env.HOST)
shutDownOnSignal(env, services.shutdown, () => close(server))
