import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/**
 * A fault between a client and a server. `refuse` closes the port. `close` accepts and closes connections. `hang` stops
 * forwarding, and connections that were open then stay dead. `reset` resets connections during a reply. The last two
 * limit the speed or the length of replies.
 */
export type Fault =
  'none' | 'refuse' | 'close' | 'hang' | 'reset' | { bytesPerSecond: number } | { cutAfterBytes: number }

export interface TcpProxy {
  port: number
  /** Returns the URL with the address of the proxy. */
  through: (url: string) => string
  set: (fault: Fault) => Promise<void>
  /** How many connections the current fault has affected. */
  struck: () => number
  stop: () => Promise<void>
}

/** Starts a proxy whose fault can be changed while it is in use. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  let fault: Fault = 'none'
  let repliedBytes = 0
  let struck = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (fault === 'close') {
      struck += 1
      return void client
        .on('error', () => undefined)
        .resume()
        .end()
    }
    const upstream = connect(target.port, target.host)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (fault !== 'hang') other.destroy()
      })
    }
    client.on('data', (chunk) => isDead(client) || upstream.write(chunk))
    upstream.on('data', (chunk) => isDead(client) || reply(client, upstream, chunk))
  })
  const dead = new WeakSet<Socket>()
  const isDead = (client: Socket) => {
    if (fault === 'hang') dead.add(client)
    if (dead.has(client)) struck += 1
    return dead.has(client)
  }

  function reply(client: Socket, upstream: Socket, chunk: Buffer): void {
    if (fault !== 'none') struck += 1
    if (fault === 'reset') {
      dead.add(client)
      client.write(chunk.subarray(0, middleOf(chunk)), () => client.resetAndDestroy())
    } else if (typeof fault === 'object' && 'cutAfterBytes' in fault) {
      const left = fault.cutAfterBytes - repliedBytes
      repliedBytes += chunk.length
      if (left > chunk.length) client.write(chunk)
      else client.end(chunk.subarray(0, Math.max(0, left)), () => upstream.destroy())
    } else if (typeof fault === 'object') {
      upstream.pause()
      const rest = chunk.subarray(1)
      client.write(chunk.subarray(0, 1))
      setTimeout(
        () => (rest.length > 0 ? reply(client, upstream, rest) : upstream.resume()),
        1000 / fault.bytesPerSecond,
      )
    } else {
      client.write(chunk)
      upstream.resume()
    }
  }

  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    through: (url) => {
      const moved = new URL(url)
      moved.hostname = '127.0.0.1'
      moved.port = String(port)
      return moved.href
    },
    set: async (next) => {
      const before = fault
      fault = next
      repliedBytes = 0
      struck = 0
      // `hang` affects idle connections too. `refuse` and `close` close all connections.
      if (next === 'hang') for (const socket of sockets) dead.add(socket)
      if (next === 'refuse') server.close()
      if (next === 'refuse' || next === 'close') {
        struck = sockets.size
        for (const socket of sockets) socket.resetAndDestroy()
      }
      if (before === 'refuse' && next !== 'refuse') await listen(server, port)
    },
    struck: () => struck,
    stop: async () => {
      const closed = server.listening ? once(server, 'close') : Promise.resolve()
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * Returns a place in the middle of the first row of a reply of Postgres, or of a chunk without a row. A chunk can hold the
 * replies of several queries, so half of it could be a complete reply.
 */
export function middleOf(chunk: Buffer): number {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    const length = chunk.readInt32BE(at + 1)
    if (length < 4) break
    if (chunk[at] === 'D'.charCodeAt(0)) return Math.min(chunk.length - 1, at + 5 + Math.floor((length - 4) / 2))
  }
  return Math.floor(chunk.length / 2)
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
