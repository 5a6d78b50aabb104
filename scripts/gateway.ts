/** The process that serves every function on one port: what `npm start` runs under Deno. */
import { outliveLostConnections } from '../shared/db/lost_connections.ts'
import { parseEnv } from '../shared/env.ts'
import { createServices } from '../shared/http/serve.ts'
import { openQuoteSigner } from '../shared/quotes.ts'
import { openDoors } from './doors.ts'
import { createGatewayServer } from './server.ts'

const env = parseEnv()
outliveLostConnections()
const server = createGatewayServer(openDoors(await createServices(env), { quotes: await openQuoteSigner(env) }))
server.listen(env.PORT)
process.on('SIGTERM', () => {
  server.close(() => process.exit(0))
  // Those that are at work now are idle in a moment, and would stay.
  setInterval(() => server.closeIdleConnections(), 100)
})
