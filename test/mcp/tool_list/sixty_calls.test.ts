import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../../shared/tools.ts'
import { useConnector } from '../../support/connector.ts'
import { calls } from './calls.ts'

const { call, tenant } = useConnector()

let credential: string
/** What the calls name by `$name`. */
let named: Record<string, string> = {}

beforeAll(async () => {
  const { brandId, simulated } = await tenant()
  credential = simulated
  const found = await call(simulated, 'search_catalog', { brand_id: brandId, query: 'tent' })
  const [one, two] = found.result.products as { id: string }[]
  const campaigns = await call(simulated, 'list_campaigns', { platform: 'meta', limit: 1 })
  const campaign = campaigns.result.data[0].id as string
  named = { brand: brandId, product: one?.id ?? '', other: two?.id ?? '', campaign }
})

/** Returns the value with each `$name` replaced. */
function filled(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"\$(\w+)"/g, (_, name: string) => JSON.stringify(named[name])))
}

/** Returns an answer without what differs between two runs, and with at most two rows of each list. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) {
    const more = value.length - 2
    return [...value.slice(0, 2).map(settled), ...(more > 0 ? [`and ${more} more`] : [])]
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === 'next_cursor' && each ? '$cursor' : settled(each)]),
    )
  }
  if (typeof value !== 'string') return value
  return value
    .replaceAll(named.brand as string, '$brand')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g, '$uuid')
    .replaceAll(/\b(req|neg|prp|pro|prop|chg|apr|chp|ngt)_[0-9A-Za-z]+/g, '$$$1')
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, '$origin')
}

describe('sixty calls', () => {
  test('call every tool', () => {
    expect(calls).toHaveLength(60)
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)))
  })

  test('return the recorded answers', async () => {
    const lines: string[] = []
    for (const [name, given] of calls) {
      const { result, status } = await call(credential, name, filled(given))
      lines.push(JSON.stringify({ name, given, status, answer: settled(result) }))
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'answers.jsonl'))
  }, 120_000)
})
