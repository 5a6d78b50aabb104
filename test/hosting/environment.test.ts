import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { functionNames } from '../../cli/gateway/paths.ts'
import { freePort } from '../../cli/installation/postgres.ts'
import { startProcess } from '../../cli/installation/process.ts'
import type { RunningProcess } from '../../cli/installation/process.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const guide = readFileSync(join(import.meta.dirname, '../../functions/docs/guides/deploy.md'), 'utf8')

/** Returns the environment variables that the guide names for a script. */
function named(script: string): string {
  const line = guide.split('\n').find((each) => each.includes('--allow-env=') && each.endsWith(script))
  return /--allow-env=([^']+)'/.exec(line ?? '')?.[1] as string
}

let database: TestDatabase
const running: RunningProcess[] = []

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await database.stop()
})

describe('the environment variables that the guide names', { timeout: 60_000 }, () => {
  test.each(functionNames)('are enough to serve %s on Deno', async (name) => {
    const port = await freePort()
    const allowed = named('functions/analytics/index.ts')
    expect(allowed).toBe('DATABASE_URL,PORT,PG*')
    const variables = {
      DATABASE_URL: database.functionsUrl,
      PORT: String(port),
      METRICS_SECRET: 'not allowed to be read',
    }
    running.push(startProcess(`functions/${name}/index.ts`, variables, allowed))
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
      timeout: 30_000,
      interval: 100,
    })
    // A variable that is set but not named counts as unset.
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  })

  test('can be extended by another variable, which is then read', async () => {
    const port = await freePort()
    const variables = {
      DATABASE_URL: database.functionsUrl,
      PORT: String(port),
      METRICS_SECRET: randomBytes(16).toString('hex'),
    }
    running.push(startProcess('functions/storefront/index.ts', variables, 'DATABASE_URL,PORT,METRICS_SECRET,PG*'))
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401), {
      timeout: 30_000,
      interval: 100,
    })
  })

  test('are enough to run the worker on Deno', async () => {
    running.push(
      startProcess(
        'functions/worker/process.ts',
        { DATABASE_URL: database.workerUrl },
        named('functions/worker/process.ts'),
      ),
    )
    await vi.waitFor(
      async () => {
        const jobs =
          await database.sql`select from pgboss.job where name = 'maintain_partitions' and state = 'completed'`
        expect(jobs).toHaveLength(1)
      },
      { timeout: 30_000, interval: 200 },
    )
  })
})
