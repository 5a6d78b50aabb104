import { findBinaries } from '../installation/postgres.ts'
import { requireDeno } from '../installation/process.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** What of this machine Vitrine needs before any database. */
export async function examineMachine(hasDatabase: boolean): Promise<Finding[]> {
  const findings = [nodeVersion(), await binaries('deno', requireDeno)]
  // With a server of its own an installation needs none from npm, and the image has none.
  return hasDatabase ? findings : [...findings, await binaries('postgres', findBinaries)]
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const text = `Node ${process.versions.node}`
  if (major > 22 || (major === 22 && minor >= 18)) return fine('node', `${text}.`)
  return wrong('node', `${text} cannot run TypeScript. Use npm run, which brings its own, or install Node 24.`)
}

async function binaries(check: string, require: () => unknown): Promise<Finding> {
  try {
    await require()
    return fine(check, 'Installed.')
  } catch (error) {
    return wrong(check, (error as Error).message)
  }
}
