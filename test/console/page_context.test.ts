import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppContext } from '../../functions/console/app_context.ts'
import { read, request } from '../../functions/console/page_context.ts'
import { createPool } from '../../shared/db/pool.ts'
import type { Database } from '../../shared/db/pool.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { requestId } from '../../shared/http/request_id.ts'
import { keys } from '../../shared/operations/console/keys.ts'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene
let pool: Database

beforeAll(async () => {
  scene = await ConsoleScene.start()
  pool = createPool({ url: scene.database.functionsUrl, connectionsMax: 1, isPooled: scene.database.isPooled })
})
afterAll(async () => {
  await pool.end()
  await scene.stop()
})

describe('the data of a page', () => {
  test('waits for an operation that completes its response asynchronously', async () => {
    const { brandId } = await scene.brand()
    const { browser } = await scene.member(brandId, 'owner')
    const completed = { ...keys, complete: (answer: object) => Promise.resolve({ ...answer, data: [] }) }
    const app = { database: pool, publicBaseUrl: scene.api.url, trustedProxyHops: 1 } as AppContext
    const page = new Hono<AppEnv>().use(requestId).get('/brands/:brand_id', async (context) => {
      const { results } = await read(app, context, [request(completed)])
      return context.json(results[0].body)
    })
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await page.request(`/brands/${brandId}`, { headers: { Cookie: cookies } })
    expect([response.status, await response.json()]).toEqual([200, { data: [], kinds: expect.any(Array) }])
  })
})
