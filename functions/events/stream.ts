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
  cursor: number
  wakes: Wakes
  heartbeatMilliseconds: number
  closeAfterMilliseconds: number
  onEnd: () => void
}

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
  const state = { hasEnded: false }
  const pending: string[] = []
  const timer = setTimeout(() => end(), reader.closeAfterMilliseconds)
  let controllerOfStream: ReadableStreamDefaultController<Uint8Array> | undefined

  function end(): void {
    if (state.hasEnded) return
    state.hasEnded = true
    clearTimeout(timer)
    reader.onEnd()
    try {
      controllerOfStream?.close()
    } catch {
      // The reader closed first.
    }
  }

  async function nextFrames(): Promise<string[] | null> {
    while (!state.hasEnded && performance.now() < endsAt) {
      const page = await reader.read(cursor)
      if (page === 'unauthorized') return [': unauthorized\n\n']
      if (page === 'unavailable') return null
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
      await reader.wakes.wait(Math.max(1, Math.min(heartbeatAt, endsAt) - performance.now()))
    }
    return null
  }

  function heartbeat(): string {
    const frameOfCursor = passedId ? `event: cursor\nid: ${passedId}\ndata: {}\n\n` : ': heartbeat\n\n'
    passedId = null
    return frameOfCursor
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controllerOfStream = controller
        controller.enqueue(encoder.encode('retry: 2000\n: connected\n\n'))
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

function frame({ id, type, timestamp, data }: StreamedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, timestamp, data })}\n\n`
}
