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
      client.write(chunk.subarray(0, chunk.length / 2), () => client.resetAndDestroy())
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

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}
