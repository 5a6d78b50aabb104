import { serve } from '../../shared/http/serve.ts'
import { createEvents } from './app.ts'

await serve('events', createEvents)
