import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
export const deno = join(root, 'node_modules', '.bin', 'deno')

export interface RunningProcess {
  stop: () => Promise<void>
  /** Calls back when the process ends though nobody stopped it. */
  onCrash: (callback: () => void) => void
}

/** Runs a script of the project under Deno with no more than network and environment. */
export function startProcess(script: string, variables: Record<string, string>): RunningProcess {
  const args = ['run', '--quiet', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-env']
  const child = spawn(deno, [...args, join(root, script)], {
    env: { ...process.env, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  let isStopping = false
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    stop: async () => {
      isStopping = true
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(patience)
    },
    onCrash: (callback) => void exited.then(() => isStopping || callback()),
  }
}
