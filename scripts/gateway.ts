/** The process that serves every function on one port: what `npm start` runs under Deno. */
import { bootEnv } from '../shared/env.ts'
import { createServices, listen } from '../shared/http/serve.ts'
import { openQuoteSigner } from '../shared/quotes.ts'
import { openDoors } from './doors.ts'

const env = bootEnv('vitrine_functions')
listen(openDoors(await createServices(env), { quotes: await openQuoteSigner(env) }), env.PORT)
