import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWebhooks } from './app.ts'

await serve('webhooks', (services) => createWebhooks(services, webhookOptions(parseEnv())))
