import type { Context } from 'hono'
import { call } from '../../shared/db/call.ts'
import { wakes } from '../../shared/db/wakes.ts'
import { createApp } from '../../shared/http/app.ts'
import type { App, AppOptions, Services } from '../../shared/http/app.ts'
import { parseBearer } from '../../shared/http/auth/bearer.ts'
import { ApiError, storefrontErrorBody, unauthorized } from '../../shared/errors/api_error.ts'
import { parseInput } from '../../shared/http/input/input.ts'
import { pattern, serveCaller, setQuotaHeaders } from '../../shared/http/route.ts'
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
    if (context.req.method === 'HEAD') throw takesGetOnly(context)
    context.set('operation', stream.name)
    const credentialHash = parseBearer(context.req.header('Authorization'), options)
    if (!credentialHash) throw unauthorized()
    const headers: Record<string, string> = context.req.header('Last-Event-ID')
      ? { last_event_id: 'Last-Event-ID' }
      : {}
    const input = await parseInput(context, stream.input, { headers })
    const outcome = await serveCaller(context, credentialHash, options, (caller) =>
      call(services.database, { ...caller, operation: input.error ? null : stream.name, input: input.data ?? {} }),
    )
    context.set('keyId', outcome.keyId)
    if (outcome.quota) setQuotaHeaders(context, outcome.quota)
    const error = outcome.error ?? input.error
    if (error) throw error
    const { brand_id, types } = input.data as { brand_id: string; types?: string[] }
    const leave = readers.enter(outcome.keyId as string)
    const woken = wakes(services.database, services.session)
    // Every page resolves the credential again, so that a revoked key receives no more events.
    const readPage = async (pageInput: Record<string, unknown>) => {
      const page = await call(services.database, {
        credentialHash,
        clientIp: 'stream',
        operation: 'events.read_stream',
        input: pageInput,
        ...(services.meter ? { count: { used: 1, resetAt: 0, resetInSeconds: 0 } } : {}),
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
    const position = cursor_id ?? (input.data as { last_event_id?: string }).last_event_id
    return context.body(body, 200, {
      // Some client libraries ignore an id without an event. They can resume from this header before the first event.
      ...(position ? { 'Last-Event-ID': position } : {}),
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
  })
  app.all(pattern(stream.path), (context) => {
    throw takesGetOnly(context)
  })
  return app
}

function takesGetOnly(context: Context): ApiError {
  context.header('Allow', 'GET')
  return new ApiError('method_not_allowed', 'The event stream takes GET only.')
}
