import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { openQuoteSigner } from '../../shared/quotes.ts'
import { createCommerce } from './app.ts'

const quotes = await openQuoteSigner(bootEnv('vitrine_functions'))
await serve('commerce', (services) => createCommerce(services, quotes))
