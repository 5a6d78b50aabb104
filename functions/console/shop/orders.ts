import type { Context } from 'hono'
import { z } from 'zod'
import { contract } from '../../../shared/operation.ts'
import { addDisputeStatement as addStatement } from '../../../shared/operations/commerce/add_dispute_statement.ts'
import { reportTransaction } from '../../../shared/operations/commerce/report_transaction.ts'
import { shopOrders } from '../../../shared/operations/commerce/shop_orders.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, read, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { listAddress, pageQuery } from '../parts/page_query.ts'
import { orderNotices, ordersPage } from './orders_page.ts'
import type { OrdersPage } from './orders_page.ts'

export function showOrders(app: AppContext): Handler {
  return async (context) => await render(app, context, await refusedForm(app, context))
}

/** The page needs only the new status of a reported order. */
const report = contract({
  name: reportTransaction.name,
  scope: reportTransaction.scope,
  input: reportTransaction.input,
  output: z.object({ status: z.string() }),
})

/** Reports the progress of an order as its merchant. */
export function reportOrder(app: AppContext): Handler {
  return async (context) => {
    const transaction_id = context.req.param('transaction_id') as string
    const { body, refused } = await submit(app, context, report, (form) => {
      const action = form.get('action') ?? ''
      return {
        transaction_id,
        action,
        version: form.get('version') ?? undefined,
        idempotency_key: formIdOf(form),
        ...(action === 'confirm' ? { merchant_order_id: form.get('merchant_order_id')?.trim() || undefined } : {}),
        ...(action === 'cancel' ? { reason: form.get('reason')?.trim() || undefined } : {}),
      }
    })
    if (refused) return await again(app, context, refused, transaction_id)
    return context.redirect(await listAddress(context, listPath(context), body.status, transaction_id), 303)
  }
}

export function addDisputeStatement(app: AppContext): Handler {
  return async (context) => {
    const dispute_id = context.req.param('dispute_id') as string
    const { body, refused } = await submit(app, context, addStatement, (form) => ({
      dispute_id,
      version: form.get('version') ?? undefined,
      idempotency_key: formIdOf(form),
      statement: form.get('statement')?.trim() ?? '',
    }))
    if (refused) return await again(app, context, refused, dispute_id)
    return context.redirect(await listAddress(context, listPath(context), 'stated', body.transaction_id), 303)
  }
}

function listPath(context: Context<AppEnv>): string {
  return `/console/brands/${context.req.param('brand_id')}/orders`
}

async function again(app: AppContext, context: Context<AppEnv>, refused: Refused, id: string): Promise<Response> {
  const rendered = async () => await render(app, context, { ...refused, id })
  return await showForm(app, context, { ...refused, to: await listAddress(context, listPath(context)) }, rendered)
}

async function render(app: AppContext, context: Context<AppEnv>, refused?: OrdersPage['refused']): Promise<Response> {
  const { status, page, done, order } = pageQuery(context, ['status', 'page', 'form', 'order'], orderNotices)
  const { pageContext, results } = await read(app, context, [
    request(shopOrders, { page, ...(status ? { status } : {}), ...(order ? { transaction_id: order } : {}) }),
  ])
  const [{ body, error }] = results
  if (error) throw error
  return await sendFormPage(app, context, refused?.error, {
    title: 'Orders',
    pageContext,
    body: ordersPage({ pageContext, found: body, status: status || null, order: order || null, done, refused }),
  })
}
