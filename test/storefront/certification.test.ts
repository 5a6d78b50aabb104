import { describe, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const root = '/api/storefront/{brand_id}'

describe('200', () => {
  test('returns null without a certificate or with an expired, revoked or suspended one', async () => {
    const { brandId } = await shops.open()
    const issue = async (state: string, until: string) =>
      await shops.sql()`
        insert into storefront.certificates (brand_id, level, state, issued_at, valid_until)
        values (${brandId}, 'gold', ${state}, '2026-01-01', ${until})`
    const { status, body, text } = await shops.look(brandId, '/certification')
    expect([status, body, text]).toEqual([200, null, 'null'])
    await issue('valid', '2026-11-20T11:00:00Z')
    await issue('revoked', '2026-12-31')
    await issue('suspended', '2026-12-31')
    expect((await shops.look(brandId, '/certification')).body).toBeNull()
  })

  test('returns the valid certificate here and in /trust', async () => {
    const { brandId } = await shops.open()
    await shops.sql()`
      insert into storefront.certificates (brand_id, certificate_id, level, issued_at, valid_until)
      values (${brandId}, 'crt_1', 'silver', '2026-01-01', '2026-12-31T00:00:00Z')`
    const { body } = await shops.look(brandId, '/certification')
    expect(shops.faults('get', `${root}/certification`, body)).toEqual([])
    expect(body).toEqual({
      certified: true,
      level: 'silver',
      certificate_id: 'crt_1',
      valid_until: '2026-12-31T00:00:00Z',
      verified_url: `http://vitrine.test/api/storefront/${brandId}/certification`,
      _cache: 'live',
    })
    expect((await shops.look(brandId, '/trust')).body.certification.level).toBe('silver')
  })

  test('rejects a certificate valid for more than a year', async () => {
    const { brandId } = await shops.open()
    const tooLong = shops.sql()`
      insert into storefront.certificates (brand_id, level, issued_at, valid_until)
      values (${brandId}, 'gold', '2026-01-01', '2027-06-01')`
    await expect(tooLong).rejects.toThrow('certificates_valid_until_check')
  })
})
