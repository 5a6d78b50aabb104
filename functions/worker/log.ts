import { logLine } from '../../shared/log/redact.ts'

/** Writes one JSON line. */
export type Log = (fields: Record<string, unknown>) => void

export function createLog(write: (line: string) => void = console.log): Log {
  return (fields) => write(logLine({ at: new Date().toISOString(), ...fields }))
}

/** What is told of an error, for people who look for its cause. */
export function causeOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
