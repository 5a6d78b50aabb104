import { serve } from '../../shared/http/server/serve.ts'
import { createAnalytics } from './app.ts'

await serve('analytics', createAnalytics)
