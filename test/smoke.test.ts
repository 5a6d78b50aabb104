import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../cli/installation/postgres.ts'
import { startProcess } from '../cli/installation/process.ts'
import type { RunningProcess } from '../cli/installation/process.ts'
import { chromiumPath, launchChromium } from './support/chromium.ts'
import { createDatabase } from './support/database.ts'
import type { TestDatabase } from './support/database.ts'
import { createTenant } from './support/factories.ts'
import { createPerson } from './support/oauth.ts'
import { secretKey } from './support/webhooks.ts'

const polling = { timeout: 60_000, interval: 50 }

let database: TestDatabase
let url: string
const running: RunningProcess[] = []

beforeAll(async () => {
  database = await createDatabase()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const variables = { WEBHOOK_SECRET_KEY: secretKey, VITRINE_NOW: '2026-11-20T12:00:00Z' }
  running.push(
    startProcess('cli/gateway/gateway.ts', {
      ...variables,
      DATABASE_URL: database.functionsUrl,
      PORT: String(port),
      PUBLIC_BASE_URL: url,
    }),
    startProcess('functions/worker/process.ts', { ...variables, DATABASE_URL: database.workerUrl }),
  )
  await vi.waitUntil(() => fetch(`${url}/openapi.json`).catch(() => null), polling)
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await database.stop()
})

describe('the gateway process', () => {
  test('returns 200 with the brands of a key', async () => {
    const { key, brandId } = await createTenant(database.sql)
    const response = await fetch(`${url}/v1/brands`, { headers: { Authorization: `Bearer ${key}` } })
    const { data } = (await response.json()) as { data?: { id: string }[] }
    expect([response.status, data?.map((brand) => brand.id)]).toEqual([200, [brandId]])
  })

  test.skipIf(!chromiumPath)('shows the console after sign-in in a browser', async () => {
    const { brandId } = await createTenant(database.sql, { name: 'Aurora Outdoor' })
    const { email, password } = await createPerson(database.sql, [brandId])
    const chromium = await launchChromium()
    try {
      const page = await chromium.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(`${url}/console`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button').click()
      await page.waitForURL(/\/console/)
      expect(await page.textContent('body')).toContain('Aurora Outdoor')
      expect(errors).toEqual([])
    } finally {
      await chromium.close()
    }
  })
})

describe('the worker process', () => {
  test('completes a scheduled job', async () => {
    await vi.waitFor(async () => {
      const [row] = await database.sql`select state from pgboss.job where name = 'maintain_partitions'`
      expect(row?.state).toBe('completed')
    }, polling)
  })
})
