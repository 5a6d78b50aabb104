import { serve } from '../../shared/http/serve.ts'
import { createDocs } from './app.ts'

serve('docs', createDocs)
