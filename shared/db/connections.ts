import { Socket } from 'node:net'
import type { Sql as Database } from 'postgres'

/** The address that postgres.js passes to its `socket` option. */
interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * The sockets of one pool, so that they can be destroyed. The driver closes its sockets with a handshake, which
 * never completes on a network that hangs.
 */
export class Connections {
  readonly #open = new Set<Socket>()
  readonly answerSecondsMax: number
  #opened = 0

  constructor(answerSecondsMax: number) {
    this.answerSecondsMax = answerSecondsMax
  }

  /** Opens a connection to the next of several hosts, as the driver does. */
  readonly open = async ({ host, port, path }: Address): Promise<Socket> => {
    // Connect in a microtask: the driver then adds its error listener before an unreachable address fails.
    await Promise.resolve()
    const socket = new Socket()
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each)
    this.#open.add(socket)
    // If the server closes a connection before it sends a byte, fail. Otherwise the driver reconnects without a pause.
    socket.once('end', () => {
      if (socket.bytesRead === 0)
        socket.destroy(
          Object.assign(new Error('The server closed the connection without a response.'), { code: 'ECONNRESET' }),
        )
    })
    if (path) return socket.connect(path)
    const index = this.#opened++ % host.length
    // The driver reads the TLS server name from these properties.
    Object.assign(socket, { host: host[index], port: port[index] })
    return socket.connect(port[index] as number, host[index] as string)
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

const connectionsOf = new WeakMap<Database, Connections>()

export function keepConnections(database: Database, connections: Connections): void {
  connectionsOf.set(database, connections)
}

/** Destroys all sockets of a pool. Queries that wait for a response fail with a connection error. */
export function cut(database: Database): void {
  connectionsOf.get(database)?.cut()
}

/** Thrown if the database does not respond, although the statement timeout has passed. */
export class Overdue extends Error {
  constructor(seconds: number) {
    super(`No answer came from the database within ${seconds} s.`)
    this.name = 'Overdue'
  }
}

/** The timeout of queries of jobs. pg-boss considers a job lost after 15 minutes. */
export const jobSecondsMax = 890

/**
 * Waits for a response for `secondsMax`, by default one second more than the statement timeout. After that it throws
 * `Overdue` and destroys all sockets of the pool, because nothing else closes connections that a network has dropped.
 * The next query opens new ones.
 */
export async function withTimeout<Answer>(
  database: Database,
  work: () => PromiseLike<Answer>,
  secondsMax = connectionsOf.get(database)?.answerSecondsMax ?? jobSecondsMax,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const overdue = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Overdue(secondsMax))
      cut(database)
    }, secondsMax * 1000)
  })
  try {
    return await Promise.race([work(), overdue])
  } finally {
    clearTimeout(timer)
  }
}
