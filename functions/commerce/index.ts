import { parseEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/serve.ts'
import { openQuoteSigner } from '../../shared/quotes.ts'
import { createCommerce } from './app.ts'

const quotes = await openQuoteSigner(parseEnv())
await serve('commerce', (services) => createCommerce(services, quotes))
