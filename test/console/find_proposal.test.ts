import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ConsoleScene } from '../support/console.ts'
import { issueKey } from '../support/factories.ts'

let scene: ConsoleScene
let brand: Awaited<ReturnType<ConsoleScene['brand']>>
let address: string

beforeAll(async () => {
  scene = await ConsoleScene.start({ isReachable: true })
  brand = await scene.brand()
  const { key } = await issueKey(scene.database.sql, brand.accountId, { prefix: 'sk_live_' })
  const { body } = await scene.api.http
    .post('/api/mcp/propose_change')
    .set('Authorization', `Bearer ${key}`)
    .send({
      brand_id: brand.brandId,
      target: { level: 'campaign', platform: 'google', id: '1' },
      change: { kind: 'status', to: 'paused' },
      rationale: 'It earns nothing.',
      idempotency_key: 'proposal-1',
    })
  address = body.approval_url as string
})
afterAll(() => scene.stop())

describe('GET /console/proposals/{proposal_id}', () => {
  test('redirects to the proposal on the page of its brand after sign-in', async () => {
    expect(address.startsWith(`${scene.api.url}/console/proposals/prp_`)).toBe(true)
    const person = await scene.person({ [brand.brandId]: 'viewer' })
    const page = await scene.signIn(new Browser(scene.api.url), person, address)
    expect([page.status, page.url.pathname, page.url.hash]).toEqual([
      200,
      `${brand.root}/proposals`,
      `#${address.split('/').at(-1)}`,
    ])
    expect(page.html).toContain('It earns nothing.')
  })

  test.each(['theirs', 'none'])('returns 404 for a person who is not a member of its brand (%s)', async (which) => {
    const other = await scene.brand()
    const { browser } = await scene.member(other.brandId, 'owner')
    const page = await browser.open(which === 'theirs' ? address : '/console/proposals/prp_nowhere')
    expect([page.status, page.html]).toEqual([404, expect.stringContaining('There is no such proposal')])
  })
})
