import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createWebhooks } from './app.ts'

const env = parseEnv()
const options = { webhooks: webhookOptions(env), sources: sourceOptions(env) }
await serve('webhooks', (services) => createWebhooks(services, options))
