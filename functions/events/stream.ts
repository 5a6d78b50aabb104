import type { Wakes } from '../../shared/db/wakes.ts'

export interface StreamedEvent {
  id: string
  type: string
  timestamp: string
  data: unknown
}

export interface EventPage {
  events: StreamedEvent[]
  cursor: number
  /** The id of the last event up to the cursor, including events that the filter excludes. */
  cursor_id: string | null
}

export interface Reader {
  /**
   * Reads the next events after a cursor with the reader's credential. Returns a string with the reason if the read
   * fails.
   */
  read: (cursor: number) => Promise<EventPage | 'unauthorized' | 'unavailable'>
  /** Reads the same page from the cache of the brand's readers. Null if it cannot be shared. */
  readShared: (cursor: number, version: number) => Promise<EventPage | null>
  cursor: number
  /** The start position of a reader that sent no Last-Event-ID. It lets the reader resume before its first event. */
  cursor_id: string | null
  wakes: Wakes
  /** Aborts when the process shuts down. The reader reconnects to another process with its last id. */
  closing?: AbortSignal | undefined
  heartbeatMilliseconds: number
  closeAfterMilliseconds: number
  onEnd: () => void
}

/** The stream ends after this many failed reads in a row, after about 6 s, and the reader reconnects. */
const failuresMax = 8

/**
 * Returns the stream of a reader (server-sent events, WHATWG HTML 9.2). It reads pages on demand, so a stalled reader uses no
 * memory. Each event is one chunk, so that a lost connection does not truncate an event.
 */
export function streamEvents(reader: Reader): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const endsAt = performance.now() + reader.closeAfterMilliseconds
  let heartbeatAt = performance.now() + reader.heartbeatMilliseconds
  let { cursor } = reader
  let passedId: string | null = null
  let verifiedAt = performance.now()
  let failures = 0
  const state = { hasEnded: false }
  const pending: string[] = []
  const timer = setTimeout(end, reader.closeAfterMilliseconds)
  reader.closing?.addEventListener('abort', end)
  let controllerOfStream: ReadableStreamDefaultController<Uint8Array> | undefined

  function end(): void {
    if (state.hasEnded) return
    state.hasEnded = true
    clearTimeout(timer)
    reader.closing?.removeEventListener('abort', end)
    reader.onEnd()
    try {
      // `close` waits for the client to read the queued chunks. A stalled client is disconnected with `error` instead.
      if ((controllerOfStream?.desiredSize ?? 1) <= 0) controllerOfStream?.error(new Error('The reader stalled.'))
      else controllerOfStream?.close()
    } catch {
      // The reader has already closed the stream.
    }
  }

  async function nextFrames(): Promise<string[] | null> {
    while (!state.hasEnded && performance.now() < endsAt) {
      const { version } = reader.wakes
      const isVerified = performance.now() - verifiedAt < reader.heartbeatMilliseconds / 2
      const page = (isVerified ? await reader.readShared(cursor, version) : null) ?? (await reader.read(cursor))
      if (page === 'unauthorized') return [': unauthorized\n\n']
      if (page === 'unavailable') {
        failures += 1
        if (failures === failuresMax) return null
        await reader.wakes.wait(failures * 200)
        continue
      }
      failures = 0
      if (!isVerified) verifiedAt = performance.now()
      if (page.events.length > 0) {
        cursor = page.cursor
        passedId = page.cursor_id === page.events.at(-1)?.id ? null : page.cursor_id
        return page.events.map(frame)
      }
      if (page.cursor > cursor) {
        cursor = page.cursor
        passedId = page.cursor_id
      }
      if (performance.now() >= heartbeatAt) return [heartbeat()]
      await reader.wakes.wait(Math.max(1, Math.min(heartbeatAt, endsAt) - performance.now()), version)
    }
    return null
  }

  function heartbeat(): string {
    const text = passedId ? cursorFrame(passedId) : ': heartbeat\n\n'
    passedId = null
    return text
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controllerOfStream = controller
        const start = reader.cursor_id ? cursorFrame(reader.cursor_id) : ''
        controller.enqueue(encoder.encode(`retry: 2000\n: connected\n\n${start}`))
        if (reader.closing?.aborted) end()
      },
      async pull(controller) {
        if (pending.length === 0) {
          const frames = await nextFrames()
          if (state.hasEnded) return
          if (frames === null) return end()
          pending.push(...frames)
        }
        heartbeatAt = performance.now() + reader.heartbeatMilliseconds
        const text = pending.shift() as string
        controller.enqueue(encoder.encode(text))
        if (text.startsWith(': unauthorized')) end()
      },
      cancel() {
        end()
      },
    },
    { highWaterMark: 1 },
  )
}

/** A comment and an id without an event. A conforming client stores the id as its last event id (WHATWG HTML, 9.2.6). */
function cursorFrame(id: string): string {
  return `: cursor\nid: ${id}\n\n`
}

function frame({ id, type, timestamp, data }: StreamedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, timestamp, data })}\n\n`
}
