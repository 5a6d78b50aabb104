import { test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { createTenant } from '../support/factories.ts'
import { ingest } from '../support/ingest.ts'
import { seededRandom } from '../support/seeded_random.ts'
test('x', async () => {
  const database = await createDatabase()
  const random = seededRandom(7)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  for (const campaigns of [3, 10]) for (const vary of [0.05, 0.25]) for (const promo of [0, 0.7]) {
    const by: Record<string, { n: number; in: number; above: number; bias: number }> = {}
    for (let run = 0; run < Math.round(80 / campaigns); run++) {
      const truths = Array.from({ length: campaigns }, (_, i) => ({ scale: 20 + 40 * random(), e: [0, 0.1, 0.25, 0.5, 0.85][(i + run) % 5]!, sf: 0.3 + 0.9 * random(), of: 0.5 + random() }))
      const { brandId } = await createTenant(database.sql)
      await ingest(database, brandId, truths.flatMap((t, id) => Array.from({ length: 56 }, (_, d) => {
        const r = d < 1 || d > 7 ? 0 : promo
        const spend = 100 * Math.exp(vary * normal() + t.sf * r)
        const revenue = t.scale * spend ** t.e * Math.exp(0.25 * normal() - 0.03125 + t.of * r)
        return { date: new Date(Date.parse('2026-11-19T00:00:00Z') - d * 86400000).toISOString().slice(0, 10), platform: 'google', account_id: 'a', campaign_id: String(id), campaign_name: 'C' + id, spend: spend.toFixed(2), revenue: revenue.toFixed(2), conversions: 5 }
      })))
      const rows = await database.sql`select entities.external_id, (g.gain / g.present) as gain, g.deviation / g.present as dev, c.elasticity from analytics.response_curves(${brandId}, 'campaign', 'revenue', 56) as c join analytics.entities on entities.entity_id = c.entity_id and entities.brand_id = ${brandId} cross join lateral analytics.curve_gain(c, c.daily_spend * 1.2) as g`
      for (const r of rows) {
        const t = truths[Number(r.external_id)]!; const truth = 1.2 ** t.e - 1
        const k = by[t.e] ??= { n: 0, in: 0, above: 0, bias: 0 }
        k.n++; k.bias += r.elasticity - t.e
        if (Math.abs(r.gain - truth) <= 1.2816 * r.dev) k.in++
        if (r.gain - 1.2816 * r.dev > 0) k.above++
      }
    }
    console.log(campaigns, vary, promo, Object.entries(by).map(([e, k]) => `${e}: ${Math.round(100 * k.in / k.n)}% >0 ${Math.round(100 * k.above / k.n)}% bias ${(k.bias / k.n).toFixed(2)} n${k.n}`).join(' | '), 'all', Math.round(100 * Object.values(by).reduce((a, k) => a + k.in, 0) / Object.values(by).reduce((a, k) => a + k.n, 0)))
  }
  await database.stop()
}, 1_200_000)
