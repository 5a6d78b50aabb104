import { Socket } from 'node:net'
import type { Sql as Database } from 'postgres'

/** The address that postgres.js passes to its socket option. */
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

  /** Chooses the next of several hosts, as the driver does. */
  readonly open = async ({ host, port, path }: Address): Promise<Socket> => {
    // An address that cannot be reached fails in the next tick: by now the driver listens before it.
    await Promise.resolve()
    const socket = new Socket()
    for (const each of this.#open) if (each.destroyed) this.#open.delete(each)
    this.#open.add(socket)
    // Whoever takes a connection and ends it without a word is gone: the driver would try again without a pause.
    socket.once('end', () => {
      if (socket.bytesRead === 0)
        socket.destroy(Object.assign(new Error('It was ended without a word.'), { code: 'ECONNRESET' }))
    })
    if (path) return socket.connect(path)
    const index = this.#opened++ % host.length
    // The driver takes from here whom a certificate must name.
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

/** Queries that wait for a response on these sockets fail with a connection error. */
export function cut(database: Database): void {
  connectionsOf.get(database)?.cut()
}

/** The database did not respond, not even with a statement timeout. */
export class Overdue extends Error {
  constructor(seconds: number) {
    super(`No answer came from the database within ${seconds} s.`)
    this.name = 'Overdue'
  }
}

/** pg-boss considers a job lost after 15 minutes. */
export const jobSecondsMax = 890

/**
 * Waits for a response for the statement timeout and one second more. If there is none, it destroys the sockets,
 * because nothing else closes connections that a network has dropped. The next query opens new ones.
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
