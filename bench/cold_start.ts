/** Time from process start to the first response of each function on Deno, compared with a bare Deno.serve, in turns. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FunctionName } from '../cli/gateway/paths.ts'
import { freePort } from '../cli/installation/postgres.ts'

const rounds = Number(process.argv[2] ?? 9)
const root = join(import.meta.dirname, '..')
const deno = join(root, 'node_modules', 'deno', 'deno')

/** A path of each function that needs no database, so that only the start is measured. */
const firstAddresses: Record<FunctionName, string> = {
  analytics: '/v1/brands',
  commerce: '/api/storefront/brd_x/negotiations',
  storefront: '/api/storefront/sdk/curl',
  events: '/api/storefront/brd_x/events/stream',
  oauth: '/.well-known/oauth-authorization-server',
  mcp: '/mcp',
  webhooks: '/api/webhooks/event-types',
  console: '/console/style.css',
  docs: '/openapi.json',
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-cold-'))
const bare = join(folder, 'bare.ts')
await writeFile(bare, "Deno.serve({ port: Number(Deno.env.get('PORT')), onListen() {} }, () => new Response('{}'))\n")
try {
  for (const [name, address] of Object.entries(firstAddresses)) {
    const script = join(root, 'functions', name, 'index.ts')
    const [own, reference]: [number[], number[]] = [[], []]
    // One unmeasured start fills the caches that a platform fills when it deploys.
    await timeStart(script, address)
    for (let round = 0; round < rounds; round++) {
      reference.push(await timeStart(bare, '/'))
      own.push(await timeStart(script, address))
    }
    const [ms, bareMs] = [median(own), median(reference)]
    console.log({ function: name, ms, bare_ms: bareMs, ratio: Math.round((ms / bareMs) * 100) / 100 })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function timeStart(script: string, address: string): Promise<number> {
  const port = await freePort()
  const args = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-env', script]
  const startedAt = performance.now()
  const child = spawn(deno, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATABASE_URL: 'postgres://none@127.0.0.1:1/none' },
    stdio: 'ignore',
  })
  const exited = new Promise((done) => child.once('exit', done))
  try {
    while (!(await fetch(`http://127.0.0.1:${port}${address}`).catch(() => null)))
      if (child.exitCode !== null) throw new Error(`${script} does not start.`)
    return performance.now() - startedAt
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

function median(values: number[]): number {
  return Math.round(values.toSorted((one, two) => one - two)[values.length >> 1] as number)
}
