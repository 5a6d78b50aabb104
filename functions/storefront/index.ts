import { serve } from '../../shared/http/serve.ts'
import { createStorefront } from './app.ts'

await serve('storefront', createStorefront)
