import { describe, expect, test } from 'vitest'
import { signal } from '../support/configure_shop.ts'
import { useConnector } from '../support/connector_api.ts'

const connector = useConnector()
const look = (key: string, brandId?: string) => connector.use(key, 'get_trust_signals', { brand_id: brandId })

describe('get_trust_signals', () => {
  test('returns null scores, the tier new and no certificate for a shop without signals', async () => {
    const { key, brandId } = await connector.open()
    const { status, body } = await look(key, brandId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      brand_id: brandId,
      trust: { score: null, tier: 'new', signals_total: 0, calculated_at: null },
      network_trust: { score: null, tier: 'new', total_platforms: 9 },
      certification: null,
      meta: { data_as_of: null, status: 'live', simulated: false },
    })
    expect(body.trust.components).toHaveLength(7)
  })

  test('returns the score, network and certificate of the storefront', async () => {
    const { key, brandId } = await connector.open()
    const { sql } = connector.database()
    await signal(
      connector.database(),
      brandId,
      Array.from({ length: 30 }, (_, no) => ({
        signal_id: `s${no}`,
        component: 'fulfillment',
        value: 1,
        occurred_at: `2026-11-${String(1 + (no % 19)).padStart(2, '0')}T00:00:00Z`,
        platform: 'claude',
      })),
    )
    await sql`
      insert into storefront.certificates (brand_id, certificate_id, level, issued_at, valid_until)
      values (${brandId}, 'crt_1', 'gold', '2026-10-01', '2027-01-01')`
    const { body } = await look(key, brandId)
    const [row] =
      await sql`select storefront.trust(${brandId}, 'http://vitrine.test') as trust, storefront.trust_network(${brandId}) as network`
    expect(body.trust.score).toBe(row?.trust.score)
    expect(body.trust.score).toBeGreaterThan(70)
    expect(row?.network.network_trust).toMatchObject(body.network_trust)
    expect(body.certification).toEqual(row?.trust.certification)
    expect(body.certification).toMatchObject({ certified: true, level: 'gold' })
    expect(body.meta.data_as_of).toBe(body.trust.calculated_at)
    expect(body.trust).not.toHaveProperty('degradation')
  })

  test('returns the status stale for a score calculated days ago', async () => {
    const { key, brandId } = await connector.open()
    const signals = Array.from({ length: 5 }, (_, no) => ({
      signal_id: `s${no}`,
      component: 'disputes',
      value: 1,
      occurred_at: '2026-11-01T00:00:00Z',
    }))
    await signal(connector.database(), brandId, signals)
    await connector.database()
      .sql`update storefront.trust_scores set calculated_at = '2026-11-10' where brand_id = ${brandId}`
    expect((await look(key, brandId)).body.meta.status).toBe('stale')
  })

  test('returns 404 for an unknown shop, 400 without an id and 200 for another shop', async () => {
    const [own, foreign] = [await connector.open(), await connector.open()]
    expect((await look(own.key, 'brd_nowhere')).status).toBe(404)
    expect((await look(own.key)).status).toBe(400)
    expect((await look(own.key, foreign.brandId)).status).toBe(200)
  })
})
