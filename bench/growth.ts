/**
 * The effect of other brands' data on a brand: the same reads of the same 25 brands with 400 days of facts, at 1 M, 5 M and 20 M
 * facts in total. Time of one statement at the database with one caller.
 */
import postgres from 'postgres'
import { call } from '../shared/db/call.ts'
import { startCluster } from './cluster.ts'
import { fillBrands } from './facts.ts'
import type { BenchKey } from './load.ts'

const days = 400
const factsOfBrand = days * 100
const calls = 1000
const range = { date_from: '2026-08-01', date_to: '2026-10-29', granularity: 'day', limit: 50 }
const metrics = ['spend', 'revenue', 'roas', 'cpa', 'conversions']
const reads = [
  { read: '/v1/brands', operation: 'analytics.brands', input: {} },
  { read: '/v1/metrics by account', operation: 'analytics.metrics', input: { ...range, metrics, level: 'account' } },
  { read: '/v1/metrics by campaign', operation: 'analytics.metrics', input: { ...range, metrics, level: 'campaign' } },
]

const cluster = await startCluster()
const functions = postgres(cluster.functionsUrl, { max: 1 })
const measuredKeys: BenchKey[] = []
try {
  await cluster.sql`update core.plans set requests_per_minute = 100000000`
  let brands = 0
  for (const facts of [1_000_000, 5_000_000, 20_000_000]) {
    const made = await fillBrands(cluster, brands + 1, facts / factsOfBrand, days)
    if (brands === 0) measuredKeys.push(...made)
    brands = facts / factsOfBrand
    for (const { read, operation, input } of reads) {
      console.log({ facts, brands, read, ...(await time(operation, input)) })
    }
  }
} finally {
  await functions.end()
  await cluster.stop()
}

async function time(operation: string, input: Record<string, unknown>) {
  const milliseconds: number[] = []
  // The first tenth of the calls is a warm-up of plans and pages.
  for (let turn = -calls / 10; turn < calls; turn++) {
    const { hash } = measuredKeys[Math.abs(turn) % measuredKeys.length] as BenchKey
    const startedAt = performance.now()
    const { error } = await call(functions, {
      operation,
      credentialHash: Buffer.from(hash, 'hex'),
      clientIp: '127.0.0.1',
      input,
    })
    if (error) throw error
    if (turn >= 0) milliseconds.push(performance.now() - startedAt)
  }
  milliseconds.sort((one, two) => one - two)
  const at = (share: number) => Math.round((milliseconds[Math.floor(calls * share)] as number) * 100) / 100
  return { p50_ms: at(0.5), p99_ms: at(0.99) }
}
