export interface Received {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export interface Reading {
  status: number
  headers: Headers
  /** The error if there is no stream. */
  body: Record<string, unknown>
  events: Received[]
  /** The received text, including comments and ids without an event. */
  text: () => string
  /** The id that an EventSource sends to resume. */
  lastId: () => string | null
  /** Resolves when the condition is true. Fails when the stream ends before, or after the timeout. */
  until: (isSo: (reading: Reading) => boolean) => Promise<void>
  ended: Promise<void>
  close: () => void
}

/** Reads an event stream with fetch. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<Reading> {
  const abort = new AbortController()
  const response = await fetch(url, { headers: { Accept: 'text/event-stream', ...headers }, signal: abort.signal })
  let text = ''
  let rest = ''
  let lastId: string | null = null
  let hasEnded = false
  const watchers = new Set<() => void>()
  const events: Received[] = []
  const isStream = response.ok && response.body !== null
  const body = isStream ? {} : ((await response.json()) as Record<string, unknown>)

  async function consume(stream: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of stream) {
        const piece = decoder.decode(chunk, { stream: true })
        text += piece
        rest += piece
        const blocks = rest.split('\n\n')
        rest = blocks.pop() as string
        for (const block of blocks) take(block)
        for (const watcher of watchers) watcher()
      }
    } catch {
      // One side has closed the connection.
    } finally {
      hasEnded = true
      for (const watcher of watchers) watcher()
    }
  }
  function take(block: string) {
    const fields = Object.fromEntries(
      block
        .split('\n')
        .filter((line) => !line.startsWith(':'))
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    if (fields.id) lastId = fields.id
    if (fields.event) events.push(JSON.parse(fields.data as string) as Received)
  }

  const ended = isStream ? consume(response.body as ReadableStream<Uint8Array>) : Promise.resolve()
  const reading: Reading = {
    status: response.status,
    headers: response.headers,
    body,
    events,
    text: () => text,
    lastId: () => lastId,
    ended,
    close: () => abort.abort(),
    until: (isSo) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => finish(new Error(`Not in a minute: ${isSo}. Came: ${text.slice(-500)}`)), 60_000)
        const watcher = () => {
          if (isSo(reading)) finish()
          else if (hasEnded) finish(new Error(`The stream ended before: ${isSo}. Came: ${text.slice(-500)}`))
        }
        function finish(error?: Error) {
          clearTimeout(timer)
          watchers.delete(watcher)
          if (error) reject(error)
          else resolve()
        }
        watchers.add(watcher)
        watcher()
      }),
  }
  return reading
}
