/**
 * `npm run audit`: reports known vulnerabilities of the production dependencies. If the registry provides no advisories, it
 * prints a warning, and fails in CI (variable CI) unless AUDIT_UNAVAILABLE is `allowed`.
 */
import { spawnSync } from 'node:child_process'

interface Report {
  metadata?: { vulnerabilities: Record<string, number> }
  error?: { summary?: string }
  message?: string
}

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 120_000 })
const { metadata, error, message } = read(stdout)
if (metadata) {
  const { total = 0, ...bySeverity } = metadata.vulnerabilities
  const counts = Object.entries(bySeverity).filter(([, count]) => count > 0)
  const summary = counts.map(([severity, count]) => `${count} ${severity}`).join(', ')
  console.log(
    total === 0
      ? 'No known vulnerabilities in production dependencies.'
      : `Known vulnerabilities: ${summary}. Run npm audit --omit=dev for details.`,
  )
  process.exitCode = total === 0 ? 0 : 1
} else {
  console.log(
    `Warning: not audited. ${message ?? error?.summary ?? (stderr.trim().split('\n').at(-1) || 'npm does not respond.')}`,
  )
  if (process.env.CI && process.env.AUDIT_UNAVAILABLE !== 'allowed') process.exitCode = 1
}

/** Returns an empty report if the output is not JSON, for example the HTML page of a proxy. */
function read(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
