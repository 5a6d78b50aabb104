/** The process that serves every function on one port: what `npm start` runs under Deno. */
import { parseEnv } from '../shared/env.ts'
import { createServices, listen } from '../shared/http/serve.ts'
import { openQuoteSigner } from '../shared/quotes.ts'
import { openDoors } from './doors.ts'

const env = parseEnv()
const services = await createServices(env)
listen(openDoors(services, { quotes: await openQuoteSigner(env) }), env, services.ending)
