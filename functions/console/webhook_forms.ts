import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { createEndpoint as create } from '../../shared/operations/webhooks/create_endpoint.ts'
import { deleteEndpoint as remove } from '../../shared/operations/webhooks/delete_endpoint.ts'
import { replayDelivery as replay } from '../../shared/operations/webhooks/replay_delivery.ts'
import { rotateSecret as rotate } from '../../shared/operations/webhooks/rotate_secret.ts'
import { testEndpoint as test } from '../../shared/operations/webhooks/test_endpoint.ts'
import { submit, write } from './page_context.ts'
import type { AppContext } from './app_context.ts'
import { showForm } from './kept_form/shown_form.ts'
import { renderEndpoint, renderWebhooks } from './webhooks.ts'

/** Creates an endpoint. Only the response to the form contains the secret. */
export function createEndpoint(app: AppContext): Handler {
  return async (context) => {
    const { body, refused } = await submit(app, context, create, (form) => ({
      url: (form.get('url') ?? '').trim(),
      description: (form.get('description') ?? '').trim(),
      types: form.has('type') ? form.getAll('type') : ['*'],
    }))
    if (!refused) return await renderWebhooks(app, context, { created: body.data })
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await renderWebhooks(app, context, { refused }))
  }
}

export function rotateSecret(app: AppContext): Handler {
  return async (context) => {
    const { body, refused } = await submit(app, context, rotate, (form) => ({
      id: context.req.param('endpoint_id'),
      end_previous: form.get('end_previous') ?? undefined,
    }))
    if (!refused) return await renderEndpoint(app, context, { secret: body.data.secret })
    const shown = { ...refused, to: endpointPath(context) }
    return await showForm(app, context, shown, async () => await renderEndpoint(app, context, { refused }))
  }
}

export function testEndpoint(app: AppContext): Handler {
  return async (context) => {
    await write(app, context, test, () => ({ id: context.req.param('endpoint_id') }))
    return context.redirect(`${endpointPath(context)}?done=tested`, 303)
  }
}

export function replayDelivery(app: AppContext): Handler {
  return async (context) => {
    const { endpoint_id: id, delivery_id } = context.req.param() as Record<string, string>
    await write(app, context, replay, () => ({ id, delivery_id }))
    return context.redirect(`${endpointPath(context)}?done=replayed`, 303)
  }
}

export function deleteEndpoint(app: AppContext): Handler {
  return async (context) => {
    await write(app, context, remove, () => ({ id: context.req.param('endpoint_id') }))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/webhooks?done=deleted`, 303)
  }
}

function endpointPath({ req }: Context<AppEnv>): string {
  return `/console/brands/${req.param('brand_id')}/webhooks/${req.param('endpoint_id')}`
}
