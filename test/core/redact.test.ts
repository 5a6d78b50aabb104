import { describe, expect, test } from 'vitest'
import { redact } from '../../shared/log/redact.ts'
import { createKey, keyPrefixes } from '../../shared/credentials/keys.ts'
import { createSecret, createToken } from '../../shared/credentials/tokens.ts'
import { newSecret, secretText } from '../../shared/webhooks/secret.ts'

const handle = () => `hnd_${crypto.randomUUID().replaceAll('-', '')}`

/** Several secrets of each kind, because a pattern that depends on the last character fails for some secrets only. */
const secrets = Array.from({ length: 20 }, () => [
  ...keyPrefixes.map((prefix) => createKey(prefix).key),
  createToken('access'),
  createToken('refresh'),
  secretText(newSecret()),
  handle(),
  createSecret(),
]).flat()

const encoded = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
const shouted = (text: string) => encoded(text).toUpperCase()

const surroundings: [string, (secret: string) => string][] = [
  ['a word before', (secret) => `/v1/key_${secret}`],
  ['letters before', (secret) => `/v1/x${secret}`],
  ['letters after', (secret) => `/v1/${secret}x`],
  ['an underscore after', (secret) => `/v1/${secret}_and_more`],
  ['digits around', (secret) => `/v1/1${secret}1`],
  ['an encoded sign before', (secret) => `/v1/x%3D${secret}`],
  ['an encoded sign after', (secret) => `/v1/${secret}%20x`],
  ['itself', (secret) => `/v1/${secret}${secret}`],
  ['itself and a sign between', (secret) => `/v1/${secret}.${secret}`],
]

describe('redact', () => {
  test.each(surroundings)('removes a secret with %s', (_, surround) => {
    for (const secret of secrets) {
      const line = redact(surround(secret))
      expect(line).toContain('***')
      // A long part of the secret must not remain either.
      expect(line).not.toContain(secret.slice(-20))
      expect(line).not.toContain(secret.slice(0, 20))
    }
  })

  test('removes a percent-encoded secret, also when encoded twice', () => {
    // Codes and cookies are left out: they have no prefix and no character that needs encoding.
    for (const secret of secrets.filter((text) => /^(svc_)?(sk|pk|ak|mcp|whsec|hnd)_/.test(text))) {
      const ways = [
        encoded(secret),
        shouted(secret),
        secret.replaceAll('_', '%5F'),
        encoded(secret).replaceAll('%', '%25'),
      ]
      for (const way of ways) expect(redact(`/v1/${way}`)).toBe('/v1/***')
    }
  })

  test.each([
    ['postgres://u:p@ss@h/db', 'postgres://u:***@h/db'],
    ['postgres://u:p@@s:s@h:5432/db', 'postgres://u:***@h:5432/db'],
    ['at postgres://:word@h, and https://a:b@c/d', 'at postgres://:***@h, and https://a:***@c/d'],
    ['http://127.0.0.1:8787/people/@person', 'http://127.0.0.1:8787/people/@person'],
  ])('removes the whole password of a URL: %s', (line, redacted) => {
    expect(redact(line)).toBe(redacted)
  })

  test('keeps request, brand and key ids', () => {
    const id = crypto.randomUUID().replaceAll('-', '')
    const line = JSON.stringify({
      request_id: `req_${id}`,
      path: `/api/storefront/brd_${id}/products/ridge-tent-for-two-in-green-with-a-very-long-name-indeed`,
      key_id: `key_${id}`,
      cause: 'violates foreign key constraint "negotiations_brand_id_product_id_negotiation_id_fkey"',
    })
    expect(redact(line)).toBe(line)
  })

  test('redacts hostile input of 8 KB in less than two seconds', () => {
    const hostile = ['a', 'sk_', '%25', '://:', '/handoff/', 'sk_%', 'A-'].map((text) =>
      text.repeat(8192 / text.length),
    )
    const startedAt = performance.now()
    for (const line of [...hostile, `://a:${'@'.repeat(8000)}"`]) redact(line)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})
