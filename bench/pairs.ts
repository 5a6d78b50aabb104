/**
 * Reads of the demo, each compared with a statement by hand that returns the same values under the same role and policies. Start
 * the demo with `npm start` first. storefront.search is not among them, because no BM25F by hand is written yet.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { Home } from '../cli/installation/home.ts'
import { pairs } from './handwritten.ts'
import type { Answer, Pair } from './handwritten.ts'

const seconds = 5
const rounds = 3
const pgbench = globSync('/usr/lib/postgresql/*/bin/pgbench').at(-1)
const demo = new Home(process.env.VITRINE_HOME ?? '.vitrine').readInstallation()
if (!pgbench) throw new Error('pgbench is not installed (Debian: postgresql-client).')
if (!demo) throw new Error('No demo is running. Start it with `npm start`.')
const scope = '-c role=vitrine_key -c vitrine.brand_ids={brd_aurora}'
const sql = postgres(demo.database_url, { max: 1, connection: { options: scope } })
const owner = postgres(demo.database_url, { max: 1 })
const functions = postgres(demo.app_database_url, { max: 1 })
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pairs-'))

try {
  const rows = []
  for (const pair of await pairs(sql, demo.keys.analytics_live as string)) {
    await assertEqual(pair)
    rows.push(measure(pair))
  }
  console.table(rows)
  if (process.argv.includes('--check') && rows.some((row) => !row.is_met)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
  await Promise.all([sql.end(), owner.end(), functions.end()])
}

/** Fails unless both statements of a pair return the same values. */
async function assertEqual({ name, ours, handwritten, values, tolerance = 0, isRequest }: Pair): Promise<void> {
  const answer = lastValue(await (isRequest ? functions : sql).unsafe(ours))
  const reference = lastValue(await (isRequest ? owner : sql).unsafe(handwritten))
  assert.deepEqual(rounded(values(answer), reference, tolerance), reference, `${name}: the answers differ.`)
}

/** Returns the value of the last row of one statement, or of several. */
function lastValue(results: Answer[]): Answer {
  return Object.values(results.flat().at(-1))[0]
}

/** Returns an answer with the numbers of a reference where they differ by the tolerance at most. */
function rounded(found: Answer, reference: Answer, tolerance: number): Answer {
  if (typeof found === 'number' && Math.abs(found - reference) <= tolerance + 1e-9) return reference
  if (found === null || reference === null || typeof found !== 'object') return found
  if (Array.isArray(found)) return found.map((value, index) => rounded(value, reference[index] ?? null, tolerance))
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, rounded(value, reference[key] ?? null, tolerance)]),
  )
}

/** Measures both statements of a pair in turn, three times, and takes the best of each. */
function measure({ name, goal, ours, handwritten, isRequest }: Pair) {
  const best = { ours: 0, handwritten: 0 }
  for (let round = 0; round < rounds; round++) {
    best.ours = Math.max(best.ours, callsPerSecond(ours, isRequest ? demo?.app_database_url : undefined))
    best.handwritten = Math.max(
      best.handwritten,
      callsPerSecond(handwritten, isRequest ? demo?.database_url : undefined),
    )
  }
  const ratio = best.ours / best.handwritten
  return {
    read: name,
    ours: Math.round(best.ours),
    handwritten: Math.round(best.handwritten),
    ratio: Math.round(ratio * 1000) / 1000,
    goal,
    is_met: ratio >= goal,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

/** Runs a prepared statement from two clients: with the given login, or as a key of one brand under row-level security. */
function callsPerSecond(statement: string, login?: string): number {
  const script = join(folder, 'statement.sql')
  writeFileSync(script, `${statement};\n`)
  const output = execFileSync(
    pgbench as string,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      '2',
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      login ?? (demo?.database_url as string),
    ],
    { encoding: 'utf8', env: { ...process.env, PGOPTIONS: login ? '' : scope } },
  )
  return Number(/tps = ([\d.]+)/.exec(output)?.[1])
}
