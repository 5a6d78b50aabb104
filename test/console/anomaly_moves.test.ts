import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene } from '../support/console.ts'

let scene: ConsoleScene

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

/** Returns the statuses that the page offers for the one anomaly of a brand. */
async function offered(status: string): Promise<string[]> {
  const brand = await scene.brand()
  await scene.anomaly(brand.brandId, status)
  const { browser } = await scene.member(brand.brandId, 'analyst')
  const { html } = await browser.open(`${brand.root}/anomalies`)
  return [...html.matchAll(/name="status"\s+value="(\w+)"/g)].map(([, to = '']) => to)
}

describe('anomaly transitions', () => {
  test('offers the transitions of analytics.anomaly_transitions', async () => {
    expect(await offered('active')).toEqual(['confirmed', 'resolved', 'false_positive'])
    expect(await offered('confirmed')).toEqual(['resolved'])
    expect(await offered('resolved')).toEqual([])
    await scene.database.sql`insert into analytics.anomaly_transitions values ('resolved', 'confirmed')`
    expect(await offered('resolved')).toEqual(['confirmed'])
  })
})
