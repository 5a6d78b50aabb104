import type { Context } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { createKey as create } from '../../shared/operations/console/create_key.ts'
import { keys } from '../../shared/operations/console/keys.ts'
import { revokeKey as revoke } from '../../shared/operations/console/revoke_key.ts'
import { question, read, write } from './page_context.ts'
import type { AppContext, Handler } from './app_context.ts'
import { sendPage } from './page.ts'
import { keysPage } from './pages/keys.ts'
import type { KeysPage } from './pages/keys.ts'

export function showKeys(app: AppContext): Handler {
  return async (context) => await render(app, context, { done: context.req.query('done') })
}

/** The key stands in the answer of the form and nowhere else: no address leads to it again. */
export function createKey(app: AppContext): Handler {
  return async (context) => {
    try {
      const created = await write(app, context, create, (form) => ({
        prefix: form.get('prefix') ?? '',
        name: (form.get('name') ?? '').trim(),
        scopes: form.getAll('scope'),
        days: form.get('days') || undefined,
      }))
      return await render(app, context, { created })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      return await render(app, context, { refusal: error })
    }
  }
}

export function revokeKey(app: AppContext): Handler {
  return async (context) => {
    const key_id = context.req.param('key_id')
    await write(app, context, revoke, () => ({ key_id }))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/keys?done=revoked`, 303)
  }
}

type Said = Pick<KeysPage, 'created' | 'refusal' | 'done'>

async function render(app: AppContext, context: Context<AppEnv>, said: Said): Promise<Response> {
  const { pageContext, answers } = await read(app, context, [question(keys)])
  const [{ body, error }] = answers
  if (error) throw error
  const status = said.refusal?.status ?? 200
  return await sendPage(context, {
    title: 'Keys',
    pageContext,
    body: keysPage({ pageContext, keys: body, ...said }),
    status,
  })
}
