import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

const script = join(import.meta.dirname, '..', '..', 'cli', 'vitrine.ts')

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command line in a process with the database of a test. */
export function commandLine(database: () => Pick<TestDatabase, 'adminUrl'>) {
  const vitrine = async (args: string[], variables: Record<string, string> = {}, input = ''): Promise<Ended> => {
    const now = '2026-11-20T12:00:00Z'
    const env = { PATH: process.env.PATH, DATABASE_URL: database().adminUrl, VITRINE_NOW: now, ...variables }
    const child = spawn(process.execPath, [script, ...args], { env, cwd: tmpdir() })
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (child.exitCode === null) await once(child, 'exit')
    return { code: child.exitCode as number, stdout, stderr }
  }
  const json = async <Result>(...args: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await vitrine([...args, '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as Result
  }
  return { vitrine, json }
}
