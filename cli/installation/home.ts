import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isRunning } from './running.ts'

/** Addresses, keys and passwords of a running installation, for scripts (`dev.json`). */
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
  /** The password of the person of the demo account. */
  person: string
  /** 32 bytes in base64url that encrypt the secrets of webhooks (WEBHOOK_SECRET_KEY). */
  webhooks: string
  /** 32 bytes in base64url that sign price holds (QUOTE_SIGNING_KEY). */
  quotes: string
  /** 32 bytes in base64url that encrypt the secrets of authenticator apps (TOTP_SECRET_KEY). */
  totp: string
  /** 32 bytes in base64url that encrypt the grants of connected accounts (SOURCE_TOKEN_KEY). */
  sources: string
}

interface Run {
  pid: number
  children: number[]
}

/** The folder of an installation: the embedded database, its secrets and dev.json. */
export class Home {
  readonly directory: string

  constructor(directory: string) {
    this.directory = resolve(directory)
  }

  get databaseDirectory(): string {
    return join(this.directory, 'postgres')
  }

  /** The file with the addresses, keys and passwords of the installation. */
  get installationFile(): string {
    return join(this.directory, 'dev.json')
  }

  /** The file with the secrets of the installation. */
  get secretsFile(): string {
    return join(this.directory, 'secrets.json')
  }

  /** Returns the secrets. New ones are written before their first use, so that a failed start does not lose them. */
  secrets(): Secrets {
    const kept = this.read<Partial<Secrets>>('secrets.json')
    const secrets = {
      postgres: newSecret(),
      functions: newSecret(),
      worker: newSecret(),
      person: newSecret(),
      webhooks: randomBytes(32).toString('base64url'),
      quotes: randomBytes(32).toString('base64url'),
      totp: randomBytes(32).toString('base64url'),
      sources: randomBytes(32).toString('base64url'),
      ...kept,
    }
    // A folder of an older release lacks newer secrets.
    if (Object.keys(kept ?? {}).length < Object.keys(secrets).length) this.write('secrets.json', secrets)
    return secrets
  }

  /** Replaces one secret. A process that reads the file meanwhile sees either all old secrets or all new ones. */
  storeSecret(name: keyof Secrets, value: string): void {
    this.write('secrets.json', { ...this.secrets(), [name]: value })
  }

  /** Reserves the folder for this process. Throws an Error with one sentence if another process uses it. */
  async claim(): Promise<void> {
    const last = this.read<Run>('run.json')
    if (last && last.pid !== process.pid && isRunning(last.pid, 'start.ts')) {
      throw new Error(
        `Process ${last.pid} already runs Vitrine in ${this.directory}. Stop it, or set VITRINE_HOME to another folder.`,
      )
    }
    // A killed process leaves its children, which use the port. They have no state, so they can be killed.
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
        `${path} is damaged. Restore it, or delete the folder ${this.directory} to start again. This also deletes its database.`,
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
