import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { createOauth } from './app.ts'
import { oauthOptions } from './options.ts'

const options = oauthOptions(bootEnv('vitrine_functions'))

await serve('oauth', (services) => createOauth(services, options), ['/.well-known/', '/oauth/', '/api/oauth/'])
