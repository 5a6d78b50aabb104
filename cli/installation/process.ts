import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The time from SIGTERM to SIGKILL: the drain, and then 15 s for running requests and jobs. */
const stopTimeoutMilliseconds = (Number(process.env.DRAIN_SECONDS ?? 0) + 15) * 1000

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')

export interface RunningProcess {
  pid: number
  stop: () => Promise<void>
  /** Calls back if the process ends without `stop`. */
  onCrash: (callback: () => void) => void
}

/** Runs a script of the project with Deno. Its only permissions are network and environment, or the given variables. */
export function startProcess(
  script: string,
  variables: Record<string, string>,
  allowedVariables?: string,
): RunningProcess {
  requireDeno()
  const environment = allowedVariables === undefined ? '--allow-env' : `--allow-env=${allowedVariables}`
  const args = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', environment]
  const child = spawn(deno, [...args, join(root, script)], {
    env: { ...process.env, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  let isStopping = false
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    pid: child.pid as number,
    stop: async () => {
      isStopping = true
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMilliseconds)
      await exited
      clearTimeout(timer)
    },
    onCrash: (callback) => void exited.then(() => isStopping || callback()),
  }
}

/** Throws an Error with one sentence if Deno is not installed. */
export function requireDeno(): void {
  if (!existsSync(deno)) throw new Error('Deno is missing. Run npm install with install scripts enabled.')
}
