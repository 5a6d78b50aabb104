import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Needs no database although it starts a program: git, or Deno that lists imports. */
const rules = /^test\/rules\//
/** Accidents, random requests, and mutations of the policies: minutes, whatever they start. */
const longFolders = /^test\/(faults|fuzz|simulate|tenants)\//
const longFiles = new Set([
  'test/commerce/model.test.ts',
  'test/demo/coherence.test.ts',
  'test/events/order.test.ts',
  'test/events/wake.test.ts',
])
/** The part of `process` that runs with every `npm test`. */
const smokeFiles = new Set(['test/smoke.test.ts', 'test/deno.test.ts', 'test/hosting/gateway.test.ts'])
const startsProcesses = /node:child_process|playwright-core|\b(startProcess|startPostgres|supervise)\(/
const opensDatabase = /\binject\('postgres'\)/

export type Project = 'unit' | 'api' | 'smoke' | 'process'

/**
 * What a test file, and the test files that it imports, start decides its project: `process` if they start a process or take
 * long, `api` if they clone the template database, `unit` otherwise.
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

/** A file and all files below test/ that it imports, directly or not. Types start nothing. */
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
