import { spawn } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../cli/installation/postgres.ts'
import { Browser } from '../../support/browser.ts'
import { useConnector } from '../../support/connector.ts'
import { Client, createPerson, decide, signedIn } from '../../support/oauth.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'
import { fixtures } from './conformance/fixtures.ts'

const suite = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const baseline = (year: number) => join(import.meta.dirname, 'conformance', `baseline_${year}.yml`)

// The production server with the extra tools and resources that the suite requires. Access checks stay active.
const withFixtures = useConnector({ mcp: { extension: fixtures } })
const { api, sql, tenant } = withFixtures

/** A proxy that adds a credential to each request, because the suite sends none. */
function startProxy({ api: server, tenant: create }: ReturnType<typeof useConnector>): () => string {
  let key: string
  const proxy = createServer((given, answered) => {
    const { port } = new URL(server().url)
    const headers = { ...given.headers, authorization: `Bearer ${key}` }
    const { method, url: path } = given
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      answered.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answered)
    })
    answered.on('close', () => passed.destroy())
    passed.on('error', () => answered.destroy())
    given.pipe(passed)
  })
  beforeAll(async () => {
    key = (await create()).simulated
    await new Promise<void>((listening) => void proxy.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => void proxy.close())
  return () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
}
const address = startProxy(withFixtures)
/** The production server as it is deployed, with the tools of the product only. */
const deployedAddress = startProxy(useConnector())

async function run(given: string[], onOutput: (text: string) => void = () => undefined) {
  const running = spawn(process.execPath, [suite, ...given])
  let output = ''
  for (const stream of [running.stdout, running.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      onOutput(output)
    })
  }
  const code = await new Promise<number | null>((ended) => running.on('close', ended))
  return { code, output }
}

const judged = (checks: string) => ({
  judge: 'MCP conformance suite',
  version: versionOf('@modelcontextprotocol/conformance'),
  checks,
})

/** The names of the scenarios that a revision requires of a server, and of those that fail at an address. */
async function verdictsOf(revision: string, url: string, options: string[]) {
  const listed = await run(['list', '--requirements', revision])
  const [server = ''] = listed.output.split('Client scenarios')
  const required = [...server.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name as string)
  const { code, output } = await run(['server', '--url', url, '--requirements', revision, ...options])
  const verdicts = [...output.matchAll(/^([✓✗]) (\S+): /gm)].filter(([, , name]) => required.includes(name as string))
  const failed = verdicts.filter(([, mark]) => mark === '✗').map(([, , name]) => name as string)
  return { code, output, required, judged: verdicts.length, failed }
}

for (const [revision, passing, failing, year] of [
  ['2026-07-28', 37, 0, 2026],
  ['2025-11-25', 26, 4, 2025],
] as const) {
  const scenarios = passing + failing
  judge(judged(`server with fixtures, ${revision}: ${passing} of ${scenarios} scenarios`), () => {
    test(`${passing} scenarios pass and ${failing} are expected failures`, async () => {
      const options = ['--expected-failures', baseline(year)]
      const { code, output, ...verdicts } = await verdictsOf(revision, address(), options)
      expect([code, output]).toEqual([0, output])
      expect([verdicts.required.length, verdicts.judged, verdicts.failed.length]).toEqual([
        scenarios,
        scenarios,
        failing,
      ])
    }, 240_000)
  })
}

/** The required scenarios that call no tool, resource or prompt of the suite, so that the product passes them without fixtures. */
const withoutFixtures: Record<string, readonly string[]> = {
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'tools-list',
  ],
  '2025-11-25': [
    'dns-rebinding-protection',
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'server-sse-multiple-streams',
    'tools-list',
  ],
}

for (const [revision, passing] of Object.entries(withoutFixtures)) {
  judge(judged(`server as deployed, ${revision}: ${passing.length} scenarios that need no fixture`), () => {
    test(`${passing.length} scenarios pass, and all others call what only the suite has`, async () => {
      const { required, failed, judged: counted } = await verdictsOf(revision, deployedAddress(), [])
      expect(counted).toBe(required.length)
      expect(required.filter((name) => !failed.includes(name)).toSorted()).toEqual(passing.toSorted())
    }, 240_000)
  })
}

judge(judged('authorization'), () => {
  test('authorization passes with no failure', async () => {
    const { brandId } = await tenant()
    const person = await createPerson(sql(), [brandId])
    const port = await freePort()
    const client = new Client(api().url)
    await client.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
    const given = ['--client-id', client.clientId, '--resource', client.resource, '--port', String(port)]
    let isFollowed = false
    const { code, output } = await run(['authorization', '--url', api().url, ...given], (text) => {
      const [link] = /http:\/\/127[^\s"']+\/oauth\/authorize\?\S+/.exec(text) ?? []
      if (!link || isFollowed) return
      isFollowed = true
      void follow(link)
    })
    async function follow(link: string): Promise<void> {
      const browser = new Browser(api().url)
      const { location } = await decide(browser, await signedIn(browser, person, link))
      await fetch(location as URL)
    }
    expect([code, output]).toEqual([0, expect.stringContaining('Total: 3 passed, 0 failed')])
  }, 120_000)
})
