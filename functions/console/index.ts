import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import { webhookOptions } from '../../shared/webhooks/options.ts'
import { createConsole } from './app.ts'
import type { ConsoleOptions } from './app.ts'

const env = parseEnv()
const options: ConsoleOptions = {
  webhooks: webhookOptions(env),
  sources: sourceOptions(env),
  createsBrands: env.SIGN_UP === 'open',
  mails: env.SMTP_URL ? 'sent' : env.MAIL_TO_CONSOLE ? 'printed' : 'unknown',
  isDevelopment: env.SHOW_COMPONENTS,
  uploadBytesMax: env.UPLOAD_BYTES_MAX,
}
await serve('console', (services) => createConsole(services, options), ['/console'])
