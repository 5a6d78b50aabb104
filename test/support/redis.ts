import { spawn, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../cli/installation/postgres.ts'

export type Reply = string | number | null | Error | Reply[]

export interface Redis {
  /** Sends one command. An error of Redis is returned as a reply. */
  command: (...words: string[]) => Promise<Reply>
  stop: () => Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** Starts a redis-server without persistence on a free port. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', settings, { stdio: 'ignore' })
  const exited = new Promise((done) => server.once('exit', done))
  const socket = await connected(port, () => server.exitCode === null)
  const waiting: ((reply: Reply) => void)[] = []
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let parsed = parse(received, 0); parsed; parsed = parse(received, 0)) {
      received = received.subarray(parsed.end)
      waiting.shift()?.(parsed.reply)
    }
  })
  return {
    command: (...words) => {
      const lengths = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
      socket.write(`*${words.length}\r\n${lengths.join('')}`)
      return new Promise((done) => waiting.push(done))
    },
    stop: async () => {
      socket.destroy()
      server.kill('SIGTERM')
      await exited
    },
  }
}

async function connected(port: number, isAlive: () => boolean): Promise<Socket> {
  while (isAlive()) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    if (isOpen) return socket
    await delay(10)
  }
  throw new Error('redis-server does not start.')
}

/** Parses one reply of RESP 2 at `start`. Returns null if it is incomplete. */
function parse(bytes: Buffer, start: number): { reply: Reply; end: number } | null {
  const lineEnd = bytes.indexOf('\r\n', start)
  if (lineEnd < 0) return null
  const line = bytes.toString('utf8', start + 1, lineEnd)
  const end = lineEnd + 2
  switch (String.fromCharCode(bytes[start] as number)) {
    case '+':
      return { reply: line, end }
    case '-':
      return { reply: new Error(line), end }
    case ':':
      return { reply: Number(line), end }
    case '$': {
      const length = Number(line)
      if (length < 0) return { reply: null, end }
      if (bytes.length < end + length + 2) return null
      return { reply: bytes.toString('utf8', end, end + length), end: end + length + 2 }
    }
    default: {
      const replies: Reply[] = []
      let next = end
      while (replies.length < Number(line)) {
        const element = parse(bytes, next)
        if (!element) return null
        replies.push(element.reply)
        next = element.end
      }
      return { reply: replies, end: next }
    }
  }
}
