import { logLine } from '../log/redact.ts'

const lost = /^(ECONN\w+|EPIPE|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_\w+|57P0\d|08\w{3})$/

/**
 * Keeps a process alive whose database goes away. postgres 3.4.9 asks each new connection for its types and tells nobody
 * when that is cut short, which is the end of any process; whoever waits for an answer is told by its own query.
 */
export function outliveLostConnections(): void {
  globalThis.addEventListener('unhandledrejection', (event) => {
    const { code, message } = (event.reason ?? {}) as { code?: unknown; message?: unknown }
    if (typeof code !== 'string' || !lost.test(code)) return
    event.preventDefault()
    console.error(logLine({ at: new Date().toISOString(), cause: `A connection was lost: ${String(message)}` }))
  })
}
