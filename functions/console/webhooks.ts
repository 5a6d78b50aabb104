import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { deliveries } from '../../shared/operations/webhooks/deliveries.ts'
import { endpoint } from '../../shared/operations/webhooks/endpoint.ts'
import { endpoints } from '../../shared/operations/webhooks/endpoints.ts'
import { eventTypes } from '../../shared/operations/webhooks/event_types.ts'
import { request, read } from './page_context.ts'
import type { AppContext } from './app_context.ts'
import { refusedForm } from './kept_form/shown_form.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendFormPage } from './page.ts'
import { endpointPage, sendNotices } from './pages/endpoint.ts'
import type { EndpointPage } from './pages/endpoint.ts'
import { webhooksPage } from './pages/webhooks.ts'
import type { WebhooksPage } from './pages/webhooks.ts'

export function showWebhooks(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], ['deleted'])
    return await renderWebhooks(app, context, { done, refused: await refusedForm(app, context) })
  }
}

export function showEndpoint(app: AppContext): Handler {
  return async (context) => await renderEndpoint(app, context, { refused: await refusedForm(app, context) })
}

export async function renderWebhooks(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: Pick<WebhooksPage, 'created' | 'refused' | 'done'>,
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(endpoints), request(eventTypes)])
  const [found, types] = results
  if (!found.body || !types.body) throw found.error ?? types.error
  const body = webhooksPage({ pageContext, endpoints: found.body.data, types: types.body.data, ...outcome })
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Webhooks',
    pageContext,
    hasScript: outcome.created !== undefined,
    body,
  })
}

export async function renderEndpoint(
  app: AppContext,
  context: Context<AppEnv>,
  outcome: Pick<EndpointPage, 'secret' | 'refused'> = {},
): Promise<Response> {
  const id = context.req.param('endpoint_id')
  const { status, cursor, done } = pageQuery(context, ['status', 'cursor', 'form'], sendNotices)
  const filter = status ? { status } : {}
  const { pageContext, results } = await read(app, context, [
    request(endpoint, { id }),
    request(deliveries, { id, limit: 25, ...filter, ...(cursor ? { cursor } : {}) }),
  ])
  const [found, log] = results
  if (!found.body || !log.body) throw found.error ?? log.error
  const body = endpointPage({
    pageContext,
    endpoint: found.body.data,
    log: log.body,
    status: status || null,
    done,
    ...outcome,
  })
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Webhook endpoint',
    pageContext,
    hasScript: outcome.secret !== undefined,
    body,
  })
}
