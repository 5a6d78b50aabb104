import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { issueKey } from '../support/factories.ts'
import { startLockedRegistry } from '../support/locked_registry.ts'
import type { LockedRegistry } from '../support/locked_registry.ts'
import { WebhookScene } from '../support/webhooks.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = join(root, 'node_modules', '.bin')
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }

let registry: LockedRegistry
let scene: WebhookScene
let place: string
let project: string
let settings: Record<string, string>

/** Runs a program without blocking the API, which runs in this process. Returns its standard output. */
async function run(program: string, args: string[], more: Record<string, string> = {}): Promise<string> {
  const child = spawn(program, args, { cwd: project, env: { ...env, ...more } })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${output}${errors}`)
  return output
}

function releaseTo(name: string): { bytes: Buffer; file: string } {
  const folder = join(place, name)
  mkdirSync(folder)
  const printed = execFileSync('node', [join(root, 'cli', 'release', 'release.ts')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const file = join(folder, printed.trim().split(/\s+/)[1] as string)
  return { bytes: readFileSync(file), file }
}

/** The same program for every environment: it uses a page iterator, an error and a webhook. */
const program = `import { createVitrine, unwrap, verifyWebhook, VitrineError } from '@vitrine/client'

export async function use({ baseUrl, brandId, publicKey }: { baseUrl: string; brandId: string; publicKey: string }) {
  const shop = createVitrine({ baseUrl, key: publicKey })
  const params = { path: { brand_id: brandId }, query: { limit: 100 } }
  const titles: string[] = []
  for await (const { title } of shop.rows('/api/storefront/{brand_id}/products', { params })) titles.push(title)
  const { meta } = await unwrap(shop.GET('/api/storefront/{brand_id}/products', { params }))
  const missing = await unwrap(
    shop.GET('/api/storefront/{brand_id}/products', { params: { path: { brand_id: 'brd_nothing' } } }),
  ).catch((error: unknown) => (error instanceof VitrineError ? error.code : 'other'))
  const forged = await verifyWebhook('{}', {}, 'whsec_AAAA').catch((error: unknown) => (error as VitrineError).code)
  return { hasAll: titles.length > 0 && titles.length === meta.total, missing, forged }
}
`
const outcome = { hasAll: true, missing: 'not_found', forged: 'invalid_webhook' }

beforeAll(async () => {
  registry = await startLockedRegistry()
  scene = await WebhookScene.start({ isSimulated: true })
  const { accountId, brandId } = await scene.account()
  const { key: publicKey } = await issueKey(scene.database.sql, accountId, { prefix: 'pk_test_' })
  const { key: secretKey } = await issueKey(scene.database.sql, accountId, { prefix: 'svc_sk_test_' })
  settings = { baseUrl: scene.api.url, brandId, publicKey, secretKey }
  place = mkdtempSync(join(tmpdir(), 'vitrine-tarball-'))
  project = join(place, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  const { file } = releaseTo('first')
  await run('npm', ['install', file], registry.env)
  writeFileSync(join(project, 'use.ts'), program)
  const ending = `console.log(JSON.stringify(await use(${JSON.stringify(settings)})))\n`
  const compilerOptions = { strict: true, target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom', 'dom.iterable'] }
  const types = { types: [], exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }
  const tsconfig = { compilerOptions: { ...compilerOptions, ...types }, files: ['use.ts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(tsconfig))
  // tsc checks the types, and writes use.js.
  await run(join(bin, 'tsc'), [])
  writeFileSync(join(project, 'main.js'), `import { use } from "./use.js"\n${ending}`)
}, 240_000)
afterAll(async () => {
  await registry.stop()
  await scene.stop()
  rmSync(place, { recursive: true })
})

describe('the tarball of npm run release', () => {
  test('has the same bytes each time, and the same as npm pack', () => {
    const { bytes } = releaseTo('second')
    const pack = ['pack', join(root, 'client'), '--pack-destination', place]
    const name = execFileSync('npm', pack, { cwd: place, env, encoding: 'utf8', stdio: 'pipe' }).trim()
    expect(bytes.equals(releaseTo('third').bytes)).toBe(true)
    expect(bytes.equals(readFileSync(join(place, name)))).toBe(true)
  })

  test('has the files of the package, its license and no path of a machine', () => {
    const { file } = releaseTo('fourth')
    const list = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n')
    const { files } = JSON.parse(readFileSync(join(root, 'client', 'package.json'), 'utf8')) as { files: string[] }
    expect(list.toSorted()).toEqual([...files, 'package.json'].map((each) => `package/${each}`).toSorted())
    const text = execFileSync('tar', ['-xzOf', file], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
    expect(text).toContain('MIT License')
    expect(text).not.toContain(root)
    expect(text).not.toMatch(/\/home\/|\/Users\/|\/root\/|file:\/\//)
  })

  test('runs on Node', async () => {
    expect(JSON.parse(await run('node', ['main.js']))).toEqual(outcome)
  })

  test('runs on Deno with access to the network only', async () => {
    const output = await run(join(bin, 'deno'), [
      'run',
      '--no-prompt',
      '--allow-net',
      '--node-modules-dir=manual',
      'main.js',
    ])
    expect(JSON.parse(output)).toEqual(outcome)
  })

  test.skipIf(!chromiumPath)('runs in a bundle in a browser; /v1 refuses its origin', async () => {
    const entry = `import { createVitrine } from '@vitrine/client'
import { use } from "./use.js"
const settings = ${JSON.stringify(settings)}
window.outcome = use(settings)
window.secret = createVitrine({ baseUrl: settings.baseUrl, key: settings.secretKey, retries: { max: 0 } })
  .GET('/v1/brands')
  .then(() => 'allowed', (error) => error.code + ' ' + error.message)
`
    writeFileSync(join(project, 'page.js'), entry)
    const build = await rolldown({ input: join(project, 'page.js'), cwd: project, platform: 'browser' })
    const { output } = await build.generate({ format: 'iife', minify: true })
    const { code } = output[0]
    expect(code.length).toBeLessThan(20_000)
    const site = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? code : '<!doctype html><title>Shop</title><script src="/page.js"></script>')
    })
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
      expect(await page.evaluate('window.outcome')).toEqual(outcome)
      expect(await page.evaluate('window.secret')).toMatch(/^network_error .*operations without CORS/)
    } finally {
      await browser.close()
      site.closeAllConnections()
      site.close()
    }
  })
})
