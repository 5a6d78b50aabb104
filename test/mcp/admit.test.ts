import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMcp } from '../../functions/mcp/app.ts'
import { mcpOptions } from '../../functions/mcp/options.ts'
import { createPool } from '../../shared/db/pool.ts'
import { parseEnv } from '../../shared/env.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
let services: Parameters<typeof createMcp>[0]

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  services = {
    database: createPool({ url: database.functionsUrl, connectionsMax: 2 }),
    publicBaseUrl: 'https://vitrine.example',
    trustedProxyHops: 0,
    log: () => undefined,
  }
})
afterAll(async () => {
  await services.database.end({ timeout: 1 })
  await database.stop()
})

async function statusOf(address: string, origin?: string, env: Record<string, string> = {}): Promise<number> {
  const app = createMcp(services, mcpOptions(parseEnv(env)))
  return (await app.request(address, { headers: origin === undefined ? {} : { Origin: origin } })).status
}

test('accepts the public host and origin and returns 403 for others', async () => {
  expect(await statusOf('https://vitrine.example/mcp', 'https://vitrine.example')).toBe(401)
  expect(await statusOf('https://vitrine.example:8443/mcp')).toBe(401)
  expect(await statusOf('https://other.example/mcp')).toBe(403)
  expect(await statusOf('https://vitrine.example/mcp', 'http://vitrine.example')).toBe(403)
  expect(await statusOf('https://vitrine.example/mcp', 'https://sub.vitrine.example')).toBe(403)
})

test('accepts the hosts and origins of CONNECTOR_HOSTS and CONNECTOR_ORIGINS', async () => {
  const env = {
    CONNECTOR_HOSTS: 'edge.internal, Proxy.internal',
    CONNECTOR_ORIGINS: 'https://app.example,vscode-webview://x',
  }
  expect(await statusOf('http://edge.internal/mcp', 'https://app.example', env)).toBe(401)
  expect(await statusOf('http://proxy.internal:9000/mcp', 'vscode-webview://x', env)).toBe(401)
  expect(await statusOf('http://edge.internal/mcp', 'https://app.example.evil', env)).toBe(403)
  expect(await statusOf('http://edge.internal.evil/mcp', undefined, env)).toBe(403)
})

test('rejects an invalid CONNECTOR_ORIGINS or CONNECTOR_HOSTS', () => {
  expect(() => parseEnv({ CONNECTOR_ORIGINS: 'app.example' })).toThrow('CONNECTOR_ORIGINS')
  expect(() => parseEnv({ CONNECTOR_HOSTS: 'https://app.example' })).toThrow('CONNECTOR_HOSTS')
})
