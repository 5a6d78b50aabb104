import { serve } from '../../shared/http/server/serve.ts'
import { createDocs } from './app.ts'

await serve('docs', createDocs, ['/docs', '/openapi.json', '/llms.txt', '/.well-known/'])
