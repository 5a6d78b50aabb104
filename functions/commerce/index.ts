import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { openQuoteSigner } from '../../shared/commerce/quotes.ts'
import { createCommerce } from './app.ts'

const quotes = await openQuoteSigner(bootEnv('vitrine_functions'))
await serve('commerce', (services) => createCommerce(services, quotes))
