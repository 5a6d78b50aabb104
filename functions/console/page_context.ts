import type { Context } from 'hono'
import type { z } from 'zod'
import { callAsPerson } from '../../shared/db/console.ts'
import type { ConsoleCall, ConsoleResult } from '../../shared/db/console.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../shared/http/auth/browser.ts'
import type { Browser } from '../../shared/http/auth/browser.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { inWordsOf } from '../../shared/errors/refusal.ts'
import { readForm, withoutNul } from '../../shared/http/input/form.ts'
import { validate } from '../../shared/http/input/validate.ts'
import { runOperation } from '../../shared/http/run_operation.ts'
import { sources } from '../../shared/operations/sources/sources.ts'
import { defaultPeriod, inPeriod, viewParameters } from '../../shared/schema/console/view.ts'
import { page } from '../../shared/sentences/page_audience.ts'
import type { Contract } from '../../shared/operation.ts'
import { callerIp } from '../../shared/http/limits/client_ip.ts'
import type { AppContext } from './app_context.ts'
import { questionLengthMax } from '../../shared/schema/text.ts'
import { hasView, questionBoxOf } from './ask/question_box.ts'
import type { QuestionBox } from './ask/question_box.ts'
import { formOfAddress, showsFormAgain } from './kept_form/shown_form.ts'
import type { FormOfAddress } from './kept_form/shown_form.ts'
import { listQueryOf } from './parts/page_query.ts'
import { pageOfForm } from './sections.ts'
import { hasStopped } from './sources/has_stopped.ts'
import type { Source } from './sources/has_stopped.ts'

/** A request of a page: an operation with its input. */
export interface ConsoleRequest<Requested extends Contract = Contract> {
  operation: Requested
  input: Record<string, unknown>
  /** Fields of `meta` that the output schema requires and the database does not return. */
  meta: Record<string, unknown>
}

/** The result of one operation. A page shows an error in place of its part and renders the other parts. */
export type Result<Requested extends Contract> =
  { body: z.output<Requested['output']>; error: null } | { body: null; error: ApiError }

export type Results<Requests extends readonly ConsoleRequest[]> = {
  [Index in keyof Requests]: Result<Requests[Index]['operation']>
}

/** The person, brand and path of a page, which its frame shows. The path is that of the page, also after a form. */
export interface PageContext extends Omit<ConsoleResult, 'answers'>, FormOfAddress {
  formToken: string
  path: string
  /** The days, comparison and platform of the address, if the page has a view. */
  view: Record<string, string | undefined>
  /** The filter and the page of a list, as the query of its address. */
  listQuery: string
  /** The content of the question box. */
  questionBox: QuestionBox
  /** The sources of the brand whose data stopped. Every page of the brand shows them. */
  stoppedSources: Source[]
}

/** A submission that was refused. Its form is shown again, open, with the entered values and the errors. */
export interface Refused {
  error: ApiError
  form: URLSearchParams
}

/**
 * Creates a request of a page. `simulated` is false by default, because only test keys read simulated data. Other fields of
 * `meta` depend on the operation.
 */
export function request<Requested extends Contract>(
  operation: Requested,
  input: Record<string, unknown> = {},
  meta: ConsoleRequest['meta'] = { simulated: false },
) {
  return { operation, input, meta } satisfies ConsoleRequest<Requested>
}

/**
 * Reads the data of a page in one database call, or in two at the same time if the page names requests `beside` the others.
 * Inputs and outputs are parsed by the schemas of the operations.
 */
export async function read<
  const Requests extends readonly ConsoleRequest[],
  const Beside extends readonly ConsoleRequest[] = readonly [],
>(
  app: AppContext,
  context: Context<AppEnv>,
  requests: Requests,
  beside?: Beside,
): Promise<{ pageContext: PageContext; results: Results<Requests>; beside: Results<Beside> }> {
  const browser = browserOf(app, context)
  // Every page of a brand names the sources whose data stopped.
  const stated = context.req.param('brand_id') === undefined ? [] : [request(sources)]
  const [first, second] = await Promise.all([
    readAll(app, context, beside ? requests : [...requests, ...stated]),
    beside && readAll(app, context, [...beside, ...stated], 'read_beside'),
  ])
  const [found] = (second ?? first).results.splice((beside ?? requests).length) as [Result<typeof sources>?]
  const stoppedSources = (found?.body?.data ?? []).filter(hasStopped)
  return {
    pageContext: { ...pageContextOf(app, context, browser, first.response), stoppedSources },
    results: first.results as Results<Requests>,
    beside: (second?.results ?? []) as Results<Beside>,
  }
}

/** Reads the frame of a page whose address is wrong. Its links keep no value of the address. */
export async function readFrame(app: AppContext, context: Context<AppEnv>, brandId: string): Promise<PageContext> {
  const browser = browserOf(app, context)
  const response = await callConsole(app, context, browser, { access: 'read', requests: [], brandId })
  const pageContext = pageContextOf(app, context, browser, response)
  const questionBox = {
    ...pageContext.questionBox,
    default_period: undefined,
    default_from: undefined,
    default_to: undefined,
  }
  return { ...pageContext, questionBox, view: {}, isFormExpired: false, stoppedSources: [] }
}

/** Reads further data of a page whose context was read before. */
export async function readResults<const Requests extends readonly ConsoleRequest[]>(
  app: AppContext,
  context: Context<AppEnv>,
  requests: Requests,
): Promise<Results<Requests>> {
  return (await readAll(app, context, requests)).results as Results<Requests>
}

async function readAll(
  app: AppContext,
  context: Context<AppEnv>,
  requests: readonly ConsoleRequest[],
  access: 'read' | 'read_beside' = 'read',
) {
  const parsed = requests.map((each) => parseRequest(context, each))
  const response = await callConsole(app, context, browserOf(app, context), { access, requests: parsed })
  const results = await Promise.all(
    response.answers.map(async ({ body, error }, index) =>
      error ? { body, error } : { body: await parseOutput(context, requests[index] as ConsoleRequest, body), error },
    ),
  )
  // An input of a page is one of its parameters, so the page as a whole is refused.
  for (const { error } of results) if (error?.code === 'invalid_request') throw error
  return { response, results }
}

export type FormInput = Record<string, string | number | boolean | object | undefined>

/** Reads a form. Throws 403 if another site submitted it. */
export async function readOwnForm(app: AppContext, context: Context<AppEnv>): Promise<URLSearchParams> {
  const form = await readForm(context)
  requireOwnForm(browserOf(app, context), context, form.get('form_token') ?? '')
  return form
}

/** Returns the id of a form, which makes a repeated submission have no effect. */
export function formIdOf(form: URLSearchParams): string | undefined {
  return /^[\w-]+$/.exec(form.get('form_id') ?? '')?.[0]
}

/**
 * Runs the operation of a form and returns its output. Throws 403 if another site submitted the form. Also throws the
 * errors of the operation.
 */
export async function write<Requested extends Contract>(
  app: AppContext,
  context: Context<AppEnv>,
  operation: Requested,
  inputOf: (form: URLSearchParams) => FormInput | Promise<FormInput>,
): Promise<z.output<Requested['output']>> {
  const form = await readOwnForm(app, context)
  return await perform(app, context, operation, { input: await inputOf(form), formId: formIdOf(form) })
}

interface Performed {
  input: Record<string, unknown>
  formId: string | undefined
  /** The brand of the operation. Default: that of the path. */
  brandId?: string
}

/** Runs an operation that writes, for the signed-in person. The caller has checked that the person asked for it. */
export async function perform<Requested extends Contract>(
  app: AppContext,
  context: Context<AppEnv>,
  operation: Requested,
  { input: given, formId, brandId }: Performed,
): Promise<z.output<Requested['output']>> {
  const browser = browserOf(app, context)
  const performed = request(operation, given)
  const { input } = parseRequest(context, performed, brandId)
  const { body, error } = await runOperation(operation, input, { webhooks: app.webhooks }, async (name, given) => {
    // The call of the preparation has counted the request.
    if (name === null) return { body: null, error: null }
    const response = await callConsole(app, context, browser, {
      access: 'write',
      requests: [{ operation: name, input: given }],
      ...(formId ? { formId } : {}),
      ...(brandId === undefined ? {} : { brandId }),
    })
    return response.answers[0] as ConsoleResult['answers'][number]
  })
  if (error) throw error.withMessage(await inWordsOf(error, page))
  return (await parseOutput(context, performed, body)) as z.output<Requested['output']>
}

/**
 * Reads the data of a page for a form that changes nothing. If the input is refused, returns the error with the form, so that the page shows the form again.
 */
export async function preview<const Requests extends readonly ConsoleRequest[]>(
  app: AppContext,
  context: Context<AppEnv>,
  requests: Requests,
  form: URLSearchParams,
): Promise<{ results: Results<Requests>; refused?: undefined } | { results?: undefined; refused: Refused }> {
  try {
    return { results: (await read(app, context, requests)).results }
  } catch (error) {
    if (!showsFormAgain(error)) throw error
    return { refused: { error, form } }
  }
}

/**
 * Runs the operation of a form as `write` does. If the input is refused, returns the error with the entered values, so
 * that the page shows the form again.
 */
export async function submit<Requested extends Contract>(
  app: AppContext,
  context: Context<AppEnv>,
  operation: Requested,
  inputOf: (form: URLSearchParams) => FormInput | Promise<FormInput>,
): Promise<{ body: z.output<Requested['output']>; refused?: undefined } | { body?: undefined; refused: Refused }> {
  try {
    return { body: await write(app, context, operation, inputOf) }
  } catch (error) {
    if (!showsFormAgain(error)) throw error
    return { refused: { error, form: await readForm(context) } }
  }
}

async function callConsole(
  app: AppContext,
  context: Context<AppEnv>,
  browser: Browser,
  call: Pick<ConsoleCall, 'access' | 'requests' | 'formId'> & { brandId?: string },
): Promise<ConsoleResult> {
  if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to see this page.')
  const named = call.brandId ?? context.req.param('brand_id')
  const brandId = named === undefined ? null : withoutNul(named)
  return await callAsPerson(app.database, {
    ...call,
    sessionHash: browser.sessionHash,
    brandId,
    clientIp: callerIp(context, app.trustedProxyHops),
  })
}

function pageContextOf(
  app: AppContext,
  context: Context<AppEnv>,
  { formToken }: Browser,
  { person, brands, brand }: ConsoleResult,
): Omit<PageContext, 'stoppedSources'> {
  const view = Object.fromEntries(viewParameters.map((name) => [name, context.req.query(name)]))
  const path = (context.req.method === 'POST' && pageOfForm(context.req.path)?.href) || context.req.path
  const questionBox = questionBoxOf(context, questionLengthMax, hasView(path) ? defaultPeriod : undefined)
  const ofAddress = { view, listQuery: listQueryOf(context), ...formOfAddress(app, context) }
  return { person, brands, brand, formToken, path, questionBox, ...ofAddress }
}

/** Validates the input. `brand_id` comes from the path or from the handler, so that a field of a form cannot change another brand. */
function parseRequest(
  context: Context<AppEnv>,
  { operation, input }: ConsoleRequest,
  brandId = context.req.param('brand_id'),
) {
  const named = brandId !== undefined && 'brand_id' in operation.input.shape ? { brand_id: brandId } : {}
  const result = validate(
    'period' in input ? inPeriod(operation.input) : operation.input,
    { ...input, ...named },
    { noun: 'parameter', ignoresUnknown: true, fieldName: page.field },
  )
  if (result.error) throw result.error
  return { operation: operation.name, input: result.data }
}

async function parseOutput(
  context: Context<AppEnv>,
  { operation, meta }: ConsoleRequest,
  body: unknown,
): Promise<unknown> {
  const { complete = (answer) => answer } = operation
  const completed = await complete(body as Record<string, unknown>, {})
  return operation.output.parse({
    ...completed,
    meta: { request_id: context.var.requestId, ...meta, ...(completed.meta as object | undefined) },
  })
}
