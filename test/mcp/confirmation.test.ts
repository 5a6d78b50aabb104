import { describe, expect, test } from 'vitest'
import { confirmCall } from '../../functions/mcp/protocol/confirmation.ts'

const tool = { confirms: ({ action }: Record<string, unknown>) => (action === 'accept' ? 'Accept the offer?' : null) }

/** Creates a request of a client with these capabilities and the response of the person. */
function request(capabilities: object | null, response?: object) {
  const envelope = capabilities && { 'io.modelcontextprotocol/clientCapabilities': capabilities }
  return { mcpReq: { envelope, inputResponses: response && { confirmation: response } } } as never
}

const accept = { action: 'accept' }
const able = { elicitation: {} }

describe('confirmation of a tool call', () => {
  test('returns an elicitation for a client that supports it', () => {
    expect(confirmCall(tool, accept, request(able))).toMatchObject({
      elicitation: {
        resultType: 'input_required',
        inputRequests: { confirmation: { method: 'elicitation/create', params: { message: 'Accept the offer?' } } },
      },
    })
  })

  test('accepts only an explicit confirmation', () => {
    const accepted = { action: 'accept', content: { confirm: true } }
    expect(confirmCall(tool, accept, request(able, accepted))).toEqual({ args: { action: 'accept', confirm: true } })
    for (const declined of [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
    ]) {
      expect(() => confirmCall(tool, accept, request(able, declined))).toThrow('declined')
    }
  })

  test('returns the arguments unchanged without elicitation, with confirm: true, or for other actions', () => {
    for (const context of [request(null), request({}), request({ sampling: {} })]) {
      expect(confirmCall(tool, accept, context)).toEqual({ args: accept })
    }
    expect(confirmCall(tool, { ...accept, confirm: true }, request(able))).toEqual({
      args: { ...accept, confirm: true },
    })
    expect(confirmCall(tool, { action: 'open' }, request(able))).toEqual({ args: { action: 'open' } })
    expect(confirmCall({}, accept, request(able))).toEqual({ args: accept })
  })
})
