import type { TestDatabase } from './database.ts'
import { startTcpProxy } from './tcp_proxy.ts'
import type { Fault, TcpProxy } from './tcp_proxy.ts'

export interface FaultyDatabase {
  wire: TcpProxy
  /** The database. All URLs except that of the superuser lead through the proxy. */
  database: TestDatabase
}

/** Starts a proxy with faults in front of a database. */
export async function putBehindWire(database: TestDatabase): Promise<FaultyDatabase> {
  const { hostname, port } = new URL(database.sessionUrl)
  const wire = await startTcpProxy({ host: hostname, port: Number(port) })
  const { functionsUrl, sessionUrl, workerUrl } = database
  return {
    wire,
    database: {
      ...database,
      functionsUrl: wire.through(functionsUrl),
      sessionUrl: wire.through(sessionUrl),
      workerUrl: wire.through(workerUrl),
    },
  }
}

/** The faults of a connection with their names in test titles. */
export const faults: [string, Fault][] = [
  ['refuses', 'refuse'],
  ['closes every connection', 'close'],
  ['hangs', 'hang'],
  ['resets in the middle of replies', 'reset'],
  ['passes 50 bytes a second', { bytesPerSecond: 50 }],
  ['cuts replies short', { cutAfterBytes: 100 }],
]
