/**
 * `node cli/complete_lock.ts`: adds the missing checksums to package-lock.json. npm writes none for a package of another
 * system that it could not look up. Prints the packages that the registry does not have, and fails if there are any.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
}

interface Published {
  'dist.integrity'?: string
  'dist.tarball'?: string
}

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const missing: string[] = []
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.link || entry.integrity) continue
  const name = `${path.split('node_modules/').at(-1)}@${entry.version}`
  const { stdout } = spawnSync('npm', ['view', name, 'dist.integrity', 'dist.tarball', '--json'], { encoding: 'utf8' })
  const { 'dist.integrity': integrity, 'dist.tarball': tarball } = JSON.parse(stdout || '{}') as Published
  if (integrity && tarball) Object.assign(entry, { resolved: tarball, integrity })
  else missing.push(name)
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
if (missing.length > 0) {
  console.error(`The registry does not have: ${missing.join(', ')}.`)
  process.exitCode = 1
}
