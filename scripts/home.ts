import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

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

  /** Passwords of the database roles, made once. */
  secrets(): Secrets {
    const kept = this.read<Secrets>('secrets.json')
    if (kept) return kept
    const secrets = { postgres: newSecret(), functions: newSecret(), worker: newSecret() }
    this.write('secrets.json', secrets)
    return secrets
  }

  readInstallation(): Installation | null {
    return this.read<Installation>('dev.json')
  }

  writeInstallation(installation: Installation): void {
    this.write('dev.json', installation)
  }

  private read<Value>(file: string): Value | null {
    const path = join(this.directory, file)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Value) : null
  }

  private write(file: string, value: unknown): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 })
    writeFileSync(join(this.directory, file), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  }
}

export function newSecret(): string {
  return randomBytes(18).toString('base64url')
}
