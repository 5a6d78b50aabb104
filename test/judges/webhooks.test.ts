import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../support/receiver.ts'
import type { Received } from '../support/receiver.ts'
import { WebhookScene } from '../support/webhooks.ts'
import { judge } from './judge.ts'
import { versionOf } from './packages.ts'

let scene: WebhookScene
let secret: string
let received: Received

beforeAll(async () => {
  scene = await WebhookScene.start()
  const account = await scene.account()
  secret = (await scene.endpoint(account, '/judged')).secret
  await scene.emit(account.brandId)
  await scene.pass()
  received = scene.receiver.at('/judged')[0] as Received
})
afterAll(() => scene?.stop())

/** The libraries that the owners of the specification publish for other languages, with the program that verifies a delivery from its input. */
const libraries = [
  {
    language: 'Python',
    registry: 'PyPI (standardwebhooks)',
    command: 'python3',
    option: '-c',
    load: 'from standardwebhooks.webhooks import Webhook',
    program: `
import json, sys
given = json.load(sys.stdin)
Webhook(given["secret"]).verify(given["text"], given["headers"])`,
  },
  {
    language: 'Ruby',
    registry: 'RubyGems (standardwebhooks)',
    command: 'ruby',
    option: '-e',
    load: 'require "standardwebhooks"',
    program: `
require "json"
given = JSON.parse($stdin.read)
StandardWebhooks::Webhook.new(given["secret"]).verify(given["text"], given["headers"])`,
  },
]

const checks = 'a delivery, a changed body, a replay after ten minutes'

judge({ judge: 'Standard Webhooks, JavaScript', version: versionOf('standardwebhooks'), checks }, () => {
  test('accepts the delivery', () => expect(verify(received, secret)).toEqual(received.body))

  test('refuses a changed body', () => {
    expect(() => verify({ ...received, text: `${received.text} ` }, secret)).toThrow('No matching signature')
  })

  test('refuses a replay after ten minutes', () => {
    const sentAt = Number(received.headers['webhook-timestamp'])
    const headers = { ...received.headers, 'webhook-timestamp': String(sentAt - 600) }
    expect(() => verify({ ...received, headers }, secret)).toThrow('Message timestamp too old')
  })
})

for (const { language, registry, command, option, load, program } of libraries) {
  const run = (given: object) =>
    spawnSync(command, [option, `${load}\n${program}`], { input: JSON.stringify(given), timeout: 20_000 }).status
  const isInstalled = spawnSync(command, [option, load], { timeout: 20_000 }).status === 0
  const missing = isInstalled ? null : `${command} does not find the library, which only ${registry} has`
  judge({ judge: `Standard Webhooks, ${language}`, version: 'as installed', checks, missing }, () => {
    test('accepts the delivery', () => {
      expect(run({ secret, text: received.text, headers: received.headers })).toBe(0)
    })

    test('refuses a changed body', () => {
      expect(run({ secret, text: `${received.text} `, headers: received.headers })).toBe(1)
    })

    test('refuses a replay after ten minutes', () => {
      const sentAt = Number(received.headers['webhook-timestamp'])
      const headers = { ...received.headers, 'webhook-timestamp': String(sentAt - 600) }
      expect(run({ secret, text: received.text, headers })).toBe(1)
    })
  })
}
