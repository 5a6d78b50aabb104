import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { ElicitInputParams, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

type Given = Record<string, unknown>

/**
 * The arguments as they are when a person has been asked where the tool wants that, or the question for the client to put.
 * Throws when the person says no. What cannot ask is left to the operation, which wants `confirm`.
 */
export function confirmed(
  { confirms }: Pick<Tool, 'confirms'>,
  given: Given,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
): { given: Given } | { question: InputRequiredResult } {
  const message = given.confirm === true ? null : (confirms?.(given) ?? null)
  if (message === null || !canAsk(mcpReq)) return { given }
  const answer = inputResponse(mcpReq.inputResponses, 'confirmation')
  if (answer.kind !== 'elicit') return { question: question(message) }
  if (answer.action !== 'accept' || answer.content?.confirm !== true) {
    const message = 'the person was asked and did not agree. Nothing was done.'
    throw new ApiError('invalid_request', `confirm: ${message}`, { fields: [{ path: 'confirm', message }] })
  }
  return { given: { ...given, confirm: true } }
}

/** Only clients of the newest era can be asked: others would have to be called back. */
function canAsk({ envelope }: ServerContext['mcpReq']): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities = {} } = (envelope ?? {}) as Record<string, object>
  return 'elicitation' in capabilities
}

function question(message: string): InputRequiredResult {
  const confirm = { type: 'boolean', title: 'Confirm', default: false }
  const requestedSchema = { type: 'object', properties: { confirm }, required: ['confirm'] }
  const params = { message, requestedSchema } as unknown as ElicitInputParams
  return inputRequired({ inputRequests: { confirmation: inputRequired.elicit(params) } })
}
