import fc from 'fast-check'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breachOf } from './checks.ts'
import { describedOperations } from './described.ts'
import type { Described } from './described.ts'
import { draftsOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { curl } from './exchange.ts'
import { forbiddenIn } from './forbidden.ts'
import { FuzzScene } from './scene.ts'

/** FUZZ_REQUESTS spreads over all operations; FUZZ_SEED makes the same requests again. */
const seed = Number(process.env.FUZZ_SEED || 20261120)
const requests = Number(process.env.FUZZ_REQUESTS ?? describedOperations.length * 40)
const runs = Math.ceil(requests / describedOperations.length)

let scene: FuzzScene
const statuses = new Map<number, number>()

beforeAll(async () => {
  scene = await FuzzScene.start()
})
afterAll(async () => {
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status}`)
  console.log(`Fuzzed ${describedOperations.length} operations, FUZZ_SEED=${seed}: ${counts.join(', ')}.`)
  await scene.stop()
})

/** Sends one request. Returns the failed check with a curl command that repeats it, or null. */
async function tryOut(operation: Described, draft: Draft): Promise<string | null> {
  const sent = scene.write(operation, draft)
  const answer = await scene.send(sent)
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  const breach = breachOf(operation, answer, forbiddenIn(operation, draft), draft.isElsewhere)
  if (breach === null) return null
  const cause = scene.causeOf(answer.headers['x-request-id'])
  return [breach, curl(scene.url, sent, draft.credential), answer.text.slice(0, 600), cause, `FUZZ_SEED=${seed}`]
    .filter(Boolean)
    .join('\n')
}

describe('random requests return responses that the OpenAPI document describes', () => {
  test('GET /openapi.json returns the tested document', async () => {
    const served = await scene.send({ method: 'GET', path: '/openapi.json', headers: {}, body: null })
    expect(served.text).toBe(JSON.stringify(openApiDocument(scene.url)))
  })

  test.concurrent.each(describedOperations)('$operationId: $method $path', { timeout: 900_000 }, async (operation) => {
    let breach: string | null = null
    const property = fc.asyncProperty(draftsOf(operation, scene.credentials(operation)), async (draft) => {
      const found = await tryOut(operation, draft)
      breach = found ?? breach
      return found === null
    })
    // Shrinking stops at the time limit; the last breach is the smallest.
    const details = await fc.check(property, { seed, numRuns: runs, interruptAfterTimeLimit: 800_000 })
    if (details.failed) expect.fail(breach ?? String(details.errorInstance))
  })
})
