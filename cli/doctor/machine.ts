import { findBinaries } from '../installation/postgres.ts'
import { requireDeno } from '../installation/process.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** Checks Node, Deno and the embedded Postgres of this machine. */
export async function examineMachine(hasDatabase: boolean): Promise<Finding[]> {
  const findings = [nodeVersion(), await binaries('deno', requireDeno)]
  // With DATABASE_URL the embedded Postgres is not needed. The container image does not contain it.
  return hasDatabase ? findings : [...findings, await binaries('postgres', findBinaries)]
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const text = `Node ${process.versions.node}`
  if (major > 22 || (major === 22 && minor >= 18)) return fine('node', `${text}.`)
  return wrong(
    'node',
    `${text} cannot run TypeScript. Run the command with npm run, which uses Node 24 from npm, or install Node 24.`,
  )
}

async function binaries(check: string, require: () => unknown): Promise<Finding> {
  try {
    await require()
    return fine(check, 'Installed.')
  } catch (error) {
    return wrong(check, (error as Error).message)
  }
}
