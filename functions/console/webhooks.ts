import type { Context } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { deliveries } from '../../shared/operations/webhooks/deliveries.ts'
import { endpoint } from '../../shared/operations/webhooks/endpoint.ts'
import { endpoints } from '../../shared/operations/webhooks/endpoints.ts'
import { eventTypes } from '../../shared/operations/webhooks/event_types.ts'
import { question, read } from './ask.ts'
import type { Door, Handler } from './door.ts'
import { sendPage } from './page.ts'
import { endpointPage } from './pages/endpoint.ts'
import type { EndpointPage } from './pages/endpoint.ts'
import { webhooksPage } from './pages/webhooks.ts'
import type { WebhooksPage } from './pages/webhooks.ts'

export function showWebhooks(door: Door): Handler {
  return async (context) => await renderWebhooks(door, context, { done: context.req.query('done') })
}

export function showEndpoint(door: Door): Handler {
  return async (context) => await renderEndpoint(door, context, { done: context.req.query('done') })
}

export async function renderWebhooks(
  door: Door,
  context: Context<AppEnv>,
  said: Pick<WebhooksPage, 'created' | 'refusal' | 'done' | 'url'>,
): Promise<Response> {
  const { visit, answers } = await read(door, context, [question(endpoints), question(eventTypes)])
  const [found, types] = answers
  if (!found.body || !types.body) throw found.error ?? types.error
  const body = webhooksPage({ visit, endpoints: found.body.data, types: types.body.data, ...said })
  return await sendPage(context, { title: 'Webhooks', visit, body, status: said.refusal?.status ?? 200 })
}

export async function renderEndpoint(
  door: Door,
  context: Context<AppEnv>,
  said: Pick<EndpointPage, 'done' | 'secret'>,
): Promise<Response> {
  const id = context.req.param('endpoint_id')
  const { status, cursor } = context.req.query()
  const filter = status ? { status } : {}
  const { visit, answers } = await read(door, context, [
    question(endpoint, { id }),
    question(deliveries, { id, limit: 25, ...filter, ...(cursor ? { cursor } : {}) }),
  ])
  const [found, log] = answers
  if (!found.body || !log.body) throw found.error ?? log.error
  const body = endpointPage({ visit, endpoint: found.body.data, log: log.body, status: status || null, ...said })
  return await sendPage(context, { title: 'Webhook', visit, body })
}
