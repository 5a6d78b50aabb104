import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { openQuoteSigner } from '../../shared/commerce/quotes.ts'
import { createStorefront } from './app.ts'

const quotes = await openQuoteSigner(bootEnv('vitrine_functions'))
await serve('storefront', (services) => createStorefront(services, quotes))
