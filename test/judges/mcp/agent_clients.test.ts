import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { MCPServerStreamableHttp } from '@openai/agents-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../cli/installation/postgres.ts'
import { tools } from '../../../shared/tools.ts'
import { startApi } from '../../support/api.ts'
import type { Api } from '../../support/api.ts'
import { createDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createTenant, issueKey } from '../../support/factories.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

const mcporter = join(import.meta.dirname, '../../../node_modules/mcporter/dist/cli.js')

let database: TestDatabase
let api: Api
let port: number
let key: string
let brandId: string

const start = async () => await startApi(database, { isReachable: true, port })

beforeAll(async () => {
  database = await createDatabase()
  port = await freePort()
  api = await start()
  const tenant = await createTenant(database.sql)
  brandId = tenant.brandId
  key = (await issueKey(database.sql, tenant.accountId, { prefix: 'sk_test_' })).key
})
afterAll(async () => {
  await api.stop()
  await database.stop()
})

/** A connection of a framework for agents: the names of the tools, and the text that a tool returns to the model. */
interface Connection {
  toolNames: () => Promise<string[]>
  call: (name: string, given: Record<string, unknown>) => Promise<string>
  close: () => Promise<void>
}

type Connect = (url: string, headers: Record<string, string>) => Promise<Connection>

const connectWithAiSdk: Connect = async (url, headers) => {
  const client = await createMCPClient({ transport: { type: 'http', url, headers } })
  return {
    toolNames: async () => Object.keys(await client.tools()),
    call: async (name, given) => JSON.stringify(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  }
}

const connectWithLangChain: Connect = async (url, headers) => {
  const client = new MultiServerMCPClient({
    mcpServers: { vitrine: { transport: 'http', url, headers, automaticSSEFallback: false } },
    prefixToolNameWithServerName: false,
    useStandardContentBlocks: true,
  })
  const found = await client.getTools()
  return {
    toolNames: () => Promise.resolve(found.map(({ name }) => name)),
    call: async (name, given) => {
      const tool = found.find((each) => each.name === name)
      const returned: unknown = await tool?.invoke(given).catch((error: unknown) => String(error))
      return typeof returned === 'string' ? returned : JSON.stringify(returned)
    },
    close: () => client.close(),
  }
}

const connectWithOpenAiAgents: Connect = async (url, headers) => {
  const server = new MCPServerStreamableHttp({ url, name: 'vitrine', requestInit: { headers } })
  await server.connect()
  return {
    toolNames: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, given) => JSON.stringify(await server.callTool(name, given)),
    close: () => server.close(),
  }
}

/** A command line that connects for each call. */
const connectWithMcporter: Connect = async (url, headers) => {
  const server = ['--http-url', url, '--allow-http', '--no-oauth']
  const sent = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}=${value}`])
  const run = async (given: string[]) =>
    await new Promise<string>((done) =>
      execFile(process.execPath, [mcporter, ...given, ...server, ...sent], (_, output, errors) =>
        done(`${output}${errors}`),
      ),
    )
  return await Promise.resolve({
    toolNames: async () =>
      [...(await run(['list', '--json'])).matchAll(/"name": ?"(\w+)"/g)].map(([, name = '']) => name),
    call: async (name, given) =>
      await run(['call', '--tool', name, '--args', JSON.stringify(given), '--output', 'json']),
    close: () => Promise.resolve(),
  })
}

const clients = {
  '@ai-sdk/mcp': connectWithAiSdk,
  '@langchain/mcp-adapters': connectWithLangChain,
  '@openai/agents-core': connectWithOpenAiAgents,
  mcporter: connectWithMcporter,
} satisfies Record<string, Connect>

for (const [name, connect] of Object.entries(clients)) {
  const opened = (credential: string) => connect(`${api.url}/mcp`, { Authorization: `Bearer ${credential}` })

  judge({ judge: name, version: versionOf(name), checks: 'tools, refusals, restart of the server' }, () => {
    test('lists every tool, reads rows and receives refusals as text', async () => {
      const connection = await opened(key)
      expect(await connection.toolNames()).toEqual(expect.arrayContaining(tools.map((tool) => tool.name)))
      expect(await connection.call('list_brands', {})).toContain(brandId)
      const refused = await connection.call('search_catalog', { brand_id: 'brd_of_others', query: 'tent' })
      expect(refused).toMatch(/forbidden|not_found/)
      await connection.close()
    })

    test('continues after a restart of the server', async () => {
      const connection = await opened(key)
      expect(await connection.call('list_brands', {})).toContain(brandId)
      await api.stop()
      api = await start()
      expect(await connection.call('list_brands', {})).toContain(brandId)
      await connection.close()
    })

    test('receives no rows with an invalid key', async () => {
      const answered = await opened('sk_test_junk')
        .then(async (connection) => await connection.call('list_brands', {}))
        .catch((error: unknown) => String(error))
      expect(answered).not.toContain(brandId)
      expect(answered).toMatch(/401|[Uu]nauthorized/)
    })
  })
}
