import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProcess } from '../../cli/installation/process.ts'
import { NotificationScene } from '../support/notifications.ts'

let scene: NotificationScene
let server: Server
/** The messages that the mail server has, and whose acceptance it does not confirm. */
const unconfirmed: string[] = []

/** The mail server keeps a message and never answers, so that the worker is killed between sending and recording. */
beforeAll(async () => {
  scene = await NotificationScene.start()
  server = createServer((socket) => {
    let text = ''
    socket.write('220 sink\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk.toString()
      const isData = /^DATA\r$/m.test(text)
      if (isData && text.endsWith('\r\n.\r\n')) unconfirmed.push(text)
      else if (!isData || text.endsWith('DATA\r\n'))
        socket.write(text.endsWith('DATA\r\n') ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.close()
  await scene.stop()
})

const idIn = (message: string) => /^Message-ID: (\S+)/im.exec(message)?.[1]

test(
  'a worker that is killed between sending and recording repeats one mail, with the same id',
  { timeout: 60_000 },
  async () => {
    const { brandId } = await scene.brand()
    await scene.console.member(brandId, 'admin')
    await scene.propose(brandId, 3)
    await scene.wait('1 minute')
    const worker = startProcess('functions/worker/process.ts', {
      DATABASE_URL: scene.console.database.workerUrl,
      SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MAIL_FROM: 'mail@vitrine.example',
    })
    await vi.waitFor(() => expect(unconfirmed).toHaveLength(1), { timeout: 40_000, interval: 100 })
    process.kill(worker.pid, 'SIGKILL')
    await worker.stop()
    // Events of the time after the first attempt wait for the next mail.
    await scene.propose(brandId)
    expect(await scene.pass()).toEqual([])
    const [mail, ...others] = await scene.mails()
    expect([mail?.subject, others]).toEqual(['Aurora: 3 proposals wait for a decision', []])
    expect(idIn(scene.sink.messages[0] ?? '')).toBe(idIn(unconfirmed[0] ?? ''))
    expect(await scene.mails()).toEqual([])
  },
)
