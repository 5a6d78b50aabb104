import { bootEnv } from '../../shared/env.ts'
import { serve } from '../../shared/http/server/serve.ts'
import { createMcp } from './app.ts'
import { mcpOptions } from './options.ts'

const options = mcpOptions(bootEnv('vitrine_functions'))

await serve('mcp', (services) => createMcp(services, options), ['/mcp', '/api/mcp/'])
