import { connect } from 'node:net'
import type { Socket } from 'node:net'
import postgres from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { createPool } from '../../shared/db/pool.ts'

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
  onnotice: () => undefined,
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

test('a query that is prepared again after its result type has changed has the same parameters', async () => {
  const url = new URL(inject('postgres').url)
  url.pathname = '/postgres'
  const pool = createPool({ url: url.href, connectionsMax: 1 })
  const declare = (type: string) =>
    database.unsafe(`
      drop function if exists public.given(boolean, bytea, jsonb, timestamptz);
      create function public.given(flag boolean, bytes bytea, object jsonb, at timestamptz) returns ${type} language sql
      return json_build_object('flag', flag, 'bytes', bytes, 'object', object, 'at', at = '2026-11-28T00:00:00Z')::${type};
    `)
  const call = async () => {
    const [row] = await pool`
      select public.given(${true}, ${Uint8Array.of(1, 255)}, ${pool.json({ list: ['a'] })}, ${new Date('2026-11-28')}) as given`
    return row?.given as unknown
  }
  const given = { flag: true, bytes: String.raw`\x01ff`, object: { list: ['a'] }, at: true }
  for (const type of ['jsonb', 'json']) {
    await declare(type)
    expect(await call(), type).toEqual(given)
    expect(await call(), type).toEqual(given)
  }
  await pool.end()
  await database`drop function public.given(boolean, bytea, jsonb, timestamptz)`
})
