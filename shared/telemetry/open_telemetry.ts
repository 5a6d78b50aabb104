/** Traces and metrics over OTLP. Imported only if OTEL_EXPORTER_OTLP_ENDPOINT is set, because it loads the SDK of OpenTelemetry. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Span } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import type { Resource } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { MetricProducer } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Env } from '../env.ts'
import { createLog } from '../log/log.ts'
import { version } from '../version.ts'
import { setTracing } from './tracing.ts'
import type { Attributes, OpenSpan, SpanStart } from './tracing.ts'
import { parseTraceparent } from './traceparent.ts'

export interface Telemetry {
  /** Sends what is collected, for at most this time, and stops. */
  stop: (milliseconds: number) => Promise<void>
}

/** An export that takes longer is canceled. Requests never wait for an export. */
const exportMilliseconds = 5000
/** The shortest time between two log lines about a collector that does not answer. */
const reportMilliseconds = 60_000

/**
 * Starts the export of traces and metrics of a process. `produce` returns the metrics. The standard variables configure it
 * (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS and so on).
 */
export function startTelemetry(
  name: string,
  env: Env,
  produce: ((resource: Resource) => MetricProducer) | undefined,
): Telemetry {
  reportFailures(env)
  const resource = resourceFromAttributes({
    'service.name': env.OTEL_SERVICE_NAME ?? `vitrine_${name}`,
    'service.version': version,
  }).merge(detectResources({ detectors: [envDetector] }))
  const stops: (() => Promise<void>)[] = []
  if (env.OTEL_TRACES_EXPORTER === 'otlp') {
    const exporter = new OTLPTraceExporter({ timeoutMillis: exportMilliseconds })
    const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
    setTracing(spansOf(provider))
    stops.push(async () => await provider.shutdown())
  }
  if (produce) {
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ timeoutMillis: exportMilliseconds }),
      exportIntervalMillis: env.OTEL_METRIC_EXPORT_INTERVAL,
      exportTimeoutMillis: Math.min(exportMilliseconds, env.OTEL_METRIC_EXPORT_INTERVAL),
      metricProducers: [produce(resource)],
    })
    const provider = new MeterProvider({ resource, readers: [reader] })
    stops.push(async () => await provider.shutdown())
  }
  return {
    stop: async (milliseconds) => {
      setTracing(undefined)
      const late = new Promise((done) => setTimeout(done, milliseconds))
      await Promise.race([Promise.allSettled(stops.map((stop) => stop())), late])
    },
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

function spansOf(provider: BasicTracerProvider): Parameters<typeof setTracing>[0] {
  const tracer = provider.getTracer('vitrine', version)
  const current = new AsyncLocalStorage<Span>()
  return async ({ name, kind, attributes, traceparent }, work) => {
    const outer = current.getStore()
    const parent = outer ? trace.setSpan(ROOT_CONTEXT, outer) : remote(traceparent)
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: present(attributes) }, parent)
    try {
      return await current.run(span, async () => await work(opened(span)))
    } catch (thrown) {
      opened(span).fail(errorType(thrown))
      throw thrown
    } finally {
      span.end()
    }
  }
}

function remote(traceparent: SpanStart['traceparent']) {
  const parent = parseTraceparent(traceparent)
  if (!parent) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = parent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(isSampled), isRemote: true })
}

function opened(span: Span): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(present(attributes)),
    fail: (type) => void span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
  }
}

function present(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)) as never
}

/** The text of an error can contain data, so only its code or name is exported. */
function errorType(thrown: unknown): string {
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}

/** Logs failed exports, at most one a minute. The text can contain the response of the collector, so it is truncated. */
function reportFailures(env: Env): void {
  const log = createLog(console.log, env.LOG_LEVEL)
  let reportedAt = -Infinity
  const report = (text: string) => {
    if (performance.now() < reportedAt + reportMilliseconds) return
    reportedAt = performance.now()
    log({
      level: 'warn',
      telemetry: 'The collector of OpenTelemetry did not accept an export.',
      cause: text.slice(0, 500),
    })
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
