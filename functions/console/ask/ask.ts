import type { Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { csvHeaders, csvStream } from '../../../shared/http/csv.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import { contract } from '../../../shared/operation.ts'
import { metricDefinitions } from '../../../shared/operations/analytics/metric_definitions.ts'
import { query as questions } from '../../../shared/operations/analytics/query.ts'
import { view } from '../../../shared/operations/console/view.ts'
import type { Interpretation } from '../../../shared/question/interpretation.ts'
import type { QuestionContext } from '../../../shared/question/question_context.ts'
import { correctionNames } from '../../../shared/schema/analytics/corrections.ts'
import { brandId } from '../../../shared/schema/brand.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import type { AppContext } from '../app_context.ts'
import { request, read, readResults } from '../page_context.ts'
import { sendPage } from '../page.ts'
import { importState } from '../parts/notices.ts'
import { pageQuery } from '../parts/page_query.ts'
import { daysOf } from '../parts/view.ts'
import type { Query } from '../parts/view.ts'
import { askPage, refusalText } from './ask_page.ts'
import type { Asked } from './asked.ts'
import { columnsOf } from './columns.ts'
import { examplesOf, reportedRequest } from './examples.ts'

const lists = ['metrics', 'platforms'] as const
const parameters = ['question', 'period', ...correctionNames, 'default_period', 'default_from', 'default_to']

/** The preparation of a question, and the question with its interpretation: the two calls of POST /v1/query. */
const preparation = contract({
  name: 'analytics.question_context',
  scope: 'read:marketing',
  input: z.object({ brand_id: brandId }),
  output: z.looseObject({}),
})
const answering = contract({
  name: questions.name,
  scope: questions.scope,
  input: z.object({ brand_id: brandId, question: z.string(), interpretation: z.looseObject({}) }),
  output: questions.output,
})

/** The answer of a question, or the error of its parameters. */
type Found = { asked: Asked; error: null } | { asked: null; error: ApiError | null }

/** The page of a question in words. Its address has the question and the corrections of what was understood. */
export function showAsk(app: AppContext): Handler {
  return async (context) => {
    const query = askQuery(context)
    const known = await readKnown(app, context, query)
    const { pageContext, offered, prepared } = known
    if (!prepared.body) {
      const body = html`<header class="heading"><h1>Ask about your ads</h1></header>
        ${importState(prepared.error, pageContext, 'a report of an ad platform')}`
      return await sendPage(context, { title: 'Ask', pageContext, body })
    }
    const found = await answer(app, context, query, known)
    const isAnswered = typeof found.asked?.interpretation.intent === 'string'
    const examples = isAnswered
      ? []
      : examplesOf(
          offered,
          prepared.body as unknown as QuestionContext,
          ...(await readResults(app, context, [reportedRequest()])),
        )
    return await sendPage(context, {
      title: query.question?.trim() ? query.question.trim().slice(0, 80) : 'Ask',
      // A kind of data that is not imported is no error of the page.
      status: found.error && found.error.code !== 'data_not_ready' ? found.error.status : 200,
      pageContext,
      hasScript: isAnswered,
      body: askPage({ pageContext, query, examples, ...found }),
    })
  }
}

/** The rows of an answer as a CSV file, with the columns of the page. */
export function downloadAnswer(app: AppContext): Handler {
  return async (context) => {
    const query = askQuery(context)
    const known = await readKnown(app, context, query)
    if (!known.prepared.body) throw known.prepared.error
    const { asked, error } = await answer(app, context, query, known)
    if (!asked) throw error ?? new ApiError('invalid_request', 'Question is required.')
    const { intent, unmatched } = asked.interpretation
    if (intent === null) throw new ApiError('invalid_request', refusalText(asked.interpretation))
    const { meta } = asked.answer
    const warnings = [...(unmatched.length > 0 ? [`Not used: ${unmatched.join(', ')}.`] : []), ...meta.warnings]
    const first = { ...asked.answer, meta: { ...meta, warnings }, columns: columnsOf(asked) }
    const form = { rows: 'data', columns: () => first.columns }
    const body = csvStream(form, { input: {}, first, pageRows: first.data.length + 1, readPage: null })
    return context.body(body, 200, csvHeaders(first, false, 'answer.csv'))
  }
}

function askQuery(context: Context<AppEnv>): Query {
  const query: Query = pageQuery(context, parameters, [], lists)
  for (const [period, from, to] of [
    ['period', 'date_from', 'date_to'],
    ['default_period', 'default_from', 'default_to'],
  ] as const) {
    if (query[period] === undefined || (query[from] === undefined && query[to] === undefined)) continue
    throw new ApiError('invalid_request', `Send either \`${period}\`, or \`${from}\` and \`${to}\`.`)
  }
  return query
}

/** Reads what the interpretation and the menus need. The database replaces a named period by its days. */
async function readKnown(app: AppContext, context: Context<AppEnv>, query: Query) {
  const hasDays = query.period !== undefined || query.date_from !== undefined || query.date_to !== undefined
  const { default_period: period, default_from: date_from, default_to: date_to } = query
  const { pageContext, results } = await read(app, context, [
    request(preparation),
    request(view, daysOf(hasDays ? query : { period, date_from, date_to })),
    request(metricDefinitions),
  ])
  const [prepared, shown, definitions] = results
  if (prepared.error && prepared.error.code !== 'data_not_ready') throw prepared.error
  if (!shown.body) throw shown.error
  if (!definitions.body) throw definitions.error
  return { pageContext, prepared, offered: shown.body, definitions: definitions.body.data }
}

async function answer(
  app: AppContext,
  context: Context<AppEnv>,
  query: Query,
  { pageContext, prepared, offered, definitions }: Awaited<ReturnType<typeof readKnown>>,
): Promise<Found> {
  const question = query.question?.trim() ?? ''
  if (question === '') return { asked: null, error: null }
  const known = prepared.body as unknown as QuestionContext
  const input = validate(questions.input, inputOf(question, query, offered), { noun: 'member' })
  if (input.error) return { asked: null, error: inPageWords(input.error) }
  let interpreted: Record<string, unknown>
  try {
    interpreted = (await questions.prepare?.run(input.data, known, {}))?.input ?? {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { asked: null, error: inPageWords(error) }
  }
  const [{ body, error }] = await readResults(app, context, [request(answering, interpreted)])
  if (error) return { asked: null, error }
  const { interpretation, ...answered } = body
  return {
    asked: {
      pageContext,
      query,
      offered,
      definitions,
      unreported: known.unreported ?? [],
      today: known.today,
      interpretation: interpretation as unknown as Interpretation,
      answer: answered,
    },
    error: null,
  }
}

/** Returns the input of POST /v1/query. An empty list removes the filter of the question. */
function inputOf(question: string, query: Query, days: { date_from: string; date_to: string }) {
  const { metrics, platforms, campaigns, compare_to, group_by, sort, limit, model } = query
  const { date_from, date_to } = days
  const hasDays = query.period !== undefined || query.date_from !== undefined
  const hasDefault = query.default_period !== undefined || query.default_from !== undefined
  const listed = (value: string | undefined) => (value === undefined ? undefined : value.split(',').filter(Boolean))
  const corrections = {
    metrics: listed(metrics),
    ...(hasDays ? { date_from, date_to } : {}),
    compare_to,
    group_by,
    platforms: listed(platforms),
    campaigns: campaigns === undefined ? undefined : campaigns === '' ? [] : [campaigns],
    sort,
    limit,
    model,
  }
  const given = Object.entries(corrections).filter(([, value]) => value !== undefined)
  return {
    question,
    ...(given.length > 0 ? { corrections: Object.fromEntries(given) } : {}),
    ...(hasDefault && !hasDays ? { default_days: { date_from, date_to } } : {}),
  }
}

/** Returns the error with the labels of the page in place of the members of the request. */
function inPageWords(error: ApiError): ApiError {
  const sentences = (error.fields ?? []).map(({ path, message }) => {
    const name = (path.split('.').at(-1) ?? path).replace(/\[\d+\]$/, '')
    return `${page.field(name)} ${message}`
  })
  return sentences.length > 0 ? error.withMessage(sentences.join(' ')) : error
}
