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
  /** The last event that is behind the cursor, also if the filter left it out. */
  cursor_id: string | null
}

export interface Reader {
  /** The next events after a cursor, or why there are none for this reader any more. */
  read: (cursor: number) => Promise<EventPage | 'unauthorized' | 'unavailable'>
  /** The same as somebody else of the brand may have read it just now; null where that cannot be had. */
  readShared: (cursor: number, version: number) => Promise<EventPage | null>
  cursor: number
  /** Where a reader stands that comes without an id: without one, what happens while it is cut off would be lost. */
  cursor_id: string | null
  wakes: Wakes
  /** When the process ends: the reader goes on at another one from its last id. */
  closing?: AbortSignal | undefined
  heartbeatMilliseconds: number
  closeAfterMilliseconds: number
  onEnd: () => void
}

// A database that is away for longer than this ends the stream: its reader comes back when it can.
const failuresMax = 8

/**
 * A stream that reads from the database only as fast as it is read itself: nothing is kept for a reader that stalls.
 * One event is one chunk, so that a cut leaves none half-way (WHATWG HTML, server-sent events).
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
      // Whoever has not taken what was sent is cut off: a polite end would wait for them.
      if ((controllerOfStream?.desiredSize ?? 1) <= 0) controllerOfStream?.error(new Error('The reader stalled.'))
      else controllerOfStream?.close()
    } catch {
      // The reader closed first.
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

/** No event: a comment and an id, which a reader of the standard keeps as its last one (WHATWG HTML, 9.2.6). */
function cursorFrame(id: string): string {
  return `: cursor\nid: ${id}\n\n`
}

function frame({ id, type, timestamp, data }: StreamedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, timestamp, data })}\n\n`
}
