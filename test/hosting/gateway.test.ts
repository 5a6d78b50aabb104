import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/postgres.ts'

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-gateway-'))
const paths: string[] = []
/** Stands for the platform, of which only what it is asked for matters here. */
const platform = createServer((request, response) => {
  paths.push(request.url as string)
  response.end('{}')
})
let gateway: ChildProcess | undefined
let url: string

beforeAll(async () => {
  if (!nginx) return
  await new Promise<void>((listening) => platform.listen(0, '127.0.0.1', listening))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const shipped = readFileSync(join(import.meta.dirname, '..', '..', 'supabase', 'nginx.conf'), 'utf8')
  const here = shipped
    .replace('server project.supabase.co:443', `server 127.0.0.1:${(platform.address() as AddressInfo).port}`)
    .replace('https://functions/', 'http://functions/')
    .replace('listen 80', `listen 127.0.0.1:${port}`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const head = `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\n`
  writeFileSync(join(folder, 'nginx.conf'), `${head}http {\naccess_log off;\n${paths.join('\n')}\n${here}}\n`)
  gateway = spawn(nginx, ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  await vi.waitUntil(() => fetch(url).then(Boolean, () => false), { timeout: 10_000, interval: 20 })
})
afterAll(async () => {
  gateway?.kill('SIGTERM')
  if (gateway) await new Promise((done) => gateway?.once('exit', done))
  platform.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!nginx)('the gateway of a hosted installation', () => {
  test.each([
    ['analytics', '/v1/metrics?date_from=2026-11-01&metrics=spend%2Croas'],
    ['analytics', '/api/v1/brands'],
    ['events', '/api/storefront/brd_x/events/stream?types=trust.updated'],
    ['commerce', '/api/storefront/brd_x/negotiations/neg_1/accept'],
    ['commerce', '/api/storefront/brd_x/handoff/token'],
    ['storefront', '/api/storefront/brd_x/products/a%2Fb'],
    ['storefront', '/api/storefront/health'],
    ['storefront', '/api/storefront/brd_x/eventsource'],
    ['mcp', '/mcp'],
    ['mcp', '/api/mcp/brands'],
    ['oauth', '/.well-known/oauth-authorization-server'],
    ['oauth', '/.well-known/oauth-protected-resource/mcp'],
    ['oauth', '/oauth/authorize?state=%2B'],
    ['oauth', '/api/oauth/token'],
    ['webhooks', '/api/webhooks/event-types'],
    ['docs', '/.well-known/osp.json'],
    ['docs', '/openapi.json'],
    ['docs', '/worker/tick'],
    ['docs', '/mcpx'],
  ])('asks %s for %s, as it was written', async (name, path) => {
    paths.length = 0
    expect((await fetch(`${url}${path}`)).status).toBe(200)
    expect(paths).toEqual([`/functions/v1/${name}${path}`])
  })
})
