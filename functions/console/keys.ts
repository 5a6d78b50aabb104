import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import { createKey as create } from '../../shared/operations/console/create_key.ts'
import { keys } from '../../shared/operations/console/keys.ts'
import { revokeKey as revoke } from '../../shared/operations/console/revoke_key.ts'
import { request, read, submit, write } from './page_context.ts'
import type { AppContext } from './app_context.ts'
import { refusedForm, showForm } from './kept_form/shown_form.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendFormPage } from './page.ts'
import { keysPage } from './pages/keys.ts'
import type { KeysPage } from './pages/keys.ts'

export function showKeys(app: AppContext): Handler {
  return async (context) => {
    const { done } = pageQuery(context, ['form'], ['revoked'])
    return await render(app, context, { done, refused: await refusedForm(app, context) })
  }
}

/** Creates a key. Only the response to the form contains it: no URL shows it again. */
export function createKey(app: AppContext): Handler {
  return async (context) => {
    const { body: created, refused } = await submit(app, context, create, (form) => ({
      prefix: form.get('prefix') ?? '',
      name: (form.get('name') ?? '').trim(),
      scopes: form.getAll('scope'),
      days: form.get('days') || undefined,
    }))
    if (!refused) return await render(app, context, { created })
    const shown = { ...refused, to: context.req.path }
    return await showForm(app, context, shown, async () => await render(app, context, { refused }))
  }
}

export function revokeKey(app: AppContext): Handler {
  return async (context) => {
    const key_id = context.req.param('key_id')
    await write(app, context, revoke, () => ({ key_id }))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/keys?done=revoked`, 303)
  }
}

type Outcome = Pick<KeysPage, 'created' | 'refused' | 'done'>

async function render(app: AppContext, context: Context<AppEnv>, outcome: Outcome): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(keys)])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'API keys',
    pageContext,
    hasScript: outcome.created !== undefined,
    body: keysPage({ pageContext, keys: body, ...outcome }),
  })
}
