import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../shared/env.ts'
import { clientSecrets } from '../../shared/sources/shopify/access/client_secrets.ts'

describe('parseEnv', () => {
  test('reads an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toEqual(parseEnv({}))
    expect(parseEnv({}).PORT).toBe(8787)
  })

  test('names each invalid variable', () => {
    expect(() => parseEnv({ PORT: '0', DATABASE_URL: 'localhost', VITRINE_NOW: 'noon' })).toThrow(
      /^PORT: .+; DATABASE_URL: .+; VITRINE_NOW: .+$/,
    )
  })

  test.each(['-1', '61', '0.5', 'long'])(
    'rejects OAUTH_REFRESH_GRACE_SECONDS outside 0 to 60 seconds: %s',
    (seconds) => {
      expect(() => parseEnv({ OAUTH_REFRESH_GRACE_SECONDS: seconds })).toThrow(/^OAUTH_REFRESH_GRACE_SECONDS: /)
    },
  )

  test('requires both Redis variables or neither', () => {
    expect(() => parseEnv({ UPSTASH_REDIS_REST_TOKEN: 'token' })).toThrow(
      'UPSTASH_REDIS_REST_URL: must be set where UPSTASH_REDIS_REST_TOKEN is.',
    )
    const url = 'https://redis.example.com'
    expect(() => parseEnv({ UPSTASH_REDIS_REST_URL: url })).toThrow(/^UPSTASH_REDIS_REST_TOKEN: must be set/)
    expect(() => parseEnv({ UPSTASH_REDIS_REST_URL: 'redis://127.0.0.1', UPSTASH_REDIS_REST_TOKEN: 'a b' })).toThrow(
      /^UPSTASH_REDIS_REST_URL: .+; UPSTASH_REDIS_REST_TOKEN: .+$/,
    )
    expect(parseEnv({ UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: 't' }).UPSTASH_REDIS_REST_URL).toBe(url)
  })

  test.each(['new,', ',old', 'new, ,old', 'new,,old', ','])(
    'refuses SHOPIFY_CLIENT_SECRET with an empty secret, with which anyone could sign: %j',
    (secrets) => {
      const message = 'must be one or more secrets, newest first, with commas between.'
      expect(() => parseEnv({ SHOPIFY_CLIENT_ID: 'app', SHOPIFY_CLIENT_SECRET: secrets })).toThrow(
        new Error(`SHOPIFY_CLIENT_SECRET: ${message}`),
      )
      expect(() => clientSecrets({ clientId: 'app', clientSecret: secrets })).toThrow('contains an empty secret')
    },
  )

  test('accepts one client secret of Shopify, or two with a comma between', () => {
    for (const [secrets, expected] of [
      ['new', ['new']],
      ['new, old', ['new', 'old']],
    ] as const) {
      const env = parseEnv({ SHOPIFY_CLIENT_ID: 'app', SHOPIFY_CLIENT_SECRET: secrets })
      expect(clientSecrets({ clientId: 'app', clientSecret: env.SHOPIFY_CLIENT_SECRET as string })).toEqual(expected)
    }
  })

  test('accepts public URLs with or without a trailing slash', () => {
    expect(parseEnv({ PUBLIC_BASE_URL: 'https://example.com/' }).PUBLIC_BASE_URL).toBe('https://example.com')
    expect(parseEnv({ PUBLIC_BASE_URL: 'http://127.0.0.1:8787' }).PUBLIC_BASE_URL).toBe('http://127.0.0.1:8787')
  })

  test.each([
    'ftp://example.com',
    'https://example.com/?a=b',
    'https://example.com/below',
    'https://a:b@example.com',
    'example.com',
    'javascript:alert(1)',
    'https://example.com#x',
  ])('rejects a public URL that is not an origin: %s', (url) => {
    for (const name of ['PUBLIC_BASE_URL', 'PUBLIC_API_URL']) {
      expect(() => parseEnv({ [name]: url })).toThrow(new RegExp(`^${name}: must be an `))
    }
  })

  test('rejects a blank number', () => {
    expect(() => parseEnv({ TRUSTED_PROXY_HOPS: ' ' })).toThrow('TRUSTED_PROXY_HOPS: must not be blank.')
  })

  test('accepts .env.example, which lists the variables with their defaults', () => {
    const example = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8')
    const lines = [...example.matchAll(/^(# )?([A-Z0-9_]+)=(.*)$/gm)]
    const set = lines.filter(([, comment]) => !comment).map(([, , name, value]) => [name, value])
    expect(parseEnv(Object.fromEntries(set) as Record<string, string>)).toEqual(parseEnv({}))
    const everything = Object.fromEntries(lines.map(([, , name, value]) => [name, value])) as Record<string, string>
    expect(Object.keys(parseEnv(everything)).toSorted()).toEqual(Object.keys(everything).toSorted())
  })
})
