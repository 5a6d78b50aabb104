import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { ElicitInputParams, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

type Arguments = Record<string, unknown>

/**
 * Asks the person to confirm a call where the tool requires it. Returns the arguments to run with, or the elicitation that
 * the client must show. Throws `invalid_request` if the person declines. If the client cannot elicit, the arguments are
 * returned unchanged, and the operation itself requires `confirm`.
 */
export function confirmCall(
  { confirms }: Pick<Tool, 'confirms'>,
  args: Arguments,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
): { args: Arguments } | { elicitation: InputRequiredResult } {
  const message = args.confirm === true ? null : (confirms?.(args) ?? null)
  if (message === null || !canElicit(mcpReq)) return { args }
  const response = inputResponse(mcpReq.inputResponses, 'confirmation')
  if (response.kind !== 'elicit') return { elicitation: elicit(message) }
  if (response.action !== 'accept' || response.content?.confirm !== true) {
    const message = 'The person declined the confirmation. Nothing was changed.'
    throw new ApiError('invalid_request', message, { fields: [{ path: 'confirm', message }] })
  }
  return { args: { ...args, confirm: true } }
}

/** Only the stateless protocol (2026-07-28) supports this: earlier clients need a request from the server to the client. */
function canElicit({ envelope }: ServerContext['mcpReq']): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities = {} } = (envelope ?? {}) as Record<string, object>
  return 'elicitation' in capabilities
}

function elicit(message: string): InputRequiredResult {
  const confirm = { type: 'boolean', title: 'Confirm', default: false }
  const requestedSchema = { type: 'object', properties: { confirm }, required: ['confirm'] }
  const params = { message, requestedSchema } as unknown as ElicitInputParams
  return inputRequired({ inputRequests: { confirmation: inputRequired.elicit(params) } })
}
