const both = 'application/json, text/event-stream'

/** Sets Accept to both media types. The SDK's transport requires them; many scripts send one or none. */
export function withUsualAccept(original: Headers): Headers {
  const headers = new Headers(original)
  headers.set('Accept', both)
  return headers
}

/** Converts an event stream with one response into a JSON response, for clients that do not accept event streams. */
export function jsonOf(response: Response, text: string): Response {
  const { status } = response
  const headers = new Headers(response.headers)
  if (!headers.get('Content-Type')?.startsWith('text/event-stream'))
    return new Response(text || null, { status, headers })
  headers.set('Content-Type', 'application/json')
  headers.delete('Content-Length')
  return new Response(lastData(text), { status, headers })
}

/** Returns the data of the last event: notifications precede the response. */
function lastData(text: string): string {
  const events = text.split(/\r?\n\r?\n/).map((event) => event.split(/\r?\n/))
  const data = events.map((lines) =>
    lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim()),
  )
  return data.map((lines) => lines.join('\n')).findLast((value) => value !== '') ?? ''
}
