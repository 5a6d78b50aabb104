import { logLine } from '../../shared/log/redact.ts'

/** Writes one line of JSON. */
export type Log = (fields: Record<string, unknown>) => void

export function createLog(write: (line: string) => void = console.log): Log {
  return (fields) => write(logLine({ at: new Date().toISOString(), ...fields }))
}

/** Returns the stack of an error, or its text. */
export function causeOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
