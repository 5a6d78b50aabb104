import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../../shared/http/auth/browser.ts'
import { withoutNul } from '../../../shared/http/input/form.ts'
import { readParts } from '../../../shared/http/input/multipart.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import type { AppContext } from '../app_context.ts'
import { showForm, shownForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { read } from '../page_context.ts'
import { targetReviewPage } from '../pages/settings/target_review.ts'
import { mayDo } from '../parts/forms.ts'
import { megabytes } from '../parts/format.ts'
import { address } from '../parts/choices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { readCampaigns } from './read_campaigns.ts'
import { refusedRows } from './refused_rows.ts'
import { readTargetFile, targetFileBytesMax } from './target_file.ts'
import { excessOf } from './target_limits.ts'
import { errorsOf, isSameAmount, measures, unpackRows, withoutSigns } from './target_rows.ts'
import type { CampaignTargets, EnteredRow, Measure, RefusedRows, RowErrors } from './target_rows.ts'
import { renderTargets } from './targets.ts'

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

/** Receives an attached or pasted CSV, and leads to the page of what it would change. Nothing is stored. */
export function reviewTargetFile(app: AppContext): Handler {
  return async (context) => {
    const browser = browserOf(app, context)
    if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to upload targets.')
    const fields = new URLSearchParams()
    const tooLarge = new Set<string>()
    const { month } = pageQuery(context, ['month'])
    const refuse = async (error: ApiError, pasted: string) => {
      const to = address(context.req.path.replace(/\/file$/, ''), { month })
      const rendered = async () => await renderTargets(app, context, { month }, { refusedFile: { error, pasted } })
      // A page that shows text again is the response itself, because a cookie does not hold so much.
      if (pasted !== '') return await rendered()
      return await showForm(app, context, { form: new URLSearchParams(), error, to }, rendered)
    }
    try {
      for await (const part of readParts(context, { bytesMax: formBytesMax })) {
        const decoder = new TextDecoder()
        let text = ''
        let size = 0
        for await (const bytes of part.body) {
          size += bytes.length
          text += decoder.decode(bytes, { stream: true })
        }
        if (size > targetFileBytesMax) tooLarge.add(part.name)
        fields.set(part.name, withoutNul(text))
      }
    } catch (thrown) {
      if (!(thrown instanceof ApiError && ['payload_too_large', 'invalid_request'].includes(thrown.code))) throw thrown
      // The rest of the body is not read.
      context.header('Connection', 'close')
      return await refuse(thrown.code === 'payload_too_large' ? thrown.withMessage(unreadFile) : thrown, '')
    }
    requireOwnForm(browser, context, fields.get('form_token') ?? '')
    if (tooLarge.size > 0) {
      const noun = tooLarge.has('pasted') ? 'The pasted rows are' : 'The file is'
      return await refuse(new ApiError('payload_too_large', `${noun} ${excess}`), fields.get('pasted') ?? '')
    }
    const form = new URLSearchParams(['file', 'pasted'].map((name) => [name, fields.get(name)?.trim() ?? '']))
    const rendered = async () => await reviewText(app, context, month, form)
    return await showForm(app, context, { form, to: address(context.req.path, { month }) }, rendered)
  }
}

/** The most bytes of the whole form. Rows that are larger than a file can be are read up to here, and the page shows them again. */
const formBytesMax = 4 * targetFileBytesMax
const excess = `larger than ${megabytes(targetFileBytesMax)}. Nothing was saved. Delete the columns and rows that you do not change, or split the rows, and send them again.`
const unreadFile = `The file is ${excess} Rows that you pasted are not shown again, because the form is larger than ${megabytes(formBytesMax)}.`

/** Shows the preview of a file, or one that was refused when it was saved. */
export function showTargetFile(app: AppContext): Handler {
  return async (context) => {
    const { month, form } = pageQuery(context, ['month', 'form'])
    const shown = await shownForm(app, context)
    if (!shown) {
      await read(app, context, [])
      return context.redirect(address(context.req.path.replace(/\/file$/, ''), { month, form }), 303)
    }
    if (shown.error) return await reviewAgain(app, context, shown.form, shown.error)
    return await reviewText(app, context, month, shown.form)
  }
}

/** Shows a refused preview again, with the targets that are stored now. */
export async function reviewAgain(
  app: AppContext,
  context: Context<AppEnv>,
  form: URLSearchParams,
  error: ApiError,
): Promise<Response> {
  const origin = form.get('origin') === 'previous' ? 'previous' : 'file'
  const entered = unpackRows(form.get('changes') ?? '')
  const listed = await readCampaigns(app, context, form.get('month') ?? '')
  const refused = refusedRows(error, entered, listed.currency)
  if (error.code !== 'version_conflict') return await review(app, context, { entered, origin, listed, refused })
  const now = origin === 'previous' ? filledRows(listed) : renewedRows(entered, listed)
  return await review(app, context, { entered: now, origin, listed, refused })
}

/** Returns the rows of a file with the stored values of the columns that the file does not have. */
function renewedRows(entered: readonly EnteredRow[], listed: CampaignTargets): EnteredRow[] {
  const stored = new Map(listed.data.map((row) => [row.campaign, row.month]))
  return entered.map((row) => {
    const values = stored.get(row.campaign)
    const now = (row.untouched ?? []).map((measure) => [measure, String(values?.[measure] ?? '')])
    return { ...row, ...(Object.fromEntries(now) as Partial<Record<Measure, string>>) }
  })
}

async function reviewText(
  app: AppContext,
  context: Context<AppEnv>,
  month: string | undefined,
  form: URLSearchParams,
): Promise<Response> {
  const pasted = form.get('pasted') ?? ''
  const text = form.get('file') || pasted
  try {
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
      const given = { roas: valueOf('roas'), cpa: valueOf('cpa'), budget: valueOf('budget') }
      const wanted = withoutSigns(given, listed.currency)
      const isSame = row && measures.every((measure) => isSameAmount(wanted[measure], String(row.month[measure] ?? '')))
      const untouched = measures.filter((measure) => values[measure] === undefined)
      if (!isSame) entered.push({ campaign: key, version: String(row?.version ?? 0), ...wanted, untouched })
    }
    const excess = excessOf(entered, listed)
    if (excess !== undefined) throw new ApiError('invalid_request', excess)
    for (const [campaign, wrong] of errorsOf(entered, listed.currency))
      errors.set(campaign, { ...wrong, ...errors.get(campaign) })
    const error = new ApiError(
      'invalid_request',
      `${errors.size === 1 ? '1 row is' : `${errors.size} rows are`} wrong, so the file cannot be saved. Correct the rows, and upload the file again.`,
    )
    const refused = errors.size === 0 ? undefined : { error, entered, errors }
    return await review(app, context, { entered, origin: 'file', listed, refused })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'invalid_request')) throw error
    return await renderTargets(app, context, { month }, { refusedFile: { error, pasted } })
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
