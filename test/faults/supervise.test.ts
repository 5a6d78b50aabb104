import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { supervise } from '../../cli/installation/supervise.ts'

const polling = { timeout: 20_000, interval: 20 }

describe('a supervised process', () => {
  test('restarts after SIGKILL and ends on stop', async () => {
    const port = await freePort()
    const waits: number[] = []
    const url = `http://127.0.0.1:${port}/livez`
    const nowhere = `postgres://none@127.0.0.1:${await freePort()}/none`
    const running = supervise(
      'functions/analytics/index.ts',
      { DATABASE_URL: nowhere, PORT: String(port) },
      { onCrash: (wait) => waits.push(wait) },
    )
    onTestFinished(running.stop)
    const isServing = async () => (await fetch(url).catch(() => null))?.ok ?? false
    await vi.waitUntil(isServing, polling)
    const first = running.pid()
    process.kill(first, 'SIGKILL')
    await vi.waitUntil(() => running.pid() !== first, polling)
    await vi.waitUntil(isServing, polling)
    expect(waits).toEqual([0])
    await running.stop()
    expect(await isServing()).toBe(false)
    expect(waits).toEqual([0])
  })

  test('is restarted with increasing delays while it fails to start', async () => {
    const waits: number[] = []
    const running = supervise(
      'functions/analytics/index.ts',
      { DATABASE_URL: 'not a database' },
      { onCrash: (wait) => waits.push(wait) },
    )
    onTestFinished(running.stop)
    await vi.waitUntil(() => waits.length === 4, polling)
    expect(waits).toEqual([0, 500, 1000, 2000])
  })
})
