import { existsSync, readFileSync } from 'node:fs'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns whether a process runs with this text in its command line, because a process id is reused after a crash. */
export function isRunning(pid: number, partOfCommand: string): boolean {
  if (!isAlive(pid)) return false
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(partOfCommand)
}
