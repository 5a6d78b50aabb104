import type { Context } from 'hono'
import { respondToNegotiation as respond } from '../../../shared/operations/commerce/respond_to_negotiation.ts'
import { shopNegotiations } from '../../../shared/operations/commerce/shop_negotiations.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { currency as offerCurrency } from '../../../shared/schema/commerce/commerce.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, read, request, submit } from '../page_context.ts'
import { listAddress, pageQuery } from '../parts/page_query.ts'
import { readNumber } from '../settings/amounts/entered_number.ts'
import { negotiationNotices, negotiationsPage } from './negotiations_page.ts'
import type { NegotiationsPage } from './negotiations_page.ts'

export function showNegotiations(app: AppContext): Handler {
  return async (context) => await render(app, context, await refusedForm(app, context))
}

export function respondToNegotiation(app: AppContext): Handler {
  return async (context) => {
    const negotiation_id = context.req.param('negotiation_id') as string
    const { body, refused } = await submit(app, context, respond, (form) => ({
      negotiation_id,
      action: form.get('action') ?? '',
      version: form.get('version') ?? undefined,
      idempotency_key: formIdOf(form),
      ...(form.get('action') === 'counter' ? counterOffer(form) : {}),
    }))
    const list = `/console/brands/${context.req.param('brand_id')}/negotiations`
    if (refused) {
      const rendered = async () => await render(app, context, { ...refused, id: negotiation_id })
      return await showForm(app, context, { ...refused, to: await listAddress(context, list) }, rendered)
    }
    return context.redirect(await listAddress(context, list, body.status, negotiation_id), 303)
  }
}

/** Throws for an amount with two meanings or in another currency. */
function counterOffer(form: URLSearchParams) {
  const { data: currency } = offerCurrency.safeParse(form.get('currency'))
  return {
    offer: {
      type: 'unit_price',
      amount: readNumber(form.get('offer'), 'offer', currency),
      currency: form.get('currency') ?? undefined,
    },
    message: form.get('message')?.trim() || undefined,
  }
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  refused?: NegotiationsPage['refused'],
): Promise<Response> {
  const { status, page, done } = pageQuery(context, ['status', 'page', 'form'], negotiationNotices)
  const { pageContext, results } = await read(app, context, [
    request(shopNegotiations, { page, ...(status ? { status } : {}) }),
  ])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, refused?.error, {
    title: 'Negotiations',
    pageContext,
    body: negotiationsPage({ pageContext, found: body, status: status || null, done, refused }),
  })
}
