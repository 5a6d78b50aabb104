/** A part of a trace: a request, a database call or a webhook. */
export interface SpanStart {
  name: string
  kind: 'server' | 'client'
  attributes: Attributes
  /** The `traceparent` of a caller. Without it the span belongs to the span around it, or begins a trace. */
  traceparent?: string | undefined
}

export type Attributes = Record<string, string | number | boolean | undefined>

/** The span that is open while its work runs. */
export interface OpenSpan {
  traceId: string
  /** The header that continues this trace in another service. */
  traceparent: string
  rename: (name: string) => void
  set: (attributes: Attributes) => void
  /** Marks the span as failed. The type is an error class or a status, never a text. */
  fail: (type: string) => void
}

type RunSpan = <Result>(start: SpanStart, work: (span: OpenSpan) => Promise<Result>) => Promise<Result>

let runSpan: RunSpan | undefined

/** Turns tracing on or off for this process. open_telemetry.ts does, if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export function setTracing(run: RunSpan | undefined): void {
  runSpan = run
}

/**
 * Runs work as a span. While tracing is off it only runs the work, and `start` is not called. An error of the work marks the span
 * and is thrown.
 */
export async function inSpan<Result>(
  start: () => SpanStart,
  work: (span: OpenSpan | undefined) => Promise<Result>,
): Promise<Result> {
  return runSpan ? await runSpan(start(), work) : await work(undefined)
}
