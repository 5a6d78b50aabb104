import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import { setTarget } from '../../../shared/operations/console/set_target.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, showsFormAgain } from '../kept_form/shown_form.ts'
import { formIdOf, perform, readOwnForm } from '../page_context.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { dependsOnCurrency, enteredNumber, faultOf, withoutSign } from './amounts/entered_number.ts'
import { readCampaigns } from './read_campaigns.ts'
import { nothingSaved, refusedTargets } from './refused_rows.ts'
import { reviewAgain } from './review_targets.ts'
import { changedFields, changedRows, changesBrand, errorsOf, inputOf, measures, unpackRows } from './target_rows.ts'
import { currencyOf, renderTargets } from './targets.ts'

/**
 * Saves the targets of the brand and the changed rows of the table, which are one form, or the rows of a preview. Both buttons save
 * everything that was entered. Wrong rows are refused before the brand is saved.
 */
function saveTargets(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const month = form.get('month')?.trim() ?? ''
    const reviewed = form.get('changes')
    const isDependent = [...form].some(
      ([name, value]) => /^(roas|cpa|budget)\d*$/.test(name) && dependsOnCurrency(value),
    )
    const currency = isDependent || reviewed !== null ? await currencyOf(app, context) : ''
    const entered = reviewed === null ? changedRows(form, currency) : unpackRows(reviewed)
    const home = `/console/brands/${context.req.param('brand_id')}/settings/targets`
    const isBrandChanged = changesBrand(form, currency)
    // The button of the brand also saves an unchanged brand, unless only rows were changed.
    const savesBrand =
      context.req.path === home ? (isBrandChanged ?? true) || entered.length === 0 : isBrandChanged === true
    const shown = { month, search: form.get('search') || undefined, page: form.get('page') || undefined }
    if (entered.length === 0 && !savesBrand)
      return context.redirect(address(home, { ...shown, done: 'unchanged' }), 303)
    const formId = formIdOf(form)
    let isBrandSaved = false
    try {
      const errors = errorsOf(entered, currency)
      if (errors.size > 0) throw new ApiError('invalid_request', nothingSaved(errors.size))
      if (savesBrand) {
        await perform(app, context, setTarget, { input: brandInput(form, month, currency), formId })
        isBrandSaved = true
      }
      if (entered.length > 0) {
        // A form takes effect once, and each of its two operations is an effect.
        const id = savesBrand && formId ? `${formId}-campaigns` : formId
        await perform(app, context, setTargets, { input: { month, targets: entered.map(inputOf) }, formId: id })
      }
      const done = entered.length === 0 ? 'saved' : savesBrand ? 'both' : 'campaigns'
      return context.redirect(address(home, { ...shown, done }), 303)
    } catch (error) {
      if (!showsFormAgain(error)) throw error
      if (reviewed !== null) {
        const rendered = async () => await reviewAgain(app, context, form, error)
        return await showForm(app, context, { form, error, to: address(`${home}/file`, { month }) }, rendered)
      }
      const kept = changedFields(form, !isBrandSaved)
      const done = isBrandSaved ? 'saved' : undefined
      const outcome = { done, ...refusedTargets(error, kept, currency) }
      const rendered = async () => await renderTargets(app, context, shown, outcome)
      return await showForm(app, context, { form: kept, error, to: address(home, { ...shown, done }) }, rendered)
    }
  }
}

/** Returns the targets of the brand. Throws invalid_request for amounts in another currency or with two meanings, such as 1.000. */
function brandInput(form: URLSearchParams, month: string, currency: string) {
  const fields = measures.flatMap((path) => {
    const message = faultOf(form.get(path), path === 'roas' ? undefined : currency)
    return message === undefined ? [] : [{ path, message }]
  })
  if (fields.length > 0)
    throw new ApiError('invalid_request', fields.map(({ message }) => message).join(' '), { fields })
  const amount = (name: string) => enteredNumber(withoutSign(form.get(name) ?? '', currency))
  return {
    month,
    version: form.get('version')?.trim() || undefined,
    roas: enteredNumber(form.get('roas')),
    cpa: amount('cpa'),
    budget: amount('budget'),
  }
}

export const saveBrandTargets = saveTargets
export const saveCampaignTargets = saveTargets

/** All campaigns of the month as CSV, which can be edited and uploaded. */
export function downloadTargets(app: AppContext): Handler {
  return async (context) => {
    const { month } = pageQuery(context, ['month'])
    const listed = await readCampaigns(app, context, month)
    const data = listed.data.map((row) => ({
      ...row,
      ...row.month,
      ...Object.fromEntries(measures.map((measure) => [`previous_${measure}`, row.previous[measure]])),
    }))
    const names = ['campaign', 'platform', 'account_name', 'name', ...measures]
    const columns = [...names, ...measures.map((measure) => `previous_${measure}`)]
    const first = { data, meta: { currency: listed.currency, total_rows: listed.total } }
    const form = { rows: 'data', columns: () => columns }
    const body = csvStream(form, { input: {}, first, pageRows: data.length + 1, readPage: null })
    return context.body(body, 200, csvHeaders(first, false, `targets_${listed.month}.csv`))
  }
}
