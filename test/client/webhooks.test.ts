import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../client/index.js'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
const body = '{"type":"trust.updated", "data":{"score":81.0}}'

/** The headers of a delivery, signed by the reference library of Standard Webhooks. */
function headersOf({ signedWith = [secret], age = 0, text = body } = {}) {
  const time = new Date(Date.now() - age * 1000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': signedWith.map((each) => new Webhook(each).sign('evt_1', time, text)).join(' '),
  }
}
const refused = { name: 'VitrineError', code: 'invalid_webhook' }

describe('verifyWebhook', () => {
  test('rejects a forged signature, a changed body, id and timestamp', async () => {
    const headers = headersOf()
    const now = Number(headers['webhook-timestamp'])
    for (const [text, changes] of [
      [body, { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }],
      [body, { 'webhook-signature': headers['webhook-signature'].slice(0, -8) }],
      [body, { 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }],
      [body, { 'webhook-signature': 'v1,' }],
      [body, { 'webhook-signature': 'v1,%%%' }],
      [body.replace('81', '99'), {}],
      [body, { 'webhook-id': 'evt_2' }],
      [body, { 'webhook-timestamp': String(now - 1) }],
    ] as const)
      await expect(verifyWebhook(text, { ...headers, ...changes }, secret)).rejects.toMatchObject(refused)
    await expect(verifyWebhook(body, headersOf({ signedWith: [other] }), secret)).rejects.toMatchObject(refused)
  })

  test('rejects a body that was parsed and serialized again', async () => {
    const parsed: unknown = JSON.parse(body)
    await expect(verifyWebhook(JSON.stringify(parsed), headersOf(), secret)).rejects.toThrow('exactly as received')
    await expect(verifyWebhook(parsed as string, headersOf(), secret)).rejects.toThrow('not the parsed JSON')
  })

  test.each([
    ['an old timestamp', 302],
    ['a timestamp in the future', -302],
  ])('rejects %s', async (_, age) => {
    await expect(verifyWebhook(body, headersOf({ age }), secret)).rejects.toThrow('300 s are allowed')
    expect(await verifyWebhook(body, headersOf({ age }), secret, { toleranceSeconds: 900 })).toMatchObject({
      type: 'trust.updated',
    })
  })

  test('rejects missing or malformed headers and secrets', async () => {
    for (const name of Object.keys(headersOf()))
      await expect(verifyWebhook(body, { ...headersOf(), [name]: undefined }, secret)).rejects.toThrow(name)
    for (const time of ['', 'now', '1e9', '-1'])
      await expect(verifyWebhook(body, { ...headersOf(), 'webhook-timestamp': time }, secret)).rejects.toThrow(
        'timestamp',
      )
    for (const wrong of ['', 'whsec_', 'whsec_%%', [] as string[], undefined as unknown as string])
      await expect(verifyWebhook(body, headersOf(), wrong)).rejects.toMatchObject(refused)
  })

  test('accepts each signature and secret of a rotation', async () => {
    const event = JSON.parse(body) as unknown
    expect(await verifyWebhook(body, headersOf({ signedWith: [other, secret] }), secret)).toEqual(event)
    expect(await verifyWebhook(body, headersOf(), [other, secret])).toEqual(event)
  })

  test('accepts bytes, and headers of any form', async () => {
    const bytes = new TextEncoder().encode(body)
    const upper = Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]))
    for (const headers of [headersOf(), upper, new Headers(headersOf())]) {
      expect(await verifyWebhook(bytes, headers, secret)).toEqual(JSON.parse(body))
      expect(await verifyWebhook(bytes.buffer, headers, secret)).toEqual(JSON.parse(body))
    }
  })
})
