import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTcpProxy } from '../support/tcp_proxy.ts'

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

test('reset: no reply arrives whole, even if one chunk has a short and a long one', async () => {
  const [short, long] = [message('D', Buffer.from('short')), message('D', Buffer.alloc(1000))]
  const end = message('C', Buffer.from('SELECT 1'))
  const server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .on('data', () => socket.write(Buffer.concat([message('2', Buffer.alloc(0)), short, end, long, end]))),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  await proxy.set('reset')
  const client = connect(proxy.port, '127.0.0.1')
  const received: Buffer[] = []
  client.on('error', () => undefined).on('data', (chunk: Buffer) => received.push(chunk))
  client.write('query')
  await new Promise((resolve) => client.once('close', resolve))
  expect(Buffer.concat(received).length).toBeLessThan(5 + short.length)
  await proxy.stop()
  server.close()
})
