import type { Context } from 'hono'
import { ApiError } from '../../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../../shared/http/app_env.ts'
import { fulfillmentSettings } from '../../../../shared/operations/console/fulfillment_settings.ts'
import { setFulfillment } from '../../../../shared/operations/console/set_fulfillment.ts'
import { paymentMethodTypes } from '../../../../shared/schema/storefront/shop/payment_methods.ts'
import type { AppContext } from '../../app_context.ts'
import { shownForm, showForm } from '../../kept_form/shown_form.ts'
import { sendFormPage } from '../../page.ts'
import { read, readOwnForm, readResults, request, submit } from '../../page_context.ts'
import type { FormInput, Refused } from '../../page_context.ts'
import { fulfillmentPage, methodName, notices } from '../../pages/settings/fulfillment/fulfillment.ts'
import { pageQuery } from '../../parts/page_query.ts'
import { dependsOnCurrency, readNumber } from '../amounts/entered_number.ts'
import { currencyOf } from '../targets.ts'
import { asErrorOfForm, enteredLines, enteredOption, inputOf, placeOf } from './entered_option.ts'
import type { Fulfillment } from './entered_option.ts'

const doneOf = { add: 'added', change: 'changed', remove: 'removed', payment: 'payment' } as const

export function showFulfillment(app: AppContext): Handler {
  return async (context) => {
    const { done, country, items_amount } = pageQuery(
      context,
      ['country', 'items_amount', 'form'],
      Object.keys(notices),
    )
    const shown = await shownForm(app, context)
    const refused = shown?.error && { error: shown.error, form: shown.form }
    return await render(app, context, {
      done,
      refused,
      country: country?.trim() || undefined,
      itemsAmount: items_amount,
    })
  }
}

/** Adds, changes or removes a shipping option, or sets the payment methods. The rest stays as it is stored. */
export function changeFulfillment(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const action = form.get('action') as keyof typeof doneOf
    if (!Object.hasOwn(doneOf, action)) {
      throw new ApiError('invalid_request', `Action must be one of ${Object.keys(doneOf).join(', ')}.`)
    }
    const [settings] = await readResults(app, context, [request(fulfillmentSettings)])
    if (settings.error) throw settings.error
    const place =
      action === 'add' ? settings.body.options.length : placeOf(settings.body.options, form.get('option') ?? '')
    const { refused } = await submit(app, context, setFulfillment, () => inputFor(action, form, settings.body, place))
    if (!refused) return context.redirect(`${context.req.path}?done=${doneOf[action]}`, 303)
    const error = asErrorOfForm(refused.error, place)
    const shown = { form, error, to: context.req.path }
    return await showForm(app, context, shown, async () => await render(app, context, { refused: { form, error } }))
  }
}

/** Returns the input of the operation, with the list that the form changes. `place` is the index of the option in the list. */
function inputFor(
  action: keyof typeof doneOf,
  form: URLSearchParams,
  { options: stored, payment_methods, version, currency }: Fulfillment,
  place: number,
): FormInput {
  const seen = form.get('version') ?? undefined
  if (action === 'payment') return { version: seen, payment_methods: enteredMethods(form, payment_methods) }
  const options: object[] = stored.map(inputOf)
  const old = stored[place]
  // The operation refuses an outdated form, also one whose option is gone.
  if (!old && (action === 'change' || action === 'remove') && seen === String(version)) {
    throw new ApiError('invalid_request', 'The shop has no such shipping option.')
  }
  if (action === 'remove' && old) options.splice(place, 1)
  if (action === 'add' || (action === 'change' && old)) {
    options[place] = enteredOption(form, old?.currency ?? currency)
  }
  return { version: seen, options }
}

/** Returns the ticked methods. Throws invalid_request for new brands of a method that is not ticked, which would be lost. */
function enteredMethods(form: URLSearchParams, stored: Fulfillment['payment_methods']) {
  const chosen = form.getAll('method')
  const fields = paymentMethodTypes.flatMap((type) => {
    const held = stored.filter((method) => method.type === type).flatMap(({ brands }) => brands)
    const isLost =
      !chosen.includes(type) && enteredLines(form.get(`brands_${type}`)).some((brand) => !held.includes(brand))
    const message = `Tick ${methodName(type)} to publish these brands, or empty the field.`
    return isLost ? [{ path: `brands_${type}`, message }] : []
  })
  const [lost] = fields
  if (lost) throw new ApiError('invalid_request', lost.message, { fields })
  const unknown = chosen.filter((type) => !(paymentMethodTypes as readonly string[]).includes(type))
  return [...paymentMethodTypes.filter((type) => chosen.includes(type)), ...unknown].map((type) => ({
    type,
    brands: enteredLines(form.get(`brands_${type}`)),
  }))
}

interface Shown {
  refused?: Refused | undefined
  done?: string | undefined
  /** The country of the preview. */
  country?: string | undefined
  /** The amount of the preview as it was entered. */
  itemsAmount?: string | undefined
}

async function render(
  app: AppContext,
  context: Context<AppEnv>,
  { refused, done, country, itemsAmount }: Shown,
): Promise<Response> {
  const currency = dependsOnCurrency(itemsAmount ?? null) ? await currencyOf(app, context) : undefined
  const items_amount = readNumber(itemsAmount ?? null, 'items_amount', currency)
  const asked = country === undefined ? {} : { country, items_amount }
  const { pageContext, results } = await read(app, context, [request(fulfillmentSettings, asked)])
  const [settings] = results
  if (settings.error) throw settings.error
  return await sendFormPage(app, context, refused?.error, {
    title: 'Settings: shipping and payment',
    pageContext,
    hasScript: true,
    body: fulfillmentPage({ pageContext, settings: settings.body, refused, done, country, itemsAmount }),
  })
}
