import { call, uncounted } from '../../shared/db/call.ts'
import { wakes } from '../../shared/db/wakes.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { storefrontErrorBody } from '../../shared/storefront/envelope.ts'
import { methodNotAllowed, refuseOtherMethods } from '../../shared/http/method_not_allowed.ts'
import { callOperation, pattern } from '../../shared/http/route.ts'
import { stream } from '../../shared/operations/events/stream.ts'
import { Pages } from './pages.ts'
import { Readers } from './readers.ts'
import { streamEvents } from './stream.ts'
import type { EventPage } from './stream.ts'

export interface EventsOptions {
  heartbeatSeconds: number
  /** The stream ends after this time, before the wall-clock limit of a serverless platform ends it. */
  closeAfterSeconds: number
  streamsPerKeyMax: number
  streamsMax: number
}

const defaults: EventsOptions = { heartbeatSeconds: 15, closeAfterSeconds: 140, streamsPerKeyMax: 5, streamsMax: 2000 }

/** Creates the event stream of a brand: {base_url}/api/storefront/{brand_id}/events/stream (server-sent events). */
export function createEvents(services: Services, given: Partial<EventsOptions> = {}): App {
  const settings = { ...defaults, ...given }
  const options: AppOptions = {
    services,
    keyPrefixes: ['svc_ak_'],
    renderError: storefrontErrorBody,
    envelope: (answer) => answer,
  }
  const pages = new Pages()
  const readers = new Readers(settings.streamsPerKeyMax, settings.streamsMax)
  const app = createApp(options)
  app.get(pattern(stream.path), async (context) => {
    // Hono routes HEAD to the handler of GET, which would open a stream.
    if (context.req.method === 'HEAD') throw methodNotAllowed(context, ['GET'])
    const headers: Record<string, string> = context.req.header('Last-Event-ID')
      ? { last_event_id: 'Last-Event-ID' }
      : {}
    const { caller, input, outcome } = await callOperation(context, stream, options, { headers })
    const { brand_id, types, last_event_id } = input as { brand_id: string; types?: string[]; last_event_id?: string }
    const leave = readers.enter(outcome.keyId as string)
    const woken = wakes(services.database, services.session)
    // Every page resolves the credential again, so that a revoked key receives no more events.
    const readPage = async (pageInput: Record<string, unknown>) => {
      const page = await call(services.database, {
        credentialHash: caller.credentialHash,
        clientIp: 'stream',
        operation: 'events.read_stream',
        input: pageInput,
        ...(services.meter ? { count: uncounted } : {}),
      })
      if (page.error?.code === 'unauthorized' || page.error?.code === 'forbidden') return 'unauthorized'
      return page.error ? 'unavailable' : (page.body as EventPage)
    }
    const stop = woken.use()
    const body = streamEvents({
      ...(outcome.body as { cursor: number; cursor_id: string | null }),
      wakes: woken,
      closing: services.shutdown?.closing,
      heartbeatMilliseconds: settings.heartbeatSeconds * 1000,
      closeAfterMilliseconds: settings.closeAfterSeconds * 1000,
      onEnd: () => {
        stop()
        leave()
      },
      read: (cursor) => readPage({ brand_id, types: types ?? null, cursor, limit: 100 }),
      readShared: async (cursor, version) => {
        const input = { brand_id, types: types ?? null, cursor, limit: 100 }
        return await pages.share(JSON.stringify(input), version, async () => {
          const page = await readPage(input)
          return typeof page === 'string' ? null : page
        })
      },
    })
    const { cursor_id } = outcome.body as { cursor_id: string | null }
    const position = cursor_id ?? last_event_id
    return context.body(body, 200, {
      // Some client libraries ignore an id without an event. They can resume from this header before the first event.
      ...(position ? { 'Last-Event-ID': position } : {}),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
  })
  refuseOtherMethods(app, pattern(stream.path), ['GET'])
  return app
}
