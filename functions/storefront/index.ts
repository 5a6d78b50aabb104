import { serve } from '../../shared/http/serve.ts'
import { createStorefront } from './app.ts'

serve('storefront', createStorefront)
