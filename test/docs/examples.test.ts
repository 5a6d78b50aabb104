import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleRequests } from '../../functions/docs/examples/requests.ts'
import { operations } from '../../functions/docs/openapi/document.ts'
import type { Operation } from '../../shared/operation.ts'
import { ExampleScene } from '../support/examples.ts'
import { readEvents } from '../support/read_events.ts'

let scene: ExampleScene

beforeAll(async () => {
  scene = await ExampleScene.start()
})
afterAll(() => scene.stop())

const find = (name: string) => operations.find((operation) => operation.name === name) as Operation

/** Shortens lists and long records to two entries and long texts to three lines. */
function abridge(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(abridge)
  if (typeof value === 'string') return value.length > 1500 ? value.split('\n').slice(0, 3).join('\n') : value
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  const isLongTable = entries.length > 8 && entries.every(([, each]) => each !== null && typeof each === 'object')
  return Object.fromEntries((isLongTable ? entries.slice(0, 2) : entries).map(([name, each]) => [name, abridge(each)]))
}

/** Returns the stream up to its first event. */
async function readStream(): Promise<string> {
  const url = `${scene.api.url}/api/storefront/brd_aurora/events/stream?types=trust.updated`
  const reading = await readEvents(url, { Authorization: `Bearer ${scene.keys.events}` })
  await scene.emitTrust()
  await reading.until(({ events }) => events.length === 1)
  reading.close()
  return scene.settle(
    reading.text().slice(0, reading.text().indexOf('\n\n', reading.text().indexOf('event: trust')) + 2),
  )
}

async function answerOf(operation: Operation): Promise<unknown> {
  if (operation.name === 'events.stream') return await readStream()
  const request = exampleRequests[operation.name] as (typeof exampleRequests)[string]
  const { status, text } = await scene.ask(operation, request)
  const isRefused = operation.name === 'storefront.acp_complete_checkout_session'
  const expected = isRefused ? 409 : operation.redirect ? 303 : (operation.status ?? 200)
  expect([operation.name, status, status === expected ? '' : text]).toEqual([operation.name, expected, ''])
  if (operation.redirect || isRefused) return undefined
  return abridge(operation.contentTypes ? text : JSON.parse(text))
}

/** One failing request for each error that a request can cause. */
const wrong: Record<'Error' | 'StorefrontError', [status: string, name: string, input: object, isWithoutKey?: true][]> =
  {
    Error: [
      ['400', 'analytics.metrics', { date_from: '2026-11-09', date_to: 'yesterday', brand_id: 'brd_aurora' }],
      ['401', 'analytics.brands', {}, true],
      ['403', 'analytics.metrics', { date_from: '2026-11-09', date_to: '2026-11-15', brand_id: 'brd_unknown' }],
      ['404', 'webhooks.endpoint', { id: 'whe_unknown' }],
      ['413', 'analytics.query', { question: '?'.repeat(70_000) }],
    ],
    StorefrontError: [
      ['400', 'storefront.search', { limit: 31, q: 'tent' }],
      ['401', 'events.stream', {}, true],
      ['404', 'storefront.product', { product_id: 'nothing' }],
    ],
  }

async function errorOf(name: string, input: object, isWithoutKey?: true) {
  const operation = find(name)
  const example = exampleRequests[name] as (typeof exampleRequests)[string]
  const request = { key: example.key, input: { ...(name.startsWith('a') ? {} : example.input), ...input } }
  const { status, text } = await (isWithoutKey ? scene.askWithout(operation, request) : scene.ask(operation, request))
  return { status, body: JSON.parse(text) as unknown }
}

describe('examples of the OpenAPI document', () => {
  test('include a request for every operation', () => {
    expect(Object.keys(exampleRequests).toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
  })

  test('equal the responses of the simulated brand byte for byte', { timeout: 90_000 }, async () => {
    const answers: Record<string, unknown> = {}
    for (const name of Object.keys(exampleRequests)) answers[name] = await answerOf(find(name))
    const errors: Record<string, Record<string, unknown>> = {}
    for (const [form, requests] of Object.entries(wrong)) {
      for (const [expected, name, input, isWithoutKey] of requests) {
        const { status, body } = await errorOf(name, input, isWithoutKey)
        expect([name, String(status)]).toEqual([name, expected])
        ;(errors[form] ??= {})[expected] = body
      }
    }
    // Regenerate with `npx vitest run --project api test/docs/examples.test.ts -u`.
    await expect(`${JSON.stringify({ answers, errors }, null, 1)}\n`).toMatchFileSnapshot(
      '../../functions/docs/examples/answers.json',
    )
  })
})
