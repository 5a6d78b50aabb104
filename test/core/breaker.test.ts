import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Breaker } from '../../shared/db/breaker.ts'

// Fake timers: these tests measure time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const isFailure = (thrown: unknown) => (thrown as Error).message === 'gone'
const gone = async () => Promise.reject(new Error('gone'))

async function fail(breaker: Breaker, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await expect(breaker.run(gone, isFailure)).rejects.toThrow('gone')
}

describe('Breaker', () => {
  test('opens after the given number of consecutive failures', async () => {
    const breaker = new Breaker(3, 1000)
    await fail(breaker, 2)
    expect(breaker.state).toBe('closed')
    await breaker.run(async () => 'well', isFailure)
    await fail(breaker, 2)
    expect(breaker.state).toBe('closed')
    await fail(breaker, 1)
    expect(breaker.state).toBe('open')
  })

  test('runs nothing while it is open', async () => {
    const breaker = new Breaker(1, 1000)
    await fail(breaker, 1)
    const work = vi.fn(gone)
    await expect(breaker.run(work, isFailure)).rejects.toThrow('circuit breaker is open')
    expect(work).not.toHaveBeenCalled()
  })

  test('runs one probe when half open, rejects other calls, and closes when the probe succeeds', async () => {
    const breaker = new Breaker(1, 1000)
    await fail(breaker, 1)
    vi.advanceTimersByTime(1001)
    expect(breaker.state).toBe('half_open')
    let finish: (value: string) => void = () => undefined
    const probe = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)), isFailure)
    await expect(breaker.run(async () => 'second', isFailure)).rejects.toThrow('circuit breaker is open')
    finish('first')
    expect([await probe, breaker.state]).toEqual(['first', 'closed'])
  })

  test('stays open for another pause when the probe fails', async () => {
    const breaker = new Breaker(1, 1000)
    await fail(breaker, 1)
    vi.advanceTimersByTime(1001)
    await fail(breaker, 1)
    expect(breaker.state).toBe('open')
    vi.advanceTimersByTime(999)
    expect(breaker.state).toBe('open')
    vi.advanceTimersByTime(2)
    expect(breaker.state).toBe('half_open')
  })

  test('stays closed on an error that is not a failure of the database', async () => {
    const breaker = new Breaker(1, 1000)
    await expect(breaker.run(async () => Promise.reject(new Error('refused')), isFailure)).rejects.toThrow('refused')
    expect(breaker.state).toBe('closed')
  })
})
