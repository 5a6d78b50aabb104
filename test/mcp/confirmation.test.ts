import { describe, expect, test } from 'vitest'
import { confirmed } from '../../functions/mcp/protocol/confirmation.ts'

const tool = { confirms: ({ action }: Record<string, unknown>) => (action === 'accept' ? 'Accept the offer?' : null) }

/** A request of a client with such capabilities, and what its person answered. */
function request(capabilities: object | null, answer?: object) {
  const envelope = capabilities && { 'io.modelcontextprotocol/clientCapabilities': capabilities }
  return { mcpReq: { envelope, inputResponses: answer && { confirmation: answer } } } as never
}

const accept = { action: 'accept' }
const able = { elicitation: {} }

describe('what a person must agree to', () => {
  test('is asked of a client that can ask', () => {
    expect(confirmed(tool, accept, request(able))).toMatchObject({
      question: {
        resultType: 'input_required',
        inputRequests: { confirmation: { method: 'elicitation/create', params: { message: 'Accept the offer?' } } },
      },
    })
  })

  test('is agreed to by the answer, and only by it', () => {
    const yes = { action: 'accept', content: { confirm: true } }
    expect(confirmed(tool, accept, request(able, yes))).toEqual({ given: { action: 'accept', confirm: true } })
    for (const no of [{ action: 'decline' }, { action: 'cancel' }, { action: 'accept', content: { confirm: false } }]) {
      expect(() => confirmed(tool, accept, request(able, no))).toThrow('did not agree')
    }
  })

  test('is left to the operation where nobody can be asked, or where it was said before', () => {
    for (const context of [request(null), request({}), request({ sampling: {} })]) {
      expect(confirmed(tool, accept, context)).toEqual({ given: accept })
    }
    expect(confirmed(tool, { ...accept, confirm: true }, request(able))).toEqual({
      given: { ...accept, confirm: true },
    })
    expect(confirmed(tool, { action: 'open' }, request(able))).toEqual({ given: { action: 'open' } })
    expect(confirmed({}, accept, request(able))).toEqual({ given: accept })
  })
})
