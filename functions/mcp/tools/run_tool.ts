import type { ApiError } from '../../../shared/errors/api_error.ts'
import { refuse } from '../../../shared/errors/refusal.ts'
import type { ParsedInput } from '../../../shared/http/input/validate.ts'
import { answerOf } from '../../../shared/tools/answer.ts'
import type { Place } from '../../../shared/tools/answer.ts'
import { listOf, operationInput, placeOf } from '../../../shared/tools/tool.ts'
import type { Tool } from '../../../shared/tools/tool.ts'
import type { McpExchange } from '../mcp_exchange.ts'

/** Runs a tool and returns its structured content. Throws an ApiError. A call with invalid arguments counts against the limit. */
export async function runTool(exchange: McpExchange, tool: Tool, given: ParsedInput): Promise<Record<string, unknown>> {
  exchange.context.set('operation', tool.operation.name)
  const place = given.data ? placeOf(tool, given.data) : null
  const fault = given.error ?? (await strayCursor(tool, given.data, place))
  const input = fault ? null : operationInput(tool, withPlace(given.data as Record<string, unknown>, place))
  const outcome = await exchange.run(tool.operation, input)
  const error = exchange.refusal ?? outcome.error ?? fault
  if (error) throw error
  const { complete = (body) => body } = tool.operation
  const answer = answerOf(await complete(outcome.body as Record<string, unknown>, {}), {
    details: given.data?.response_format === 'detailed' ? [] : (tool.details ?? []),
    rows: tool.rows,
    page: tool.pages
      ? { number: Number(input?.page), limit: Number(input?.limit), list: listOf(given.data ?? {}) }
      : null,
    place,
    requestId: exchange.requestId,
    isSimulated: outcome.isSimulated,
  })
  return tool.output.parse(answer)
}

/** Replaces the cursor of the tool with the cursor of the operation, or removes it. */
function withPlace(given: Record<string, unknown>, place: Place | null): Record<string, unknown> {
  if (!place || typeof given.cursor !== 'string') return given
  const { cursor: _cursor, ...others } = given
  return place.cursor === null ? others : { ...others, cursor: place.cursor }
}

/** Returns an error if the cursor belongs to other arguments, because it would repeat or skip rows. */
async function strayCursor(
  { pages }: Tool,
  given: Record<string, unknown> | null,
  place: Place | null,
): Promise<ApiError | null> {
  const cursor = given?.cursor
  if (!place?.isStray && (!pages || typeof cursor !== 'string' || cursor.endsWith(`.${listOf(given ?? {})}`)))
    return null
  return await refuse('invalid_request', { reason: 'cursor_is_of_another_list', field: 'cursor', values: {} })
}
