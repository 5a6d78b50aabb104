/** The process that serves every function on one port: what `npm start` runs under Deno. */
import { outliveLostConnections } from '../../shared/db/lost_connections.ts'
import { bootEnv } from '../../shared/env.ts'
import { createServices, endOnSignal, withFarewell } from '../../shared/http/serve.ts'
import { openQuoteSigner } from '../../shared/quotes.ts'
import { openDoors } from './functions.ts'
import { close, createGatewayServer } from './server.ts'

const env = bootEnv('vitrine_functions')
outliveLostConnections()
const services = await createServices(env)
const doors = openDoors(services, { quotes: await openQuoteSigner(env) })
const server = createGatewayServer(withFarewell(doors, services.ending))
server.listen(env.PORT)
endOnSignal(env, services.ending, () => close(server))
