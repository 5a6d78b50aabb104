/** The trace and the span that a caller is in (W3C Trace Context). */
export interface TraceParent {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** Reads a `traceparent` header. Null if it is absent or invalid; then a new trace begins (W3C Trace Context, section 3.2). */
export function parseTraceparent(header: string | undefined): TraceParent | null {
  // A later version may append fields. Version ff is invalid.
  const match = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    header ?? '',
  )
  if (!match) return null
  const [, version, traceId = '', spanId = '', flags = '', rest] = match
  if (version === '00' && rest !== undefined) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
