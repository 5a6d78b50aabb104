import { serve } from '../../shared/http/server/serve.ts'
import { createEvents } from './app.ts'

await serve('events', createEvents)
