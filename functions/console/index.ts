import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createConsole } from './app.ts'

await serve('console', (services) => createConsole(services, webhookOptions(parseEnv())), ['/console'])
