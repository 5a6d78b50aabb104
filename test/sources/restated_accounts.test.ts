import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../shared/db/pool.ts'
import { ConsoleScene } from '../support/console.ts'
import { createTenant, issueKey } from '../support/factories.ts'
import { connectAccount, scriptedOptions, ScriptedPlatform, sync, workerPool } from '../support/sources.ts'

let scene: ConsoleScene
const pools: Database[] = []

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await scene.stop()
})

const days = Array.from({ length: 30 }, (_, age) => new Date(Date.UTC(2026, 10, 19 - age)).toISOString().slice(0, 10))

/** An account of Meta that spends 10 each day, and is read at these times. */
async function account(brandId: string, id: string) {
  const scripted = new ScriptedPlatform()
  scripted.rows = days.map((day) => ({ ad: 'a', day, spend: '10' }))
  const [first] = [workerPool(scene.database)]
  pools.push(first)
  const source = await connectAccount(first, brandId, { account: id })
  return async (now: string, spend = '10') => {
    const pool = workerPool(scene.database, now)
    pools.push(pool)
    scripted.rows = scripted.rows.map((row) => ({ ...row, spend }))
    await sync(pool, source, scriptedOptions(scripted, { now: () => new Date(now) }))
  }
}

test('a newly connected account is no restatement of the accounts of its platform', async () => {
  const { brandId, accountId, key } = await createTenant(scene.database.sql)
  const { key: agentKey } = await issueKey(scene.database.sql, accountId, { prefix: 'sk_live_' })
  const changes = async () => {
    const { body: status } = await scene.api.http
      .post('/api/mcp/get_data_status')
      .set('Authorization', `Bearer ${agentKey}`)
      .send({})
    const { body: sources } = await scene.api.http.get('/v1/sources').set('Authorization', `Bearer ${key}`)
    const all = [status.platforms.find(({ platform }: { platform: string }) => platform === 'meta'), ...sources.data]
    return all.map(({ restatement }) => [
      restatement.metrics[0].last_week_change,
      restatement.last_week_reason?.split(',')[0] ?? null,
    ])
  }
  const once = 'Some days of last week were reported only once'
  const readFirst = await account(brandId, '1')
  await readFirst('2026-11-14T12:00:00Z')
  await readFirst('2026-11-19T12:00:00Z', '11')
  expect(await changes()).toEqual([
    [0.1, null],
    [0.1, null],
  ])
  const readSecond = await account(brandId, '2')
  await readSecond('2026-11-19T12:00:00Z')
  // A later report of one account is none of the other.
  await readFirst('2026-11-20T10:00:00Z', '11')
  expect(await changes()).toEqual([
    [null, once],
    [0.1, null],
    [null, once],
  ])
  const { browser } = await scene.member(brandId, 'viewer')
  const { html } = await browser.open(`/console/brands/${brandId}/sources`)
  expect([...html.matchAll(/Last week[^<]* changed by<\/dt>\s*<dd>([^<]*)/g)].map(([, text]) => text)).toEqual([
    'spend +10.0%',
    'not known yet',
  ])
  await readSecond('2026-11-20T11:00:00Z')
  expect(await changes()).toEqual([
    [0.05, null],
    [0.1, null],
    [0, null],
  ])
})
