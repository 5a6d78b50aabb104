import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** These start a program but no database: git, or Deno to list imports. */
const rules = /^test\/rules\//
/** Fault injection, random requests and mutated policies: these take minutes. */
const longFolders = /^test\/(faults|fuzz|simulate|tenants)\//
/** Files that take about ten seconds, except those of the first rules of the API (metrics, tenants). */
const longFiles = new Set([
  'test/analytics/ad_scope.test.ts',
  'test/analytics/anomalies.test.ts',
  'test/analytics/as_of.test.ts',
  'test/analytics/as_of_model.test.ts',
  'test/analytics/attribution.test.ts',
  'test/analytics/detection_failures.test.ts',
  'test/analytics/expected_restatement.test.ts',
  'test/analytics/import_ads.test.ts',
  'test/analytics/import_levels.test.ts',
  'test/commerce/availability.test.ts',
  'test/commerce/model.test.ts',
  'test/commerce/open_negotiation.test.ts',
  'test/connector/ad_performance.test.ts',
  'test/connector/negotiate_price.test.ts',
  'test/connector/propose_change.test.ts',
  'test/console/answers.test.ts',
  'test/console/forms.test.ts',
  'test/console/gate.test.ts',
  'test/console/performance.test.ts',
  'test/core/limits.test.ts',
  'test/demo/coherence.test.ts',
  'test/events/order.test.ts',
  'test/events/polling.test.ts',
  'test/events/stream.test.ts',
  'test/events/wake.test.ts',
  'test/judges/mcp/clients.test.ts',
  'test/judges/openapi/spectral.test.ts',
  'test/mcp/pages.test.ts',
  'test/oauth/consent.test.ts',
  'test/oauth/second_factor/passkeys.test.ts',
  'test/oauth/sign_in.test.ts',
  'test/sources/job_limits.test.ts',
  'test/sources/shopify_sync.test.ts',
  'test/sources/windows.test.ts',
  'test/storefront/many_agents.test.ts',
  'test/storefront/search.test.ts',
  'test/storefront/search_words.test.ts',
  'test/storefront/understanding.test.ts',
])
/** The part of `process` that runs with every `npm test`. */
const smokeFiles = new Set(['test/smoke.test.ts', 'test/deno.test.ts', 'test/hosting/gateway.test.ts'])
const startsProcesses =
  /node:child_process|playwright-core|\b(startProcess|startPostgres|supervise|withScratchServers)\(/
const opensDatabase = /\binject\('postgres'\)/

export type Project = 'unit' | 'api' | 'smoke' | 'process'

/**
 * The project of a test file follows from what it and its imports start: `process` if they start a process or take long,
 * `api` if they clone the template database, `unit` otherwise.
 */
export function testFiles(): Record<Project, string[]> {
  const files: Record<Project, string[]> = { unit: [], api: [], smoke: [], process: [] }
  for (const file of globSync('test/**/*.test.ts', { cwd: root }).toSorted()) files[projectOf(file)].push(file)
  return files
}

function projectOf(file: string): Project {
  const texts = [...imported(file)].map(textOf)
  const hasDatabase = texts.some((text) => opensDatabase.test(text))
  if (rules.test(file) && !hasDatabase) return 'unit'
  if (smokeFiles.has(file)) return 'smoke'
  if (longFolders.test(file) || longFiles.has(file)) return 'process'
  if (texts.some((text) => startsProcesses.test(text))) return 'process'
  return hasDatabase ? 'api' : 'unit'
}

/** Returns a file and all files in test/ that it imports, directly or not. Type imports are ignored. */
function imported(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path = ''] of textOf(file).matchAll(/^(?:import|export)(?! type\b)[^'"]*'(\.[^']+)'/gm)) {
    const target = join(dirname(file), path)
    if (target.startsWith('test/')) imported(target, found)
  }
  return found
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
