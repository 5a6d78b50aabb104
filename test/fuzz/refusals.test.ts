import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../shared/credentials/keys.ts'
import { breachOf } from './checks.ts'
import { describedOperations } from './described.ts'
import type { Described } from './described.ts'
import { rightDrafts } from './draft.ts'
import type { Draft } from './draft.ts'
import { curl } from './exchange.ts'
import { FuzzScene } from './scene.ts'

const seed = Number(process.env.FUZZ_SEED || 20261120)
let scene: FuzzScene

beforeAll(async () => {
  scene = await FuzzScene.start()
})
afterAll(() => scene.stop())

/** Valid requests without a credential. */
function samples(operation: Described, count: number): Draft[] {
  return fc.sample(rightDrafts(operation, [null]), { seed, numRuns: count })
}

async function statusOf(operation: Described, draft: Draft, headers: Record<string, string>) {
  const sent = scene.write(operation, draft)
  const answer = await scene.send({ ...sent, headers: { ...sent.headers, ...headers } })
  return { ...answer, line: curl(scene.url, sent, null) }
}

const isOpen = ({ security }: Described) => security.some((scheme) => Object.keys(scheme).length === 0)
const takesKeys = ({ security }: Described) =>
  security.some((scheme) => Object.keys(scheme).some((name) => name !== 'session'))

describe('ignored_auth', () => {
  test.each(describedOperations.filter((operation) => !isOpen(operation)))(
    '$method $path returns 401 without a credential',
    async (operation) => {
      for (const draft of samples(operation, 3)) {
        const { status, line } = await statusOf(operation, draft, {})
        expect(status, line).toBe(401)
      }
    },
  )

  test.each(describedOperations.filter(takesKeys))(
    '$method $path returns 401 for an unknown credential',
    async (operation) => {
      const unknown = await Promise.all(
        (['svc_sk_live_', 'sk_live_', 'pk_live_', 'svc_ak_'] as const).map(
          async (prefix) => `Bearer ${(await createKey(prefix)).key}`,
        ),
      )
      const junk = ['Bearer', 'Bearer null', 'Basic YTpi', 'Bearer sk_live_x', 'Bearer ..', 'é']
      const [draft] = samples(operation, 1) as [Draft]
      for (const Authorization of [...unknown, ...junk]) {
        const { status, line } = await statusOf(operation, draft, { Authorization })
        expect(status, `${Authorization.slice(0, 14)} ${line}`).toBe(401)
      }
    },
  )
})

describe('unsupported_method', () => {
  const paths = Map.groupBy(describedOperations, ({ path }) => path)

  test.each([...paths])('%s returns 405 with Allow for other methods', async (path, operations) => {
    const taken = operations.map(({ method }) => method.toUpperCase())
    const [operation] = operations as [Described]
    const [draft] = samples(operation, 1) as [Draft]
    const credential = scene.credentials(operation).find((each) => each !== null) ?? null
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter(
      (each) => !taken.includes(each),
    )) {
      const sent = scene.write({ method, path }, { ...draft, body: null, credential })
      const { status, headers, text } = await scene.send(sent)
      expect([method, status, text]).toEqual([method, 405, expect.not.stringContaining('X-Forwarded-For')])
      for (const each of taken) expect(headers.allow, `${method} ${path}`).toContain(each)
    }
  })
})

describe('use_after_free', () => {
  // The keys of this scene have no scope that writes promotions or alert rules, or that hides products: their own tests delete one twice.
  const ends = describedOperations.filter(
    ({ method, path }) =>
      method === 'delete' && made(path) && !/\/(promotions|alert-rules|hidden-products)\//.test(path),
  )

  function made(path: string): Described | undefined {
    const parent = path.replace(/\/\{\w+\}$/, '')
    return describedOperations.find((operation) => operation.method === 'post' && operation.path === parent)
  }

  test('covers every operation that deletes a created resource', () => {
    expect(ends.map(({ operationId }) => operationId).toSorted()).toEqual([
      'deleteWebhookEndpoint',
      'endExclusiveOffer',
      'releasePriceHold',
      'revokeFeedback',
    ])
  })

  test.each(ends)(
    '$method $path: a deleted resource returns 404, 410 or released, and is deleted once',
    async (operation) => {
      const making = made(operation.path) as Described
      const credential = scene.credentials(making).at(making.operationId === 'publishExclusiveOffer' ? 1 : 0) as string
      const [draft] = samples(making, 1) as [Draft]
      const body = JSON.stringify(making.body?.example)
      const segments = { ...draft.segments, brand_id: 'brd_aurora' }
      const first = await scene.send(scene.write(making, { ...draft, segments, body, credential }))
      expect([first.status, first.text]).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        expect.any(String),
      ])
      const answered = JSON.parse(first.text) as { id?: string; feedback_id?: string; data?: { id: string } }
      const id = (answered.id ?? answered.feedback_id ?? answered.data?.id) as string
      const name = /\{(\w+)\}$/.exec(operation.path)?.[1] as string
      const about = { segments: { ...segments, [name]: id }, query: [], headers: {}, body: null, credential }

      const ended = await scene.send(scene.write(operation, about))
      expect([ended.status, breachOf(operation, ended, null)]).toEqual([
        expect.toSatisfy((status: number) => status < 300),
        null,
      ])
      const reading = describedOperations.find(({ method, path }) => method === 'get' && path === operation.path)
      if (reading) {
        const { status, text } = await scene.send(scene.write(reading, about))
        const isReleased = status === 200 && (JSON.parse(text) as { status?: string }).status === 'released'
        expect([status, isReleased || [404, 410].includes(status)]).toEqual([status, true])
      }
      const again = await scene.send(scene.write(operation, about))
      expect([
        again.status,
        again.status === ended.status ? again.text === ended.text : [404, 409, 410].includes(again.status),
      ]).toEqual([again.status, true])
    },
  )
})
