import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWebhooks } from './app.ts'

await serve('webhooks', (services) => {
  const env = parseEnv()
  return createWebhooks(services, webhookOptions(env), sourceOptions(env))
})
