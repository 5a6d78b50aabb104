import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

/**
 * What stands between a client and a server: refuse: nobody listens. close: whoever is let in is
 * shown out without a word. hang: nothing passes any more, and what was open then
 * stays dead afterwards, as behind a network that has forgotten it. reset: in the middle of every reply. The last two: of replies.
 */
export type Fault =
  'none' | 'refuse' | 'close' | 'hang' | 'reset' | { bytesPerSecond: number } | { cutAfterBytes: number }

export interface TcpProxy {
  port: number
  /** The same address, through here. */
  through: (url: string) => string
  set: (fault: Fault) => Promise<void>
  /** How often the present fault has struck. */
  struck: () => number
  stop: () => Promise<void>
}

/** A wire to a server that can be made to fail, and made whole again, while it is in use. */
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
      // What hangs is dead from now on, be it idle; whoever is refused has nothing open.
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
