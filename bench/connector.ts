/**
 * Requests per second of the connector and its authorization server: a cheap tool through MCP and through the REST mirror, and
 * token refreshes. Each is compared with pgbench running the same statement with the same role.
 */
import { execFileSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import { connectorResource } from '../shared/connector.ts'
import { createKey } from '../shared/credentials/keys.ts'
import { sha256 } from '../shared/credentials/sha256.ts'
import { createToken } from '../shared/credentials/tokens.ts'
import { startCluster } from './cluster.ts'
import type { BenchCluster } from './cluster.ts'
import { measure } from './load.ts'
import type { BenchKey } from './load.ts'
import { untilAnswered } from './until_answered.ts'

const seconds = Number(process.argv[2] ?? 8)
const connections = 8
const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)
const json = { 'Content-Type': 'application/json' }
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const toolCall = { name: 'list_brands', arguments: {}, _meta: envelope }
const read = { operation: 'analytics.brands', input: {}, isOfConnector: true }

const cluster = await startCluster()
try {
  await measure(
    cluster,
    [await fill(cluster)],
    [
      {
        ...read,
        name: 'tools/call of list_brands, stateless',
        path: '/mcp',
        post: {
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: toolCall }),
          headers: {
            ...json,
            Accept: 'application/json, text/event-stream',
            'MCP-Protocol-Version': '2026-07-28',
            'Mcp-Method': 'tools/call',
            'Mcp-Name': 'list_brands',
          },
        },
      },
      { ...read, name: 'POST /api/mcp/brands', path: '/api/mcp/brands', post: { body: '{}', headers: json } },
    ],
  )
  console.log({ write: 'refresh of a token', ...(await measureRefresh(cluster)) })
} finally {
  await cluster.stop()
}

async function fill({ sql }: BenchCluster): Promise<BenchKey> {
  await sql`update core.key_kinds set requests_per_minute = 100000000`
  await sql`select core.create_account('Bench', 'ENTERPRISE', 'acc_bench')`
  await sql`select core.create_brand('acc_bench', 'bench', 'Bench', 'USD', 'UTC', 'brd_bench')`
  const { key, hash, display } = createKey('sk_live_')
  await sql`select core.create_key('acc_bench', 'sk_live_', ${hash}, ${display}, 'bench', all_brands => true)`
  return { key, hash: Buffer.from(hash).toString('hex') }
}

/** One app for each connection. Each refresh uses the token of the previous one. */
async function measureRefresh({ sql, functionsUrl, folder }: BenchCluster) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const tokens = Array.from({ length: connections * 2 }, () => createToken('refresh'))
  const [person] = await sql`select core.create_person('bench@people.example', 'a long password', 'Bench') as id`
  const [client] = await sql`
    insert into oauth.clients (redirect_uris, grant_types) values ('{https://app.example/callback}', '{authorization_code,refresh_token}')
    returning client_id`
  const clientId = client?.client_id as string
  const open = async (hash: Uint8Array) => {
    await sql`
      with opened as (
        insert into oauth.grants (person_id, client_id, resource, redirect_uri, scopes, brand_ids, created_at, expires_at)
        values (${person?.id as string}, ${clientId}, ${connectorResource(origin)}, 'https://app.example/callback', '{read:marketing}',
          '{brd_bench}', now(), now() + interval '1 day')
        returning grant_id
      )
      insert into oauth.refresh_tokens (token_hash, grant_id, expires_at) select ${hash}, grant_id, now() + interval '1 day' from opened`
  }
  for (const token of tokens) await open(sha256(token))
  for (let number = 0; number < connections; number++) await open(sha256(`${number}:0`))

  const reference = pgbench ? runPgbench(folder, functionsUrl, clientId, connectorResource(origin)) : null
  const gateway = startProcess('cli/gateway/gateway.ts', {
    DATABASE_URL: functionsUrl,
    PORT: String(port),
    PUBLIC_BASE_URL: origin,
    DATABASE_CONNECTIONS_MAX: String(connections),
  })
  try {
    await untilAnswered(`${origin}/openapi.json`)
    const agent = new Agent({ keepAlive: true })
    const latencies: number[] = []
    const endsAt = performance.now() + seconds * 1000
    await Promise.all(
      tokens.map(async (first) => {
        for (let token = first; performance.now() < endsAt;) {
          const startedAt = performance.now()
          token = await refresh(`${origin}/api/oauth/token`, agent, { clientId, token })
          latencies.push(performance.now() - startedAt)
        }
      }),
    )
    agent.destroy()
    latencies.sort((one, two) => one - two)
    const perSecond = Math.round(latencies.length / seconds)
    return {
      pgbench_tps: reference,
      refreshes_per_second: perSecond,
      http_p50_ms: round(latencies[latencies.length >> 1] as number),
      http_p99_ms: round(latencies[Math.floor(latencies.length * 0.99)] as number),
      ratio: reference === null ? null : round(perSecond / reference),
    }
  } finally {
    await gateway.stop()
  }
}

/** Tokens of pgbench's clients are their number and a counter, because the database sees only hashes. */
function runPgbench(folder: string, url: string, clientId: string, resource: string): number {
  const path = join(folder, 'refresh.sql')
  const hash = (prefix: string, count: string) =>
    `pg_catalog.sha256(pg_catalog.convert_to(${prefix}:client_id || ':' || ${count}, 'UTF8'))`
  writeFileSync(
    path,
    `\\set turn :turn + 1
select oauth.refresh(${hash('', '(:turn - 1)')}, '${clientId}', null, null, '${resource}', ${hash("'a' || ", ':turn')}, ${hash('', ':turn')}, '127.0.0.1');\n`,
  )
  const args = ['-n', '-c', String(connections), '-j', '2', '-T', String(seconds), '-D', 'turn=0', '-f', path, url]
  const output = execFileSync(pgbench as string, args, { encoding: 'utf8' })
  return Math.round(Number(/tps = ([\d.]+)/.exec(output)?.[1]))
}

/** Returns the next refresh token. Throws unless the response is a success. */
async function refresh(url: string, agent: Agent, { clientId, token }: { clientId: string; token: string }) {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
  }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length }
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => resolve(text(response)))
    sent.once('error', reject)
    sent.end(body)
  })
  const { refresh_token: next } = JSON.parse(answer) as { refresh_token?: string }
  if (!next) throw new Error(answer)
  return next
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
