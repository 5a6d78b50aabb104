import { serve } from '../../shared/http/serve.ts'
import { createAnalytics } from './app.ts'

await serve('analytics', createAnalytics)
