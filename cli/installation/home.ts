import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning } from './running.ts'

/** What scripts and people need to use a running installation (`dev.json`). */
export interface Installation {
  base_url: string
  api_url: string
  auth_url: string
  database_url: string
  app_database_url: string
  brands: { id: string; name: string; slug: string }[]
  person: { email: string; password: string }
  keys: Record<string, string>
}

export interface Secrets {
  postgres: string
  functions: string
  worker: string
  /** Of the demo account's person. */
  person: string
  /** 32 bytes in base64url, by which the secrets of webhooks are sealed. */
  webhooks: string
  /** 32 bytes in base64url, by which held prices are signed. */
  quotes: string
}

interface Run {
  pid: number
  children: number[]
}

/** The folder that belongs to this installation alone: the embedded database, its passwords, dev.json. */
export class Home {
  readonly directory: string

  constructor(directory: string) {
    this.directory = resolve(directory)
  }

  get databaseDirectory(): string {
    return join(this.directory, 'postgres')
  }

  /** Passwords, made once and before their first use: a start that fails half-way must not lose them. */
  secrets(): Secrets {
    const kept = this.read<Partial<Secrets>>('secrets.json')
    const secrets = {
      postgres: newSecret(),
      functions: newSecret(),
      worker: newSecret(),
      person: newSecret(),
      webhooks: randomBytes(32).toString('base64url'),
      quotes: randomBytes(32).toString('base64url'),
      ...kept,
    }
    // Also where a home is older than one of its secrets.
    if (Object.keys(kept ?? {}).length < Object.keys(secrets).length) this.write('secrets.json', secrets)
    return secrets
  }

  /** Makes this process the one that runs the installation; throws one sentence if another does. */
  async claim(): Promise<void> {
    const last = this.read<Run>('run.json')
    if (last && last.pid !== process.pid && isRunning(last.pid, 'start.ts')) {
      throw new Error(
        `Vitrine runs on ${this.directory} already, as process ${last.pid}. Stop it, or set VITRINE_HOME to another folder.`,
      )
    }
    // A run that was killed could not end its children, which hold the port and keep no state.
    for (const child of last?.children ?? []) {
      if (isRunning(child, 'deno')) process.kill(child, 'SIGKILL')
      while (isRunning(child, 'deno')) await delay(10)
    }
    this.recordRun([])
    process.once('exit', () => rmSync(join(this.directory, 'run.json'), { force: true }))
  }

  recordRun(children: number[]): void {
    this.write('run.json', { pid: process.pid, children } satisfies Run)
  }

  readInstallation(): Installation | null {
    return this.read<Installation>('dev.json')
  }

  writeInstallation(installation: Installation): void {
    this.write('dev.json', installation)
  }

  private read<Value>(file: string): Value | null {
    const path = join(this.directory, file)
    if (!existsSync(path)) return null
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Value
    } catch (cause) {
      throw new Error(
        `${path} is damaged. Restore it, or delete the folder ${this.directory} to begin anew; what is in its database goes too.`,
        { cause },
      )
    }
  }

  private write(file: string, value: unknown): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 })
    const path = join(this.directory, file)
    writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
}

function newSecret(): string {
  return randomBytes(18).toString('base64url')
}
