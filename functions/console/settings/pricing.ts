import type { Context } from 'hono'
import { z } from 'zod'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { setPricingPolicy as set } from '../../../shared/operations/commerce/set_pricing_policy.ts'
import { simulateNegotiation } from '../../../shared/operations/commerce/simulate_negotiation.ts'
import { pricingPolicy } from '../../../shared/operations/console/pricing_policy.ts'
import { removePricingPolicy } from '../../../shared/operations/console/remove_pricing_policy.ts'
import { pricingPolicyInput } from '../../../shared/schema/commerce/pricing_policy.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, shownForm } from '../kept_form/shown_form.ts'
import type { ShownForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, preview, read, readOwnForm, request, submit } from '../page_context.ts'
import type { Refused } from '../page_context.ts'
import { pricingPage } from '../pages/settings/pricing.ts'
import type { Simulation } from '../pages/settings/pricing_simulation.ts'
import { isEdited } from '../pages/settings/pricing_values.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { dependsOnCurrency, enteredNumber, faultOf, readNumber, withoutSign } from './amounts/entered_number.ts'
import { currencyOf } from './targets.ts'
import { findProducts, partsOf, valueOf } from './find_products.ts'

interface Outcome {
  refused?: Refused | undefined
  simulation?: Simulation | undefined
  /** The form of a simulation or a search, whose values the page shows again. */
  entered?: URLSearchParams
  done?: string | undefined
  /** The text of a search for a product whose policy to open. */
  find?: string | undefined
}

export function showPricing(app: AppContext): Handler {
  return async (context) => {
    const { done, product, find } = pageQuery(context, ['product', 'find', 'form'], ['saved', 'removed'])
    const shown = await shownForm(app, context)
    if (shown) return await showAgain(app, context, shown)
    return await render(app, context, product, { done, find })
  }
}

/** Shows a form again: with its error, with its simulation, or with the products that it found. */
async function showAgain(
  app: AppContext,
  context: Context<AppEnv>,
  { form, error }: Pick<ShownForm, 'form' | 'error'>,
): Promise<Response> {
  const product = form.get('product_id') || undefined
  if (error) return await render(app, context, product, { refused: { error, form } })
  if (form.get('action') === 'simulate') return await simulate(app, context, form)
  return await render(app, context, product, { entered: form })
}

/** Saves the policy of the form, or simulates it beside the stored one. */
export function changePricing(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const product = form.get('product_id') || undefined
    const action = form.get('action')
    const to = address(context.req.path, { product: product ?? null })
    const again = async (shown: { form: URLSearchParams; error?: ApiError | undefined }) =>
      await showForm(
        app,
        context,
        { ...shown, to },
        async () => await showAgain(app, context, { error: undefined, ...shown }),
      )
    if (action === 'simulate' || action === 'find') return await again({ form })
    if (action !== 'save' && action !== 'remove')
      throw new ApiError('invalid_request', 'Action must be save, simulate, find or remove.')
    const { refused } =
      action === 'remove'
        ? await remove(app, context, form)
        : await submit(app, context, set, async () => ({
            ...policyIn(form, dependsOnCurrency(form.get('price_step')) ? await currencyOf(app, context) : ''),
            version: form.get('version') ?? undefined,
            // Without an id, console.call refuses the form as outdated, after it checked the role.
            idempotency_key: formIdOf(form) ?? 'none',
          }))
    const done = action === 'remove' ? 'removed' : 'saved'
    if (!refused) return context.redirect(address(context.req.path, { product: product ?? null, done }), 303)
    return await again(refused)
  }
}

async function remove(app: AppContext, context: Context<AppEnv>, form: URLSearchParams) {
  return await submit(app, context, removePricingPolicy, () => ({
    product_id: form.get('product_id') ?? undefined,
    version: form.get('version') ?? undefined,
  }))
}

async function simulate(app: AppContext, context: Context<AppEnv>, form: URLSearchParams): Promise<Response> {
  const product = form.get('product_id') || undefined
  const refuse = async (error: ApiError) => await render(app, context, product, { refused: { error, form } })
  const [kind, subject] = partsOf(form.get('subject')?.trim() ?? '')
  const {
    results: [stored],
  } = await read(app, context, [request(pricingPolicy, { product_id: product })])
  if (stored.error) throw stored.error
  // The unchanged policy is the stored one. That of a product without its own has no floor and no target yet.
  const { currency } = stored.body
  let policy: ReturnType<typeof policyIn> | undefined
  try {
    policy = isEdited(form, stored.body) ? policyIn(form, currency) : undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return await refuse(error)
  }
  const wrong =
    policy && validate(draft, policy, { noun: 'parameter', ignoresUnknown: true, fieldName: page.field }).error
  const offers = listOf(form.get('offers'))
  const isChosen = (kind === 'product' || kind === 'bundle') && subject !== ''
  const fault = offerFault(offers, currency) ?? (isChosen ? (wrong ?? undefined) : withoutSubject())
  if (fault) return await refuse(fault)
  const { results, refused } = await preview(
    app,
    context,
    [
      request(simulateNegotiation, {
        [`${kind}_id`]: subject,
        quantity: form.get('quantity') ?? undefined,
        offers: offers.map((offer) => enteredNumber(withoutSign(offer, currency))),
        policy,
      }),
    ],
    form,
  )
  if (refused) return await render(app, context, product, { refused })
  const [result] = results
  // An unknown product is an error of its field. Any other error is that of the whole page.
  if (result.error?.code === 'not_found') {
    const { message } = result.error
    return await refuse(new ApiError('not_found', message, { fields: [{ path: 'subject', message }] }))
  }
  if (result.error) throw result.error
  return await render(app, context, product, { simulation: result.body, entered: form })
}

const fieldFault = (path: string, message: string) =>
  new ApiError('invalid_request', `${page.field(path)} ${message}`, { fields: [{ path, message }] })

/** Returns the error of prices that are separated by commas, in another currency or with two meanings. */
function offerFault(offers: readonly string[], currency: string): ApiError | undefined {
  if (offers.some((offer) => /,\s|,.*,(?!\d{3}(\D|$))/.test(offer)))
    return fieldFault('offers', 'must be separated by semicolons, such as 70; 75.50; 80.')
  const fault = offers.map((offer) => faultOf(offer, currency)).find((message) => message !== undefined)
  return fault === undefined
    ? undefined
    : new ApiError('invalid_request', fault, { fields: [{ path: 'offers', message: fault }] })
}

const withoutSubject = () => fieldFault('subject', 'is required. Choose one of the list, or find another one.')
/** The inputs of a policy, whose errors belong to the fields of the form. */
const draft = z.object(pricingPolicyInput)

/** Returns the policy that a form contains. Throws invalid_request for an amount in another currency or with two meanings. An empty field is not given, so that its default applies. */
function policyIn(form: URLSearchParams, brandCurrency: string) {
  const amount = (name: string, of: string) => readNumber(form.get(name), name, of)
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
          : // The operation refuses another text than a code.
            { amount: /^[A-Z]{3}$/.test(currency) ? amount('floor', currency) : floor, currency },
    target_percent: given('target_percent'),
    accept_percent: given('accept_percent'),
    decline_percent: given('decline_percent'),
    rounds_max: given('rounds_max'),
    price_step: amount('price_step', brandCurrency),
    quantity_tiers: listOf(form.get('quantity_tiers')).map((tier) => {
      const [quantity_min, percent_off, ...rest] = tier.split(':').map((part) => part.trim())
      return percent_off === undefined || rest.length > 0 ? tier : { quantity_min, percent_off }
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
  const { pageContext, results } = await read(app, context, [request(pricingPolicy, { product_id: product })])
  const [stored] = results
  // The policy is for admins only. Other members see a sentence in its place.
  if (stored.error && stored.error.code !== 'forbidden') throw stored.error
  const form = outcome.refused?.form ?? outcome.entered
  const text = form?.get('find')?.trim() ?? ''
  const entered = form?.get('subject')?.trim() || (product === undefined ? undefined : `product/${product}`)
  // Only those who see the policy choose products.
  const [offered, sought] = await Promise.all([
    stored.body ? findProducts(app, context, { text, chosen: entered }) : [],
    stored.body && outcome.find ? findProducts(app, context, { text: outcome.find.trim() }) : [],
  ])
  const [first] = offered
  const chosen = entered ?? (text === '' && first ? valueOf(first) : undefined)
  return await sendFormPage(app, context, outcome.refused?.error, {
    title: 'Settings: pricing policy',
    hasScript: true,
    pageContext,
    body: pricingPage({
      pageContext,
      stored: stored.body,
      choice: { found: offered, chosen, text, refused: outcome.refused },
      sought,
      ...outcome,
    }),
  })
}
