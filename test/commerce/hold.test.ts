import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()

describe('GET /holds/{hold_id}', () => {
  test('returns a token that verifies with the public keys of the manifest', async () => {
    const { agent, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp', quantity: 2 })
    const manifest = (await agent('GET', '/.well-known/osp.json')).body
    expect(JSON.stringify(manifest.keys)).not.toContain('"d"')
    const { payload, protectedHeader } = await jwtVerify(hold.quote_token, createLocalJWKSet({ keys: manifest.keys }), {
      currentDate: new Date('2026-11-20T12:01:00Z'),
      algorithms: ['ES256'],
      issuer: manifest.api_base_url,
      audience: brandId,
    })
    expect(protectedHeader.typ).toBe('quote+jwt')
    expect(payload).toMatchObject({
      jti: hold.id,
      hold_id: hold.id,
      brand_id: brandId,
      product_id: 'lamp',
      quantity: 2,
      unit_price: hold.unit_price,
      exp: Date.parse(hold.expires_at) / 1000,
    })
    const tampered = hold.quote_token.replace(
      /\.[^.]+\./,
      (part: string) => part.slice(0, 8) + (part[8] === 'A' ? 'B' : 'A') + part.slice(9),
    )
    await expect(jwtVerify(tampered, createLocalJWKSet({ keys: manifest.keys }))).rejects.toThrow()
    expect((await agent('GET', `/holds/${hold.id}`)).body).toEqual(hold)
  })

  test('returns no token after expiry, and 404 for another agent', async () => {
    const { agent, other, merchant, brandId } = await commerce.shop()
    const { body: hold } = await agent('POST', '/holds', { product_id: 'lamp' })
    expect((await other('GET', `/holds/${hold.id}`)).status).toBe(404)
    expect((await merchant('GET', `/holds/${hold.id}`)).body.id).toBe(hold.id)
    await commerce.runOut(brandId)
    expect((await agent('GET', `/holds/${hold.id}`)).body).toMatchObject({ status: 'expired', quote_token: null })
    expect(await commerce.events(brandId, 'price_hold.expired')).toHaveLength(1)
  })
})
