/**
 * `npm run bench` runs all benchmarks, each with its reference in the same run; `npm run bench -- import` runs one. The folder has
 * one file for each benchmark, so that the name of a benchmark is the name of its file.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const benches = [
  'http',
  'growth',
  'concurrency',
  'fairness',
  'pgbouncer',
  'import',
  'size',
  'restatements',
  'sources',
  'attribution',
  'nightly',
  'anomaly',
  'ad_noise',
  'detection',
  'forecast',
  'lift',
  'questions',
  'search',
  'products',
  'shop',
  'unchanged',
  'commerce',
  'events',
  'emit',
  'webhooks',
  'connector',
  'sign_in',
  'console_pages',
  'cold_start',
  'needs',
  'pairs',
]
const [wanted, ...rest] = process.argv.slice(2)
if (wanted && !benches.includes(wanted)) {
  console.error(`There is no benchmark "${wanted}". Available benchmarks: ${benches.join(', ')}.`)
  process.exit(1)
}
for (const bench of wanted ? [wanted] : benches) {
  console.log(`\n${bench}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${bench}.ts`), ...rest], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
