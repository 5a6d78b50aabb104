import { expect, test, vi } from 'vitest'
import { TokenGrants } from '../../shared/http/limits/token_grants.ts'

const found = { keyId: 'gra_1' } as never

test('TokenGrants asks once for concurrent requests of a token, and remembers its grant', async () => {
  const grants = new TokenGrants()
  const resolve = vi.fn(async () => found)
  expect(await Promise.all([grants.find('token', resolve), grants.find('token', resolve)])).toEqual([found, found])
  expect(await grants.find('token', resolve)).toBe(found)
  expect(resolve).toHaveBeenCalledTimes(1)
})

test('TokenGrants asks again after a call that failed or was refused', async () => {
  const grants = new TokenGrants()
  await expect(grants.find('token', async () => await Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  await grants.find('token', async () => ({ error: 'refused' }) as never)
  expect(await grants.find('token', async () => found)).toBe(found)
})
