import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import { readParts } from '../../../shared/http/input/multipart.ts'
import { withoutNul } from '../../../shared/http/input/form.ts'
import { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import type { AppContext } from '../app_context.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, perform, read, readOwnForm, readResults, request } from '../page_context.ts'
import { targetReviewPage } from '../pages/settings/target_review.ts'
import { mayDo } from '../parts/forms.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { readTargetFile } from './target_file.ts'
import { excessOf } from './target_limits.ts'
import { changedRows, errorsOf, inputOf, isSameAmount, measures, unpackRows } from './target_rows.ts'
import type { CampaignTargets, EnteredRow, Measure, RefusedRows, RowErrors } from './target_rows.ts'
import { renderTargets } from './targets.ts'

const campaignsOfCall = 500
const fileBytesMax = 1_000_000

/** Saves the changed rows of the table, or those of a preview, at once. */
export function saveCampaignTargets(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const month = form.get('month') ?? ''
    const reviewed = form.get('changes')
    const entered = reviewed === null ? changedRows(form) : unpackRows(reviewed)
    const shown = { month, search: form.get('search') || undefined, page: form.get('page') || undefined }
    const home = `/console/brands/${context.req.param('brand_id')}/settings/targets`
    if (entered.length === 0) return context.redirect(address(home, { ...shown, done: 'unchanged' }), 303)
    try {
      const errors = errorsOf(entered)
      if (errors.size > 0) throw new ApiError('invalid_request', nothingSaved(errors.size))
      const targets = entered.map(inputOf)
      await perform(app, context, setTargets, { input: { month, targets }, formId: formIdOf(form) })
      return context.redirect(address(home, { ...shown, done: 'campaigns' }), 303)
    } catch (error) {
      const refused = refusedRows(error, entered)
      if (refused === null) throw error
      return reviewed === null
        ? await renderTargets(app, context, shown, { refusedRows: refused })
        : await reviewAgain(app, context, month, { entered, origin: originOf(form), refused })
    }
  }
}

const originOf = (form: URLSearchParams) => (form.get('origin') === 'previous' ? 'previous' : 'file')

/** Shows a refused preview again. After a conflict the month before fills only the fields that are empty now. */
async function reviewAgain(
  app: AppContext,
  context: Context<AppEnv>,
  month: string,
  { entered, origin, refused }: Omit<Review, 'listed'>,
) {
  const listed = await readCampaigns(app, context, month)
  const isFilledAgain = origin === 'previous' && refused?.error.code === 'version_conflict'
  return await review(app, context, { entered: isFilledAgain ? filledRows(listed) : entered, origin, listed, refused })
}

const nothingSaved = (rows: number) =>
  `${rows === 1 ? '1 campaign has' : `${rows} campaigns have`} a wrong value, so nothing was saved. Correct it, and save again.`

/** Returns the errors of each row. Null for an error that is not about the rows. */
function refusedRows(error: unknown, entered: EnteredRow[]): RefusedRows | null {
  if (!(error instanceof ApiError)) return null
  if (error.reason === 'some_targets_changed_meanwhile') {
    const stale = error.raised?.values.campaigns as string[]
    return {
      error,
      entered,
      errors: new Map(stale.map((campaign) => [campaign, { campaign: 'Changed by another person meanwhile.' }])),
    }
  }
  if (error.code !== 'invalid_request') return null
  const errors = errorsOf(entered)
  for (const { path, message } of error.fields ?? []) {
    const [, index, field] = /^targets\[(\d+)\]\.(\w+)$/.exec(path) ?? []
    const row = entered[Number(index)]
    if (row === undefined) continue
    const measure = measures.find((name) => name === field) ?? 'campaign'
    errors.set(row.campaign, { ...errors.get(row.campaign), [measure]: `The value ${message}` })
  }
  return { error: errors.size > 0 ? error.withMessage(nothingSaved(errors.size)) : error, entered, errors }
}

/** Shows what the targets of the month before would change in the month: they fill its empty fields. */
export function reviewPreviousMonth(app: AppContext): Handler {
  return async (context) => {
    const { month } = pageQuery(context, ['month'])
    const listed = await readCampaigns(app, context, month)
    const entered = filledRows(listed)
    const excess = excessOf(entered, listed)
    if (excess !== undefined) {
      const error = new ApiError('invalid_request', excess)
      return await renderTargets(app, context, { month }, { refusedRows: { error, entered: [], errors: new Map() } })
    }
    return await review(app, context, { entered, origin: 'previous', listed })
  }
}

/** Returns the rows whose empty fields the targets of the month before fill. */
function filledRows(listed: CampaignTargets): EnteredRow[] {
  return listed.data.flatMap((row) => {
    const filled = measures.some((measure) => row.month[measure] === null && row.previous[measure] !== null)
    const valueOf = (measure: Measure) => String(row.month[measure] ?? row.previous[measure] ?? '')
    const values = { roas: valueOf('roas'), cpa: valueOf('cpa'), budget: valueOf('budget') }
    return filled ? [{ campaign: row.campaign, version: String(row.version), ...values }] : []
  })
}

/** Shows what an attached or pasted CSV would change. Nothing is stored. */
export function reviewTargetFile(app: AppContext): Handler {
  return async (context) => {
    const browser = browserOf(app, context)
    if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to upload targets.')
    const fields = new Map<string, string>()
    const given = (name: string) => fields.get(name)?.trim() ?? ''
    try {
      for await (const part of readParts(context, { bytesMax: fileBytesMax })) {
        const decoder = new TextDecoder()
        let text = ''
        for await (const bytes of part.body) text += decoder.decode(bytes, { stream: true })
        fields.set(part.name, withoutNul(text))
      }
      requireOwnForm(browser, context, given('form_token'))
      const month = given('month')
      const text = given('file') || given('pasted')
      if (text === '') throw new ApiError('invalid_request', 'Choose a CSV file, or paste its rows.')
      const rows = await readTargetFile(text)
      const listed = await readCampaigns(app, context, month)
      const known = new Map(listed.data.map((row) => [row.campaign, row]))
      const errors = new Map<string, RowErrors>()
      const entered: EnteredRow[] = []
      const seen = new Set<string>()
      for (const { line, campaign, ...values } of rows) {
        const row = known.get(campaign)
        const key = campaign || `line ${line}`
        if (row === undefined) errors.set(key, { campaign: `Line ${line}: there is no such campaign in this month.` })
        else if (seen.has(campaign)) errors.set(campaign, { campaign: `Line ${line}: the campaign is repeated.` })
        seen.add(campaign)
        const valueOf = (measure: Measure) => values[measure] ?? String(row?.month[measure] ?? '')
        const wanted = { roas: valueOf('roas'), cpa: valueOf('cpa'), budget: valueOf('budget') }
        const isSame =
          row && measures.every((measure) => isSameAmount(wanted[measure], String(row.month[measure] ?? '')))
        if (!isSame) entered.push({ campaign: key, version: String(row?.version ?? 0), ...wanted })
      }
      const excess = excessOf(entered, listed)
      if (excess !== undefined) throw new ApiError('invalid_request', excess)
      for (const [campaign, wrong] of errorsOf(entered)) errors.set(campaign, { ...wrong, ...errors.get(campaign) })
      const error = new ApiError(
        'invalid_request',
        `${errors.size === 1 ? '1 row is' : `${errors.size} rows are`} wrong, so the file cannot be saved. Correct the rows, and upload the file again.`,
      )
      const refused = errors.size === 0 ? undefined : { error, entered, errors }
      return await review(app, context, { entered, origin: 'file', listed, refused })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_request')) throw error
      return await renderTargets(
        app,
        context,
        { month: given('month') || undefined },
        { refusedFile: { error, pasted: given('pasted') } },
      )
    }
  }
}

interface Review {
  entered: EnteredRow[]
  origin: 'file' | 'previous'
  listed: CampaignTargets
  refused?: RefusedRows | undefined
}

async function review(app: AppContext, context: Context<AppEnv>, { refused, ...shown }: Review) {
  const { pageContext } = await read(app, context, [])
  if (!mayDo(pageContext, setTargets))
    throw new ApiError('forbidden', 'An admin or owner of this brand can change the targets.')
  return await sendFormPage(app, context, refused?.error, {
    title: 'Settings: targets',
    pageContext,
    body: targetReviewPage({ pageContext, ...shown, refused }),
  })
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

/** Reads all campaigns of a month, one call for each 500. */
async function readCampaigns(
  app: AppContext,
  context: Context<AppEnv>,
  month: string | undefined,
): Promise<CampaignTargets> {
  const readPage = async (page: number) => {
    const input = { month, page, limit: campaignsOfCall }
    const [{ body, error }] = await readResults(app, context, [request(campaignTargets, input)])
    if (error) throw error
    return body
  }
  const first = await readPage(1)
  const data = [...first.data]
  for (let page = 2; data.length < first.total && page <= Math.ceil(first.total / campaignsOfCall); page += 1)
    data.push(...(await readPage(page)).data)
  return { ...first, data }
}
