import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createConsole } from './app.ts'

const env = parseEnv()
const options = {
  webhooks: webhookOptions(env),
  sources: sourceOptions(env),
  createsBrands: env.SIGN_UP === 'open',
  printsMails: !env.SMTP_URL && env.MAIL_TO_CONSOLE,
  isDevelopment: env.MAIL_TO_CONSOLE,
  uploadBytesMax: env.UPLOAD_BYTES_MAX,
}
await serve('console', (services) => createConsole(services, options), ['/console'])
