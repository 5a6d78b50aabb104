import { logLine } from './redact.ts'

/** From the least to the most important. */
export const levels = ['debug', 'info', 'warn', 'error'] as const

export type Level = (typeof levels)[number]

/** Writes one line of JSON. Without a level, a line with a cause is an error and any other line is information. */
export type Log = (fields: Record<string, unknown> & { level?: Level | undefined }) => void

/** Returns a log that writes lines of at least this level (LOG_LEVEL). Secrets are redacted. */
export function createLog(write: (line: string) => void = console.log, minimum: Level = 'info'): Log {
  return ({ level: given, ...fields }) => {
    const level = given ?? (fields.cause === undefined ? 'info' : 'error')
    if (levels.indexOf(level) < levels.indexOf(minimum)) return
    write(logLine({ at: new Date().toISOString(), level, ...fields }))
  }
}

/** Returns the stack of an error, or its text. */
export function causeOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
