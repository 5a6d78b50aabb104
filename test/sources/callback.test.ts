import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { listenForCallback } from '../../cli/sources/callback.ts'
import type { Callback } from '../../cli/sources/callback.ts'

let callback: Callback | undefined
afterEach(() => callback?.close())

const isReturn = (parameters: URLSearchParams) => parameters.get('state') === 'own' && parameters.has('code')

describe('the address to which a platform sends a person back', () => {
  test.each([
    ['another state', '/callback?state=foreign&code=x', {}, 400],
    ['no state', '/callback?code=x', {}, 400],
    ['no code', '/callback?state=own', {}, 400],
    ['no parameters', '/callback', {}, 400],
    ['an icon', '/favicon.ico', {}, 404],
    ['another path with the parameters', '/elsewhere?state=own&code=x', {}, 404],
    ['another method', '/callback?state=own&code=x', { method: 'HEAD' }, 404],
    ['a form', '/callback?state=own&code=x', { method: 'POST' }, 404],
  ])('answers a request with %s, and waits for the real one', async (_, path, init, status) => {
    callback = await listenForCallback(0)
    const taken = callback.take(isReturn, async (parameters) => parameters.get('code'))
    expect((await fetch(new URL(path, callback.redirectUri), init)).status).toBe(status)
    const page = await fetch(`${callback.redirectUri}?state=own&code=real`)
    expect([page.status, await taken]).toEqual([200, 'real'])
    // The state is spent.
    expect((await fetch(`${callback.redirectUri}?state=own&code=again`)).status).toBe(400)
  })

  test('names the missing page without its parameters', async () => {
    callback = await listenForCallback(0)
    const page = await fetch(new URL('/elsewhere?state=own&code=x', callback.redirectUri))
    expect(await page.text()).toBe('There is no page /elsewhere.\n')
  })

  test('fails with the real one if the exchange fails', async () => {
    callback = await listenForCallback(0)
    const taken = callback.take(isReturn, async () => Promise.reject(new Error('The code is used.')))
    taken.catch(() => undefined)
    expect((await fetch(`${callback.redirectUri}?state=own&code=x`)).status).toBe(400)
    await expect(taken).rejects.toThrow('The code is used.')
  })

  test('may have another path if a proxy leads to it', async () => {
    const proxied = 'https://vitrine.example/shell/return'
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => probe.once('listening', listening))
    const { port } = probe.address() as { port: number }
    await new Promise((closed) => probe.close(closed))
    callback = await listenForCallback(port, proxied)
    const taken = callback.take(isReturn, async () => 'done')
    expect(callback.redirectUri).toBe(proxied)
    expect((await fetch(`http://127.0.0.1:${port}/return?state=own&code=x`)).status).toBe(200)
    expect(await taken).toBe('done')
  })
})
