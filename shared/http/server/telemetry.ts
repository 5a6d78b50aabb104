import type { Database } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { causeOf, createLog } from '../../log/log.ts'
import type { Telemetry } from '../../telemetry/open_telemetry.ts'
import type { Metrics, MetricsOptions } from './metrics.ts'

/** How long the exit of a process waits for the last export. */
const stopMilliseconds = 500

let telemetry: Telemetry | undefined

function isExported(env: Env): boolean {
  return env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && !env.OTEL_SDK_DISABLED
}

/**
 * Returns the metrics of a process if METRICS_SECRET or the export of OpenTelemetry turns them on. They are imported only then,
 * because each module slows down a cold start.
 */
export async function openMetrics(
  name: string,
  env: Env,
  options: Pick<MetricsOptions, 'readSamples'> = {},
): Promise<Metrics | undefined> {
  const isOn = env.METRICS_SECRET !== undefined || (isExported(env) && env.OTEL_METRICS_EXPORTER === 'otlp')
  if (!isOn) return undefined
  const { Metrics } = await import('./metrics.ts')
  const { buildOf } = await import('./process_metrics.ts')
  return new Metrics(env.METRICS_SECRET, { ...options, build: buildOf(name, env) })
}

/** Starts the export of traces and metrics if OTEL_EXPORTER_OTLP_ENDPOINT is set. An error is logged, and the process serves without. */
export async function exportTelemetry(
  name: string,
  env: Env,
  { database, metrics }: { database: Database; metrics?: Metrics | undefined },
): Promise<void> {
  if (!isExported(env)) return
  try {
    const { startTelemetry } = await import('../../telemetry/open_telemetry.ts')
    const { metricProducer } = await import('./otlp_metrics.ts')
    const isMetric = metrics && env.OTEL_METRICS_EXPORTER === 'otlp'
    telemetry = startTelemetry(
      name,
      env,
      isMetric ? (resource) => metricProducer(metrics, database, resource) : undefined,
    )
  } catch (thrown) {
    createLog(console.log, env.LOG_LEVEL)({ telemetry: 'OpenTelemetry could not be started.', cause: causeOf(thrown) })
  }
}

/** Sends what is collected before the process exits, for at most half a second. */
export async function stopTelemetry(): Promise<void> {
  await telemetry?.stop(stopMilliseconds)
}
