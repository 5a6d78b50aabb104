/** Requests per second of a read through each layer, on Node and Deno: Hono alone, the function, and the gateway with all functions. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../cli/installation/postgres.ts'
import type { BenchCluster } from './cluster.ts'
import { judgeGoals } from './goals.ts'
import { runHttp, runPgbench } from './load.ts'
import type { BenchKey, Read } from './load.ts'
import { untilAnswered } from './until_answered.ts'

const layers = ['bare', 'function', 'gateway'] as const
const rounds = 3
const deno = join(import.meta.dirname, '..', 'node_modules', 'deno', 'deno')
const runtimes = {
  Node: [process.execPath],
  Deno: [deno, 'run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-env'],
}

/** Measures the layers in turn, takes the best round of each, and compares each with the layer below it. pgbench is measured beside them. */
export async function measureLayers(cluster: BenchCluster, keys: BenchKey[], read: Read): Promise<void> {
  for (const [runtime, command] of Object.entries(runtimes)) {
    const scenes = await Promise.all(layers.map(async (layer) => ({ layer, cluster, keys, port: await freePort() })))
    const servers = scenes.map(({ layer, port }) => start(command, layer, port, cluster.functionsUrl))
    const best = { bare: 0, function: 0, gateway: 0, pgbench: 0 }
    try {
      for (const { port } of scenes) await untilAnswered(`http://127.0.0.1:${port}/v1/brands`)
      for (let round = 0; round < rounds; round++) {
        for (const scene of scenes) {
          const { requests_per_second } = await runHttp(scene, read)
          best[scene.layer] = Math.max(best[scene.layer], requests_per_second)
        }
        best.pgbench = Math.max(best.pgbench, runPgbench(scenes[0] as (typeof scenes)[0], read)?.pgbench_tps ?? 0)
      }
    } finally {
      await Promise.all(servers.map(stop))
    }
    const ofPgbench = best.pgbench > 0 ? Math.round((best.gateway / best.pgbench) * 1000) / 1000 : null
    console.log({ runtime, read: read.name, ...best, gateway_of_pgbench: ofPgbench, load: loadavg()[0] })
    judgeGoals([
      { name: `${runtime}: function of Hono alone`, measured: best.function / best.bare, atLeast: 0.85 },
      { name: `${runtime}: gateway of function`, measured: best.gateway / best.function, atLeast: 0.9 },
    ])
  }
}

function start([program = '', ...options]: readonly string[], layer: string, port: number, url: string): ChildProcess {
  const script = join(import.meta.dirname, 'served.ts')
  // The log lines of the functions are written, and not kept.
  return spawn(program, [...options, script, layer, String(port)], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const exited = once(server, 'exit')
  server.kill()
  await exited
}
