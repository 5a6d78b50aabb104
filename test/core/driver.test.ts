import { connect } from 'node:net'
import type { Socket } from 'node:net'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'

const { hostname, port, username, password } = new URL(inject('postgres').url)
const sockets: Socket[] = []
const options = {
  host: hostname,
  port: Number(port),
  username: decodeURIComponent(username),
  password: decodeURIComponent(password),
  database: 'postgres',
  max: 1,
  connect_timeout: 2,
  backoff: () => 0.01,
  // The driver supports this option, but its types do not declare it.
  socket: () => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    return socket
  },
}
const database = postgres(options)
afterAll(() => database.end({ timeout: 1 }))

test('the database driver uses a connection again that closed while it collected a small write', async () => {
  await database`select 0`
  const outcome = expect(database`select 1`.execute()).rejects.toThrow(/CONNECTION_CLOSED/)
  // After microtasks the driver has collected the query. It writes in the next turn of the event loop.
  for (let count = 0; count < 10; count++) await Promise.resolve()
  // Deno can report the end of a connection in this moment.
  sockets.at(-1)?.emit('close', false)
  sockets.at(-1)?.destroy()
  await outcome
  expect([...(await database`select 2 as two`)]).toEqual([{ two: 2 }])
})
