import { createLog } from '../log/log.ts'

// 57014: the query of the types was canceled, for example by the statement timeout.
const lost = /^(ECONN\w+|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_\w+|57014|57P0\d|08\w{3})$/

/**
 * Keeps a process alive when database connections are lost. postgres 3.4.9 queries the types of each new connection. If
 * the connection closes meanwhile, it leaves a rejected promise unhandled, which ends the process. The queries
 * themselves still fail with their own error.
 */
export function outliveLostConnections(): void {
  globalThis.addEventListener('unhandledrejection', (event) => {
    if (!isLostConnection(event.reason)) return
    event.preventDefault()
    const { message } = event.reason as { message?: unknown }
    createLog(console.error)({ level: 'warn', cause: `A connection was lost: ${String(message)}` })
  })
}

/** Whether an unhandled rejection is that of a lost connection. */
export function isLostConnection(reason: unknown): boolean {
  const { code } = (reason ?? {}) as { code?: unknown }
  return typeof code === 'string' && lost.test(code)
}
