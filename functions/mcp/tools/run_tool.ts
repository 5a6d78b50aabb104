import { refuse } from '../../../shared/errors/refusal.ts'
import type { ParsedInput } from '../../../shared/http/input/validate.ts'
import { answerOf } from '../../../shared/tools/answer.ts'
import { positionOf } from '../../../shared/tools/cursor.ts'
import { operationInput } from '../../../shared/tools/tool.ts'
import type { Audience } from '../../../shared/sentences/audience.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import type { McpExchange } from '../mcp_exchange.ts'

/**
 * Runs a tool and returns its structured content, with warnings for the audience. Throws an ApiError. A call with
 * invalid arguments counts against the limit.
 */
export async function runTool(
  exchange: McpExchange,
  tool: Tool,
  given: ParsedInput,
  audience: Audience,
): Promise<Record<string, unknown>> {
  const { operation } = tool
  exchange.context.set('operation', operation.name)
  const position = given.data ? positionOf(tool, given.data) : null
  const invalid = given.error ?? (position?.isOfOtherList ? await cursorOfOtherList() : null)
  const outcome = await exchange.run(operation, invalid ? null : operationInput(tool, given.data ?? {}), audience)
  const error = exchange.refusal ?? outcome.error ?? invalid
  if (error) throw error
  const { complete = (body) => body } = operation
  const body = await complete(outcome.body as Record<string, unknown>, {})
  const answer = answerOf(tool, body, {
    position,
    isDetailed: given.data?.response_format === 'detailed',
    requestId: exchange.requestId,
    isSimulated: outcome.isSimulated,
  })
  return tool.output.parse(answer)
}

async function cursorOfOtherList() {
  return await refuse('invalid_request', { reason: 'is_of_another_list', field: 'cursor', values: {} })
}
