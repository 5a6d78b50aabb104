import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { traceRequest } from '../../shared/http/server/trace_request.ts'
import { inSpan, setTracing } from '../../shared/telemetry/tracing.ts'
import type { SpanStart } from '../../shared/telemetry/tracing.ts'

const started: SpanStart[] = []
const record: Parameters<typeof setTracing>[0] = async (start, work) => {
  started.push(start)
  const none = () => undefined
  return await work({ traceId: 'trace', traceparent: 'parent', rename: none, set: none, fail: none })
}

test('builds no name and no attributes of a span while tracing is off', async () => {
  const start = vi.fn((): SpanStart => ({ name: 'work', kind: 'client', attributes: {} }))
  expect(await inSpan(start, async (span) => span)).toBeUndefined()
  expect(start).not.toHaveBeenCalled()
})

test('reads no header of a request while tracing is off', async () => {
  const app = new Hono<AppEnv>().use(traceRequest).get('/v1/brands', (context) => context.text('ok'))
  const request = new Request('http://localhost/v1/brands', { headers: { traceparent: '00-1' } })
  const read = vi.spyOn(request.headers, 'get')
  expect(await (await app.fetch(request)).text()).toBe('ok')
  expect(read).not.toHaveBeenCalledWith('traceparent')

  setTracing(record)
  await app.fetch(request)
  setTracing(undefined)
  expect(read).toHaveBeenCalledWith('traceparent')
  expect(started).toMatchObject([{ name: 'GET', attributes: { 'url.path': '/v1/brands' } }])
})
