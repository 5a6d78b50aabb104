import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface SmtpSink {
  url: string
  /** The received messages with their headers. */
  messages: string[]
  /** The number of next messages that are refused with a temporary error. */
  refusals: number
  /** The responses to the next recipients, which are refused. */
  recipientRefusals: string[]
  stop: () => void
}

/** A mail server that keeps every message (the commands of RFC 5321 that a client needs). */
export async function startSmtpSink(): Promise<SmtpSink> {
  const sink: SmtpSink = { url: '', messages: [], refusals: 0, recipientRefusals: [], stop: () => server.close() }
  const server = createServer((socket) => serve(socket, sink))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  sink.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return sink
}

function serve(socket: Socket, sink: SmtpSink): void {
  let buffer = ''
  let isData = false
  const reply = (text: string) => socket.write(`${text}\r\n`)
  reply('220 sink')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    buffer += chunk.toString()
    while (true) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = buffer.indexOf(end)
      if (at < 0) return
      const text = buffer.slice(0, at)
      buffer = buffer.slice(at + end.length)
      if (isData) {
        isData = false
        sink.messages.push(decoded(text))
        reply('250 kept')
      } else if (/^MAIL/i.test(text) && sink.refusals > 0) {
        sink.refusals -= 1
        reply('451 try again')
      } else if (/^RCPT/i.test(text) && sink.recipientRefusals.length > 0) {
        reply(sink.recipientRefusals.shift() as string)
      } else if (/^DATA/i.test(text)) {
        isData = true
        reply('354 go on')
      } else if (/^QUIT/i.test(text)) {
        socket.end('221 bye\r\n')
      } else {
        reply('250 ok')
      }
    }
  })
}

/** Returns a message with its body in place of the quoted-printable form, which wraps long lines (RFC 2045, section 6.7). */
function decoded(message: string): string {
  const [head = '', ...body] = message.split('\r\n\r\n')
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(head)) return message
  const text = body
    .join('\r\n\r\n')
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString())
  return `${head}\r\n\r\n${text}`
}
