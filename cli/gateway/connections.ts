import type { Server } from 'node:http'
import { clientIp } from '../../shared/http/limits/client_ip.ts'

/** Closes connections of an address above the limit. An IPv6 network (/64) counts as one address. */
export function limitConnections(server: Server, connectionsMax: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = clientIp(socket.remoteAddress, undefined, 0)
    const count = (open.get(address) ?? 0) + 1
    if (count > connectionsMax) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
