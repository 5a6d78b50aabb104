import { randomBytes } from 'node:crypto'
import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { startApi } from '../support/api.ts'
import { quoteKey, useCommerce } from '../support/commerce.ts'
import { issueKey } from '../support/factories.ts'

const commerce = useCommerce()
const newer = randomBytes(32).toString('base64url')
const currentDate = new Date('2026-11-20T12:01:00Z')

describe('rotation of QUOTE_SIGNING_KEY', () => {
  test('verifies unexpired tokens with the manifest as JWK set, and signs with the newest key', async () => {
    const { agent, accountId, brandId } = await commerce.shop()
    const scopes = ['read:commerce', 'write:negotiation', 'write:storefront']
    const { key } = await issueKey(commerce.sql(), accountId, { prefix: 'sk_live_', scopes })
    const { body: before } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await agent('GET', `/holds/${before.id}`)).body.quote_token).toBe(before.quote_token)

    const quotes = await QuoteSigner.open(`${newer},${quoteKey}`, 'http://vitrine.test')
    const api = await startApi(commerce.database(), { quotes })
    const headers = { Authorization: `Bearer ${key}` }
    const read = async () =>
      (await (
        await fetch(`${api.url}/api/storefront/${brandId}/holds/${before.id}`, { headers })
      ).json()) as typeof before
    const after = await read()
    expect(await read()).toEqual(after)
    const keys = createRemoteJWKSet(new URL(`${api.url}/api/storefront/${brandId}/.well-known/osp.json`))
    const [old, renewed] = await Promise.all(
      [before.quote_token, after.quote_token].map((token) => jwtVerify(token as string, keys, { currentDate })),
    )
    expect(renewed?.payload).toEqual(old?.payload)
    expect(renewed?.protectedHeader.kid).not.toBe(old?.protectedHeader.kid)
    expect(quotes.publicKeys.map(({ kid }) => kid)).toEqual([renewed?.protectedHeader.kid, old?.protectedHeader.kid])
    await api.stop()
  })

  test('no longer verifies a token after its key was removed from the ring', async () => {
    const { agent } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    const { publicKeys } = await QuoteSigner.open(newer, 'http://vitrine.test')
    const keys = createLocalJWKSet({ keys: [...publicKeys] })
    expect(decodeProtectedHeader(hold.quote_token).kid).toBeTruthy()
    await expect(jwtVerify(hold.quote_token, keys, { currentDate })).rejects.toMatchObject({
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    })
  })
})
