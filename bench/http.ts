/**
 * Requests per second and latency of frequent reads through the HTTP server on Deno, compared with pgbench running the same
 * statement with the same role. 5 M facts of 50 brands; 90 days by day at campaign level. The first read is also compared with Hono
 * alone, on Node and Deno.
 */
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'
import { countArgument } from './goals.ts'
import { measureLayers } from './layers.ts'
import { measure } from './load.ts'
import type { Read } from './load.ts'

const brands = 50
const facts = countArgument(5_000_000)

const metrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const range = { date_from: '2026-08-01', date_to: '2026-10-29' }
const query = `date_from=${range.date_from}&date_to=${range.date_to}`
const reads: Read[] = [
  { name: '/v1/brands', operation: 'analytics.brands', path: '/v1/brands', input: {} },
  {
    name: '/v1/metrics by campaign, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}&level=campaign`,
    input: { ...range, level: 'campaign', metrics, granularity: 'day', limit: 50 },
  },
  {
    name: '/v1/metrics by account, 90 days',
    operation: 'analytics.metrics',
    path: `/v1/metrics?${query}`,
    input: { ...range, level: 'account', metrics, granularity: 'day', limit: 50 },
  },
]

const cluster = await startCluster()
try {
  await cluster.sql`update core.plans set requests_per_minute = 100000000`
  const keys = await fillBrands(cluster, 1, brands, Math.round(facts / brands / 100))
  await measure(cluster, keys, reads)
  await measureLayers(cluster, keys, reads[0] as Read)
} finally {
  await cluster.stop()
}
