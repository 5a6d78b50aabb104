const both = 'application/json, text/event-stream'

/** The transport insists on both types; scripts name one or none. */
export function withUsualAccept(given: Headers): Headers {
  const headers = new Headers(given)
  headers.set('Accept', both)
  return headers
}

/** A stream that held one answer as that answer, for who asked for JSON. */
export function jsonOf(response: Response, text: string): Response {
  const { status } = response
  const headers = new Headers(response.headers)
  if (!headers.get('Content-Type')?.startsWith('text/event-stream'))
    return new Response(text || null, { status, headers })
  headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  return new Response(lastData(text), { status, headers })
}

/** Notifications come before the answer. */
function lastData(text: string): string {
  const events = text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/))
  const data = events.map((lines) =>
    lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim()),
  )
  return data.map((lines) => lines.join('\n')).findLast((value) => value !== '') ?? ''
}
