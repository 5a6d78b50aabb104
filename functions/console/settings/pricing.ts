import type { Context } from 'hono'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { setPricingPolicy as set } from '../../../shared/operations/commerce/set_pricing_policy.ts'
import { simulateNegotiation } from '../../../shared/operations/commerce/simulate_negotiation.ts'
import { pricingPolicy } from '../../../shared/operations/console/pricing_policy.ts'
import { products } from '../../../shared/operations/storefront/products.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, preview, read, readOwnForm, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pricingPage } from '../pages/settings/pricing.ts'
import type { Simulation } from '../pages/settings/pricing_simulation.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'

interface Outcome {
  refused?: Refused | undefined
  simulation?: Simulation | undefined
  /** The form of a simulation, whose values the page shows again. */
  entered?: URLSearchParams
  done?: string | undefined
}

export function showPricing(app: AppContext): Handler {
  return async (context) => {
    const { done, product } = pageQuery(context, ['product'], ['saved'])
    return await render(app, context, product, { done })
  }
}

/** Saves the policy of the form, or simulates it beside the stored one. */
export function changePricing(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const product = form.get('product_id') || undefined
    const action = form.get('action')
    if (action === 'simulate') return await simulate(app, context, form)
    if (action !== 'save') throw new ApiError('invalid_request', 'Action must be save or simulate.')
    const { refused } = await submit(app, context, set, () => ({
      ...policyIn(form),
      version: form.get('version') ?? undefined,
      // Without an id, console.call refuses the form as outdated, after it checked the role.
      idempotency_key: formIdOf(form) ?? 'none',
    }))
    if (!refused) return context.redirect(address(context.req.path, { product: product ?? null, done: 'saved' }), 303)
    return await render(app, context, product, { refused })
  }
}

async function simulate(app: AppContext, context: Context<AppEnv>, form: URLSearchParams): Promise<Response> {
  const product = form.get('product_id') || undefined
  if (form.get('offers')?.includes(',')) return await render(app, context, product, { refused: withComma(form) })
  const subject = form.get('subject')?.trim() || undefined
  const { results, refused } = await preview(app, context, [
    request(simulateNegotiation, {
      [form.get('subject_kind') === 'bundle' ? 'bundle_id' : 'product_id']: subject,
      quantity: form.get('quantity') ?? undefined,
      offers: listOf(form.get('offers')),
      policy: policyIn(form),
    }),
  ])
  if (refused) return await render(app, context, product, { refused })
  const [result] = results
  // An unknown product is shown on the page. Any other error is that of the whole page.
  if (result.error && result.error.code !== 'not_found') throw result.error
  const outcome = result.error ? { refused: { error: result.error, form } } : { simulation: result.body as Simulation }
  return await render(app, context, product, { ...outcome, entered: form })
}

/** A comma can separate prices, decimals or thousands. A guess would simulate other prices than the entered ones. */
function withComma(form: URLSearchParams): Refused {
  const message = 'must not contain a comma. Separate prices by semicolons, and write decimals with a point.'
  const error = new ApiError('invalid_request', `Offers ${message}`, { fields: [{ path: 'offers', message }] })
  return { error, form }
}

/** Returns the policy that a form contains. An empty field is not given, so that its default applies. */
function policyIn(form: URLSearchParams) {
  const given = (name: string) => form.get(name)?.trim() || undefined
  const floor = given('floor')
  const currency = given('floor_unit')
  return {
    product_id: given('product_id'),
    is_enabled: given('is_enabled'),
    floor:
      floor === undefined
        ? undefined
        : currency === undefined || currency === 'percent'
          ? { percent: floor }
          : { amount: floor, currency },
    target_percent: given('target_percent'),
    accept_percent: given('accept_percent'),
    decline_percent: given('decline_percent'),
    rounds_max: given('rounds_max'),
    price_step: given('price_step'),
    quantity_tiers: listOf(form.get('quantity_tiers')).map((tier) => {
      const [quantity_min, percent_off, ...rest] = tier.split(':').map((part) => part.trim())
      return { quantity_min, percent_off: rest.length > 0 ? tier : percent_off }
    }),
    answered_by: given('answered_by'),
    answer_minutes: given('answer_minutes'),
    hold_minutes: given('hold_minutes'),
    negotiations_per_day_max: given('negotiations_per_day_max'),
  }
}

/** Returns the parts of a list that is separated by semicolons or line breaks. */
function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  product: string | undefined,
  outcome: Outcome,
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [
    request(pricingPolicy, { product_id: product }),
    request(products, { limit: 100 }, { response_time_ms: 0 }),
  ])
  const [stored, catalog] = results
  // The policy is for admins only. Other members see a sentence in its place.
  if (stored.error && stored.error.code !== 'forbidden') throw stored.error
  // Without a catalog there is no product to choose.
  if (catalog.error && !['data_not_ready', 'not_found'].includes(catalog.error.code)) throw catalog.error
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: pricing policy',
    pageContext,
    body: pricingPage({ pageContext, stored: stored.body, catalog: catalog.body?.products ?? [], ...outcome }),
  })
}
