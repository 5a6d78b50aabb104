import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A process may take its drain, and then what it grants to whatever is under way. */
const patienceMilliseconds = (Number(process.env.DRAIN_SECONDS ?? 0) + 15) * 1000

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')

export interface RunningProcess {
  pid: number
  stop: () => Promise<void>
  /** Calls back when the process ends though nobody stopped it. */
  onCrash: (callback: () => void) => void
}

/** Runs a script of the project under Deno with no more than network and environment, or than the variables that are named. */
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
      const patience = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds)
      await exited
      clearTimeout(patience)
    },
    onCrash: (callback) => void exited.then(() => isStopping || callback()),
  }
}

/** Throws one sentence when npm did not bring Deno along. */
export function requireDeno(): void {
  if (!existsSync(deno)) throw new Error('Deno is missing. Run npm install, and let it run the install scripts.')
}
