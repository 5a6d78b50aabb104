import { completable, inputRequired, inputResponse, ResourceTemplate } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Extension } from '../../../../functions/mcp/options.ts'
import { addTool, codec, question, said } from './parts.ts'
import { registerRounds } from './rounds.ts'

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
/** Audio without samples. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

/** Adds the tools, resources and prompts that the conformance suite requires to the production server. */
export const fixtures: Extension = {
  options: {
    capabilities: {
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: true },
      prompts: { listChanged: false },
      logging: {},
    },
    requestState: { verify: codec.verify },
  },
  register: (server) => {
    registerContents(server)
    registerTalk(server)
    registerRounds(server)
    registerResources(server)
    registerPrompts(server)
  },
}

function registerContents(server: McpServer): void {
  const image = { type: 'image', data: png, mimeType: 'image/png' } as const
  addTool(server, 'test_simple_text', () => said('This is a simple text response for testing.'))
  addTool(server, 'test_image_content', () => ({ content: [image] }))
  addTool(server, 'test_audio_content', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }))
  addTool(server, 'test_embedded_resource', () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  addTool(server, 'test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }))
  addTool(server, 'test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

/** Tools that send notifications or requests before their result. */
function registerTalk(server: McpServer): void {
  addTool(server, 'test_tool_with_logging', async ({ mcpReq }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', line)
      await delay(50)
    }
    return said('logged')
  })
  addTool(server, 'test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'A line for clients that enabled logging')
    return said('logged')
  })
  addTool(server, 'test_tool_with_progress', async ({ mcpReq }) => {
    const { _meta: { progressToken } = {} } = mcpReq
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken ?? 0, progress, total: 100 }
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
      await delay(50)
    }
    return said('done')
  })
  addTool(server, 'test_streaming_elicitation', ({ mcpReq }) =>
    inputResponse(mcpReq.inputResponses, 'answer').kind === 'missing'
      ? inputRequired({ inputRequests: { answer: inputRequired.elicit(question('Well?', 'answer')) } })
      : said('answered'),
  )
  addTool(server, 'test_missing_capability', () =>
    inputRequired({
      inputRequests: { thought: inputRequired.createMessage({ messages: [], maxTokens: 1 }) },
    }),
  )
  const asked = { timeout: 1000 }
  addTool(server, 'test_sampling', async ({ mcpReq }) =>
    said(JSON.stringify(await mcpReq.requestSampling({ messages: [], maxTokens: 100 }, asked))),
  )
  for (const tool of ['test_elicitation', 'test_elicitation_sep1034_defaults', 'test_elicitation_sep1330_enums']) {
    addTool(server, tool, async ({ mcpReq }) =>
      said(JSON.stringify(await mcpReq.elicitInput({ mode: 'form', ...question('Well?', 'answer') } as never, asked))),
    )
  }
  addTool(server, 'test_trigger_tool_change', () => said('nothing changes'))
  addTool(server, 'test_trigger_prompt_change', () => said('nothing changes'))
}

function registerResources(server: McpServer): void {
  const text = 'This is the content of the static text resource.'
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, () => ({
    contents: [{ uri: 'test://static-text', mimeType: 'text/plain', text }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: png }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }))
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.server.setRequestHandler(method, () => ({}))
  }
}

function registerPrompts(server: McpServer): void {
  const message = (content: object) => ({ role: 'user', content }) as never
  const spoken = (text: string) => message({ type: 'text', text })
  server.registerPrompt('test_simple_prompt', { description: 'Fixture' }, () => ({
    messages: [spoken('This is a simple prompt for testing.')],
  }))
  const argsSchema = z.object({ arg1: completable(z.string(), () => ['paris', 'park', 'party']), arg2: z.string() })
  server.registerPrompt('test_prompt_with_arguments', { description: 'Fixture', argsSchema }, ({ arg1, arg2 }) => ({
    messages: [spoken(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }))
  const resourceArgs = z.object({ resourceUri: z.string() })
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture', argsSchema: resourceArgs },
    ({ resourceUri }) => ({
      messages: [
        message(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        spoken('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture' }, () => ({
    messages: [message({ type: 'image', data: png, mimeType: 'image/png' }), spoken('Please analyze the image above.')],
  }))
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: 'resource', resource: { uri, mimeType, text } } as const
}
