import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Breaker } from '../../shared/db/breaker.ts'

// Time itself is what is tested here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const isFailure = (thrown: unknown) => (thrown as Error).message === 'gone'
const gone = async () => Promise.reject(new Error('gone'))

async function fail(breaker: Breaker, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await expect(breaker.run(gone, isFailure)).rejects.toThrow('gone')
}

describe('the circuit breaker', () => {
  test('is closed until as many failures follow each other as it bears', async () => {
    const breaker = new Breaker(3, 1000)
    await fail(breaker, 2)
    expect(breaker.state).toBe('closed')
    await breaker.run(async () => 'well', isFailure)
    await fail(breaker, 2)
    expect(breaker.state).toBe('closed')
    await fail(breaker, 1)
    expect(breaker.state).toBe('open')
  })

  test('open, it asks nobody', async () => {
    const breaker = new Breaker(1, 1000)
    await fail(breaker, 1)
    const work = vi.fn(gone)
    await expect(breaker.run(work, isFailure)).rejects.toThrow('circuit breaker is open')
    expect(work).not.toHaveBeenCalled()
  })

  test('half open after its pause, it lets one through, and the others wait for what that one finds', async () => {
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

  test('opens for another pause when the one that it let through fails', async () => {
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

  test('what a database says because it is there is no failure of its', async () => {
    const breaker = new Breaker(1, 1000)
    await expect(breaker.run(async () => Promise.reject(new Error('refused')), isFailure)).rejects.toThrow('refused')
    expect(breaker.state).toBe('closed')
  })
})
