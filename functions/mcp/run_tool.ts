import type { ParsedInput } from '../../shared/http/input.ts'
import { answerOf } from '../../shared/tools/answer.ts'
import { operationInput } from '../../shared/tools/tool.ts'
import type { Tool } from '../../shared/tools/tool.ts'
import type { Exchange } from './exchange.ts'

/** What a tool answers to its arguments; throws what went wrong. Wrong arguments cost a request like right ones. */
export async function runTool(exchange: Exchange, tool: Tool, given: ParsedInput): Promise<Record<string, unknown>> {
  exchange.context.set('operation', tool.operation.name)
  const input = given.error ? null : operationInput(tool, given.data)
  const outcome = await exchange.run(input && tool.operation, input ?? {})
  const error = exchange.refusal ?? outcome.error ?? given.error
  if (error) throw error
  const { complete = (body) => body } = tool.operation
  const answer = answerOf(await complete(outcome.body as Record<string, unknown>, {}), {
    details: given.data?.response_format === 'detailed' ? [] : (tool.details ?? []),
    rows: tool.rows,
    page: tool.pages ? { number: Number(input?.page), limit: Number(input?.limit) } : null,
    requestId: exchange.requestId,
    isSimulated: outcome.isSimulated,
  })
  return tool.output.parse(answer)
}
