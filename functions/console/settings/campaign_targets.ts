import { ApiError } from '../../../shared/errors/api_error.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import type { AppContext } from '../app_context.ts'
import { showForm } from '../kept_form/shown_form.ts'
import { formIdOf, perform, readOwnForm } from '../page_context.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { dependsOnCurrency } from './amounts/entered_number.ts'
import { readCampaigns } from './read_campaigns.ts'
import { isAboutRows, nothingSaved, refusedRows } from './refused_rows.ts'
import { reviewAgain } from './review_targets.ts'
import { changedFields, changedRows, errorsOf, inputOf, measures, unpackRows } from './target_rows.ts'
import { currencyOf, renderTargets } from './targets.ts'

/** Saves the changed rows of the table, or those of a preview, at once. */
export function saveCampaignTargets(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const month = form.get('month') ?? ''
    const reviewed = form.get('changes')
    const isDependent = [...form].some(([name, value]) => /^(cpa|budget)\d+$/.test(name) && dependsOnCurrency(value))
    const currency = isDependent || reviewed !== null ? await currencyOf(app, context) : ''
    const entered = reviewed === null ? changedRows(form, currency) : unpackRows(reviewed)
    const shown = { month, search: form.get('search') || undefined, page: form.get('page') || undefined }
    const home = `/console/brands/${context.req.param('brand_id')}/settings/targets`
    if (entered.length === 0) return context.redirect(address(home, { ...shown, done: 'unchanged' }), 303)
    try {
      const errors = errorsOf(entered, currency)
      if (errors.size > 0) throw new ApiError('invalid_request', nothingSaved(errors.size))
      const targets = entered.map(inputOf)
      await perform(app, context, setTargets, { input: { month, targets }, formId: formIdOf(form) })
      return context.redirect(address(home, { ...shown, done: 'campaigns' }), 303)
    } catch (error) {
      if (!isAboutRows(error)) throw error
      if (reviewed !== null) {
        const rendered = async () => await reviewAgain(app, context, form, error)
        return await showForm(app, context, { form, error, to: address(`${home}/file`, { month }) }, rendered)
      }
      const refused = refusedRows(error, entered, currency)
      const rendered = async () => await renderTargets(app, context, shown, { refusedRows: refused })
      return await showForm(app, context, { form: changedFields(form), error, to: address(home, shown) }, rendered)
    }
  }
}

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
