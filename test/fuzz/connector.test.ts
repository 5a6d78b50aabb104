import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutNulls } from '../../shared/http/input/unknown_members.ts'
import { tools } from '../../shared/tools.ts'
import type { Tool } from '../../shared/tools/tool.ts'
import type { Described, Schema } from './described.ts'
import { draftsOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { curl } from './exchange.ts'
import { forbiddenIn, parsed } from './forbidden.ts'
import { FuzzScene } from './scene.ts'
import { faultOf } from './valid.ts'

const seed = Number(process.env.FUZZ_SEED || 20261120)
const runs = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 2000) / 5 / tools.length)
let scene: FuzzScene

beforeAll(async () => {
  scene = await FuzzScene.start()
})
afterAll(() => scene.stop())

/** Describes a tool as an operation whose body holds the arguments. */
function described({ name, inputSchema }: Tool): Described {
  const schema = inputSchema as Schema
  return {
    operationId: name,
    method: 'post',
    path: '/mcp',
    security: [{ connector: [] }],
    parameters: [],
    body: { type: 'application/json', required: true, schema },
    responses: {},
  }
}

/** The tools/call message with the arguments; null if the arguments are not JSON. */
function message(name: string, draft: Draft): Draft | null {
  const given = parsed(draft.body)
  if (given === undefined) return null
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  return { ...draft, body, query: [], headers: { 'Content-Type': 'application/json', Accept: 'application/json' } }
}

/** Removes optional arguments that are null. */
function meant(tool: Tool, draft: Draft): Draft {
  const given = parsed(draft.body)
  return given === undefined ? draft : { ...draft, body: JSON.stringify(withoutNulls(tool.input, given)) }
}

interface Result {
  isError?: boolean
  structuredContent?: unknown
  content: { text: string }[]
}

function breachOf(tool: Tool, forbidden: string | null, status: number, text: string): string | null {
  if (status >= 500) return `not_a_server_error: ${status}`
  const { result, error } = JSON.parse(text) as { result?: Result; error?: { code: number } }
  if (error) return forbidden === null || error.code === -32603 ? `no result: ${error.code}` : null
  if (!result) return 'neither a result nor an error'
  if (result.isError)
    return result.content[0]?.text.includes('"internal_error"') ? 'not_a_server_error: internal_error' : null
  if (forbidden !== null) return `negative_data_rejection: although ${forbidden}`
  const fault = 'structuredContent' in result ? faultOf(tool.outputSchema as Schema, result.structuredContent) : null
  return fault === null ? null : `response_schema_conformance: ${fault}`
}

describe('tools/call with random arguments returns a result that matches the schemas', () => {
  test.concurrent.each(tools)('$name', { timeout: 900_000 }, async (tool) => {
    let breach: string | null = null
    const operation = described(tool)
    const property = fc.asyncProperty(draftsOf(operation, scene.credentials(operation)), async (draft) => {
      const call = message(tool.name, draft)
      if (!call) return true
      const sent = scene.write(operation, call)
      const { status, text, headers } = await scene.send(sent)
      // The parser of the protocol drops a member of that name before the tool is called.
      const forbidden = /"__proto__"\s*:/.test(draft.body ?? '') ? null : forbiddenIn(operation, meant(tool, draft))
      const found = breachOf(tool, forbidden, status, text)
      if (found === null) return true
      const cause = scene.causeOf(headers['x-request-id'])
      breach = [found, curl(scene.url, sent, call.credential), text.slice(0, 600), cause, `FUZZ_SEED=${seed}`].join(
        '\n',
      )
      return false
    })
    const details = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit: 800_000 })
    if (details.failed) expect.fail(breach ?? String(details.errorInstance))
  })
})
