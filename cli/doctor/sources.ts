import type { Sql } from 'postgres'
import { shell } from '../../shared/sentences/audience.ts'
import type { Audience } from '../../shared/sentences/audience.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'
import { listDataRequests } from '../sources/data_requests.ts'
import { sealedSecrets } from '../secrets/sealed_secrets.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

interface Troubled {
  source_id: string
  platform: string
  name: string
  reason: string | null
  values: Record<string, unknown> | null
  since: string | null
}

/** Checks that grants can be decrypted and that accounts are read: one finding for each source that needs attention or stopped. */
export async function examineSources(sql: Sql, ring: string | undefined): Promise<Finding[]> {
  const missing = await sealedSecrets.SOURCE_TOKEN_KEY.missing(sql, ring)
  const findings = missing.length > 0 ? [wrong('sources', missing.join(' '))] : []
  const rows = await sql`select to_json(sources.troubled_sources()) as source`
  for (const { source } of rows) {
    const { source_id, platform, name, reason, values, since } = source as Troubled
    const sentence =
      reason === null ? 'It has not been read for 24 hours. Is the worker running?' : sentenceOf(reason, values ?? {})
    const named = `${name} (${platform}, ${source_id})${since === null ? '' : `, since ${since}`}`
    findings.push(wrong('sources', `${named}: ${sentence}`))
  }
  const requests = await listDataRequests(sql)
  if (requests.length > 0) {
    const [first] = requests
    findings.push(
      wrong(
        'sources',
        `Open requests of customers for their data: ${requests.length}. Answer the first by ${first?.due_on}: vitrine sources requests.`,
      ),
    )
  }
  const [late] = await sql`select sources.count_late_webhooks()::integer as count`
  if (late?.count > 0) {
    findings.push(
      wrong(
        'sources',
        `Webhooks of platforms that were not handled within an hour: ${late?.count}. See the log of the worker.`,
      ),
    )
  }
  return findings.length > 0 ? findings : [fine('sources', 'No connected account needs attention.')]
}

function sentenceOf(reason: string, values: Record<string, unknown>): string {
  const known = sourceStatements as Readonly<Record<string, (given: never, audience: Audience) => string>>
  return known[reason]?.(values as never, shell) ?? `${reason.replaceAll('_', ' ')}.`
}
