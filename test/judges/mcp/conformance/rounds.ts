import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { addTool, codec, question, said } from './parts.ts'

const name = inputRequired.elicit(question('What is your name?', 'name'))
const roots = inputRequired.listRoots()
const sampled = (text: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens })

const answer = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key)

/** Returns the accepted content of a form, or null. */
function accepted(context: ServerContext, key: string, field: string): unknown {
  const given = answer(context, key)
  return given.kind === 'elicit' && given.action === 'accept' ? (given.content?.[field] ?? null) : null
}

/** Tools that take several rounds (SEP-2322). */
export function registerRounds(server: McpServer): void {
  addTool(server, 'test_input_required_result_elicitation', (context) => {
    const given = accepted(context, 'user_name', 'name')
    return typeof given === 'string' ? said(`Hello, ${given}!`) : inputRequired({ inputRequests: { user_name: name } })
  })
  addTool(server, 'test_input_required_result_sampling', (context) => {
    const given = answer(context, 'capital_question')
    if (given.kind === 'sampling') return said(JSON.stringify(given.result.content))
    return inputRequired({ inputRequests: { capital_question: sampled('What is the capital of France?') } })
  })
  addTool(server, 'test_input_required_result_list_roots', (context) => {
    const given = answer(context, 'client_roots')
    if (given.kind === 'roots') return said(given.roots.map(({ uri }) => uri).join(', '))
    return inputRequired({ inputRequests: { client_roots: roots } })
  })
  for (const tool of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    addTool(server, tool, async (context) => {
      if (context.mcpReq.requestState() !== undefined) return said('state-ok')
      const confirm = inputRequired.elicit(question('Please confirm', 'ok', 'boolean'))
      return inputRequired({ inputRequests: { confirm }, requestState: await codec.mint({ round: 1 }) })
    })
  }
  addTool(server, 'test_input_required_result_multiple_inputs', async (context) => {
    const kinds = ['user_name', 'greeting', 'client_roots'].map((key) => answer(context, key).kind)
    if (!kinds.includes('missing')) return said(`${kinds.join(', ')}: all there`)
    const inputRequests = { user_name: name, greeting: sampled('Generate a greeting', 50), client_roots: roots }
    return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }) })
  })
  addTool(server, 'test_input_required_result_multi_round', async (context) => {
    const { round = 0 } = context.mcpReq.requestState<{ round: number }>() ?? {}
    if (round === 2 && accepted(context, 'step2', 'color') !== null) return said('Three rounds')
    const next = round === 1 && accepted(context, 'step1', 'name') !== null ? 2 : 1
    const step1 = inputRequired.elicit(question('Step 1: What is your name?', 'name'))
    const step2 = inputRequired.elicit(question('Step 2: What is your favorite color?', 'color'))
    const inputRequests = next === 2 ? { step2 } : { step1 }
    return inputRequired({ inputRequests, requestState: await codec.mint({ round: next }) })
  })
  addTool(server, 'test_input_required_result_capabilities', ({ mcpReq }) => {
    const { [CLIENT_CAPABILITIES_META_KEY]: declared = {} } = (mcpReq.envelope ?? {}) as Record<string, object>
    const all = { elicitation: name, sampling: sampled('Say something'), roots }
    const known = Object.entries(all).filter(([capability]) => capability in declared)
    return inputRequired({ inputRequests: Object.fromEntries(known) })
  })
  server.registerPrompt('test_input_required_result_prompt', { description: 'Fixture' }, (context) => {
    const given = accepted(context, 'user_context', 'context')
    if (typeof given !== 'string') {
      const user_context = inputRequired.elicit(question('What context should the prompt use?', 'context'))
      return inputRequired({ inputRequests: { user_context } })
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: given } }] }
  })
}
