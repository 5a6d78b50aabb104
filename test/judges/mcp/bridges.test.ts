import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tools } from '../../../shared/tools.ts'
import { Browser } from '../../support/browser.ts'
import { eras, useConnector } from '../../support/connector.ts'
import { createPerson, decide, signedIn } from '../../support/oauth.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

const modules = join(import.meta.dirname, '../../../node_modules')
const inspector = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const bridge = join(modules, 'mcp-remote/dist/proxy.js')

const { api, sql, tenant } = useConnector()
let folder: string
let key: string
let brandId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
  const made = await tenant()
  key = made.simulated
  brandId = made.brandId
})
afterAll(() => rm(folder, { recursive: true }))

interface Ended {
  code: number
  output: string
  errors: string
}

/** Runs the command line of the Inspector with its own home folder. */
async function inspect(given: string[]): Promise<Ended> {
  const env = { ...process.env, HOME: folder }
  return await new Promise((done) =>
    execFile(process.execPath, [inspector, '--cli', ...given, '--format', 'json'], { env }, (error, output, errors) =>
      done({ code: error ? Number(error.code) : 0, output, errors }),
    ),
  )
}

const inspectorVersion = versionOf('@modelcontextprotocol/inspector')
for (const era of eras)
  judge({ judge: 'MCP Inspector', version: inspectorVersion, checks: `command line, ${era}` }, () => {
    async function inspectAs(credential: string, method: string, given: string[] = []): Promise<Ended> {
      const config = join(folder, `${crypto.randomUUID()}.json`)
      const headers = { Authorization: `Bearer ${credential}` }
      const server = { type: 'streamable-http', url: `${api().url}/mcp`, headers, protocolEra: era }
      await writeFile(config, JSON.stringify({ mcpServers: { vitrine: server } }))
      return await inspect(['--config', config, '--server', 'vitrine', '--method', method, ...given])
    }

    test('lists every tool without a schema warning', async () => {
      const { code, output, errors } = await inspectAs(key, 'tools/list', ['--strict'])
      expect([code, errors]).toEqual([0, expect.not.stringMatching(/portability/i)])
      for (const { name } of tools) expect(output).toContain(`"${name}"`)
    })

    test('calls a tool and exits with 5 for an error and 3 for an invalid key', async () => {
      const named = ['--tool-name', 'search_catalog', '--tool-arg', `brand_id=${brandId}`]
      const found = await inspectAs(key, 'tools/call', [...named, 'query=tent', 'limit=2'])
      expect([found.code, found.output]).toEqual([0, expect.stringMatching(/"next_cursor":"p2\.[0-9a-f]{8}"/)])
      const wrong = await inspectAs(key, 'tools/call', [...named, 'query=tent', 'limit=0'])
      expect([wrong.code, wrong.output + wrong.errors]).toEqual([5, expect.stringContaining('invalid_request')])
      const stranger = await inspectAs('junk', 'tools/list')
      expect(stranger.code).toBe(3)
    })
  })

judge({ judge: 'mcp-remote', version: versionOf('mcp-remote'), checks: 'key and sign-in' }, () => {
  test('connects a stdio client with a key', async () => {
    const given = [bridge, `${api().url}/mcp`, '--allow-http', '--header', `Authorization: Bearer ${key}`]
    const env = { ...(process.env as Record<string, string>), MCP_REMOTE_CONFIG_DIR: join(folder, 'with-key') }
    const transport = new StdioClientTransport({ command: process.execPath, args: given, env, stderr: 'pipe' })
    const client = new Client({ name: 'stdio', version: '1' })
    await client.connect(transport)
    expect((await client.listTools()).tools).toHaveLength(tools.length)
    const answered = await client.callTool({ name: 'list_brands', arguments: {} })
    expect(answered.structuredContent).toMatchObject({ data: [{ id: brandId }] })
    await client.close()
  })

  test('connects a stdio client after sign-in in a browser', async () => {
    const person = await createPerson(sql(), [brandId])
    const env = {
      ...(process.env as Record<string, string>),
      MCP_REMOTE_CONFIG_DIR: join(folder, 'signed-in'),
      PATH: `${folder}:${process.env.PATH}`,
    }
    // It opens a browser with xdg-open, which does nothing here.
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 })
    const args = [bridge, `${api().url}/mcp`, '--allow-http']
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' })
    let said = ''
    transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const client = new Client({ name: 'stdio', version: '1' })
    const connecting = client.connect(transport)
    const link = await linkIn(() => said)
    const browser = new Browser(api().url)
    const { location } = await decide(browser, await signedIn(browser, person, link))
    expect((await fetch(location as URL)).status).toBe(200)
    await connecting
    const answered = await client.callTool({ name: 'list_brands', arguments: {} })
    expect(answered.structuredContent).toMatchObject({ data: [{ id: brandId }], meta: { simulated: false } })
    await client.close()
  })
})

async function linkIn(said: () => string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [link] = /http:\S+\/oauth\/authorize\?\S+/.exec(said()) ?? []
    if (link) return link
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error(`No address to sign in at: ${said()}`)
}
