import type { App } from '../../../shared/http/app.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { parseInput } from '../../../shared/http/input/input.ts'
import { refuseOtherMethods } from '../../../shared/http/method_not_allowed.ts'
import { tools } from '../../../shared/tools.ts'
import { mirrorPath } from '../../../shared/tools/mirror.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import type { AppContext } from '../app_context.ts'
import { McpExchange } from '../mcp_exchange.ts'
import { runTool } from './run_tool.ts'
import { inWordsOf, mirrorAudience } from './audience.ts'

/** Routes the REST mirror of every tool: POST /api/mcp/{tool} with the arguments as JSON and errors of the analytics API. */
export function routeMirror(app: App, appContext: AppContext): void {
  for (const tool of tools) {
    for (const path of new Set([mirrorPath(tool), `/api/mcp/${tool.name}`])) {
      app.post(path, async (context) => {
        const exchange = McpExchange.open(context, appContext)
        const input = await parseInput(context, tool.input, { takesNulls: true })
        const answer = await runTool(exchange, tool, input, mirrorAudience(tool)).catch((thrown: unknown) =>
          refuse(tool, thrown),
        )
        context.header('Cache-Control', 'private, no-store')
        return context.json(answer)
      })
      refuseOtherMethods(app, path, ['POST'])
    }
  }
}

/**
 * Throws the error with the paths of the mirror in its message instead of paths of the analytics API, which a connector
 * key cannot call. Other errors are thrown unchanged.
 */
async function refuse(tool: Tool, thrown: unknown): Promise<never> {
  if (!(thrown instanceof ApiError)) throw thrown
  throw thrown.withMessage(await inWordsOf(thrown, mirrorAudience(tool)))
}
