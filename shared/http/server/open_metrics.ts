import type { Database } from '../../db/pool.ts'
import { secondsBuckets } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { Sample } from './sample.ts'

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Returns all metrics of a process in the OpenMetrics text format, which Prometheus reads. */
export async function renderOpenMetrics(metrics: Metrics, database: Database): Promise<string> {
  const lines = ['# TYPE vitrine_request_seconds histogram', '# UNIT vitrine_request_seconds seconds']
  lines.push('# HELP vitrine_request_seconds Duration of requests.')
  for (const { operation, buckets, count, sum } of metrics.latencies) {
    secondsBuckets.forEach((limit, index) => {
      lines.push(`vitrine_request_seconds_bucket${written({ operation, le: String(limit) })} ${buckets[index]}`)
    })
    lines.push(`vitrine_request_seconds_bucket${written({ operation, le: '+Inf' })} ${count}`)
    lines.push(`vitrine_request_seconds_count${written({ operation })} ${count}`)
    lines.push(`vitrine_request_seconds_sum${written({ operation })} ${sum}`)
  }
  const samples = await metrics.samples(database)
  for (const [name, all] of Map.groupBy(samples, (sample) => sample.name)) {
    const [{ type, help }] = all as [Sample]
    lines.push(`# TYPE ${name} ${type}`, `# HELP ${name} ${help}`)
    const suffix = type === 'counter' ? '_total' : ''
    for (const { labels, value } of all) lines.push(`${name}${suffix}${written(labels)} ${value}`)
  }
  return `${lines.join('\n')}\n# EOF\n`
}

function written(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '_')}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}
