import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  canonicalPath,
  functionOf,
  functionNames,
  fallbackFunction,
  pathsWithoutApi,
  patternOf,
  routes,
} from '../../cli/gateway/paths.ts'
import { freePort } from '../../cli/installation/postgres.ts'

const root = join(import.meta.dirname, '..', '..')
const shipped = readFileSync(join(root, 'supabase', 'nginx.conf'), 'utf8')
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
const folder = mkdtempSync(join(tmpdir(), 'vitrine-gateway-'))
const paths: string[] = []
/** Replaces the platform and records the requested paths. */
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

/** For each path of the table: the path, a path below it, and a longer path with the same prefix. */
const asked = routes.flatMap(({ paths }) =>
  paths.flatMap((path) => {
    const begin = path.replace('{brand_id}', 'brd_x')
    return [begin, `${begin}/`, `${begin}/a%2Fb?state=%2B&types=trust.updated`, `${begin}x`]
  }),
)

describe('the routing table', () => {
  test('lists every function except the worker', () => {
    const folders = globSync('functions/*/index.ts', { cwd: root }).map((path) => path.split('/')[1])
    expect([...functionNames, 'worker'].toSorted()).toEqual(folders.toSorted())
  })

  test.each([
    ['events', '/api/storefront/brd_x/events/stream'],
    ['storefront', '/api/storefront/brd_x/eventsource'],
    ['commerce', '/api/storefront/brd_x/handoff/token'],
    ['storefront', '/api/storefront/health'],
    ['console', '/console'],
    ['docs', '/consoles'],
    ['docs', '/.well-known/osp.json'],
    ['docs', '/xwell-known/oauth-authorization-server'],
    ['docs', '/worker/tick'],
    ['docs', '/'],
    ['storefront', '/storefront/brd_x/search'],
    ['commerce', '/storefront/brd_x/holds'],
    ['events', '/storefront/brd_x/events/stream'],
    ['webhooks', '/webhooks'],
    ['mcp', '/mcp/brands'],
    ['oauth', '/oauth/token'],
    ['docs', '/storefronts'],
  ])('returns %s for %s', (name, path) => {
    expect(functionOf(path)).toBe(name)
  })

  test('equals the map of the gateway configuration, in the same order', () => {
    const [, map] = /map \$api\$uri \$function \{\n([^}]+)\}/.exec(shipped) as unknown as [string, string]
    const lines = routes.flatMap(({ name, paths }) => paths.map((path) => `~${patternOf(path)} ${name};`))
    expect(map.trim().split(/\n\s*/)).toEqual([...lines, `default ${fallbackFunction};`])
  })

  test('lists the paths without /api as the gateway configuration does', () => {
    const [, map] = /map \$uri \$api \{\n([^}]+)\}/.exec(shipped) as unknown as [string, string]
    expect(map.trim().split(/\n\s*/)).toEqual([...pathsWithoutApi.map((path) => `~${path} /api;`), "default '';"])
  })

  test.each([
    ['/mcp', '/mcp'],
    ['/mcp/', '/mcp/'],
    ['/mcp/brands', '/api/mcp/brands'],
    ['/oauth/authorize', '/oauth/authorize'],
    ['/oauth/connections', '/oauth/connections'],
    ['/oauth/register', '/api/oauth/register'],
    ['/v1/brands', '/v1/brands'],
    ['/api/storefront/brd_x', '/api/storefront/brd_x'],
  ])('maps %s to %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical)
  })

  test('equals the table of the deployment guide', () => {
    const guide = readFileSync(join(root, 'functions', 'docs', 'guides', 'deploy.md'), 'utf8')
    const [, table] = /^\| Path \| Function \|\n.+\n((?:\|.+\n)+)/m.exec(guide) as unknown as [string, string]
    const rows = table.split('\n').map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, shown]) => shown as string))
    const shown = routes.map(({ name, paths: [first, ...others] }) => {
      const isOfOneShop = first.includes('{brand_id}')
      return [first, ...others.map((path) => (isOfOneShop ? path.replace(/.+\//, '') : path)), name]
    })
    expect(rows.slice(0, routes.length)).toEqual(shown)
  })
})

describe.skipIf(!nginx)('the gateway of a hosted installation', () => {
  test.each([
    ...asked,
    '/storefront/brd_x/search?q=%2Ftent',
    '/webhooks/w%2F1',
    '/oauth/token',
    '/mcp/brands',
    '/.well-known/osp.json',
    '/openapi.json',
    '/worker/tick',
  ])('forwards to the function of the table for %s, with the path unchanged', async (path) => {
    paths.length = 0
    expect((await fetch(`${url}${path}`)).status).toBe(200)
    const { pathname } = new URL(path, url)
    const prefix = canonicalPath(pathname).slice(0, -pathname.length)
    expect(paths).toEqual([`/functions/v1/${functionOf(pathname)}${prefix}${path}`])
  })
})
