import type { Context } from 'hono'
import type { z } from 'zod'
import { callAsPerson } from '../../shared/db/console.ts'
import type { ConsoleCall, ConsoleResult } from '../../shared/db/console.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../shared/http/auth/browser.ts'
import type { Browser } from '../../shared/http/auth/browser.ts'
import { ApiError } from '../../shared/errors/api_error.ts'
import { readForm, withoutNul } from '../../shared/http/input/form.ts'
import { validate } from '../../shared/http/input/validate.ts'
import type { Operation } from '../../shared/operation.ts'
import { callerIp } from './app_context.ts'
import type { AppContext } from './app_context.ts'

/** One operation with what it is asked. */
export interface Question<Asked extends Operation = Operation> {
  operation: Asked
  input: Record<string, unknown>
  /** What the envelope of its answers says that only a server knows. */
  meta: Record<string, unknown>
}

/** What an operation answered, or why it did not: a page shows the rest all the same. */
export type Answer<Asked extends Operation> =
  { body: z.output<Asked['output']>; error: null } | { body: null; error: ApiError }

export type Answers<Questions extends readonly Question[]> = {
  [Index in keyof Questions]: Answer<Questions[Index]['operation']>
}

/** Who looks at a page: everything that its frame shows. */
export interface PageContext extends Omit<ConsoleResult, 'answers'> {
  formToken: string
  path: string
}

/** A page is no key's: what it shows is never simulated. */
export function question<Asked extends Operation>(
  operation: Asked,
  input: Record<string, unknown> = {},
  meta: Question['meta'] = { simulated: false },
) {
  return { operation, input, meta } satisfies Question<Asked>
}

/** Reads a page: the questions go to the database in one call, each by the schema of its operation. */
export async function read<const Questions extends readonly Question[]>(
  app: AppContext,
  context: Context<AppEnv>,
  questions: Questions,
): Promise<{ pageContext: PageContext; answers: Answers<Questions> }> {
  const browser = browserOf(app, context)
  const requests = questions.map((asked) => parsed(context, asked))
  const scene = await callConsole(app, context, browser, { access: 'read', requests })
  const answers = scene.answers.map(({ body, error }, index) =>
    error ? { body, error } : { body: shown(context, questions[index] as Question, body), error },
  )
  return { pageContext: pageContextOf(context, browser, scene), answers: answers as Answers<Questions> }
}

export type Written = Record<string, string | string[] | number | undefined>

/** Does what a form of ours asks for; throws what the database refuses, in its words. */
export async function write<Asked extends Operation>(
  app: AppContext,
  context: Context<AppEnv>,
  operation: Asked,
  inputOf: (form: URLSearchParams) => Written,
): Promise<z.output<Asked['output']>> {
  const form = await readForm(context)
  const browser = browserOf(app, context)
  requireOwnForm(browser, context, form.get('form_token') ?? '')
  const asked = question(operation, inputOf(form))
  const request = parsed(context, asked)
  const formId = /^[\w-]+$/.exec(form.get('form_id') ?? '')?.[0]
  const run = async (name: string, input: Record<string, unknown>) => {
    const access = 'write' as const
    const scene = await callConsole(app, context, browser, {
      access,
      requests: [{ operation: name, input }],
      ...(formId ? { formId } : {}),
    })
    const [answer] = scene.answers
    if (!answer || answer.error) throw answer?.error
    return answer.body as Record<string, unknown>
  }
  const { prepare } = operation
  const part = prepare && (await run(prepare.operation, request.input))
  const prepared = await prepare?.run(request.input, part, { webhooks: app.webhooks })
  const body = await run(operation.name, prepared?.input ?? request.input)
  return shown(context, asked, prepared?.complete?.(body) ?? body) as z.output<Asked['output']>
}

async function callConsole(
  app: AppContext,
  context: Context<AppEnv>,
  browser: Browser,
  call: Pick<ConsoleCall, 'access' | 'requests' | 'formId'>,
): Promise<ConsoleResult> {
  if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to see this page.')
  const { sessionHash } = browser
  const named = context.req.param('brand_id')
  const brandId = named === undefined ? null : withoutNul(named)
  return await callAsPerson(app.database, { ...call, sessionHash, brandId, clientIp: callerIp(app, context) })
}

function pageContextOf(
  context: Context<AppEnv>,
  { formToken }: Browser,
  { person, brands, brand }: ConsoleResult,
): PageContext {
  return { person, brands, brand, formToken, path: context.req.path }
}

/** An operation of a brand is asked about the brand that the address names, whatever else was sent. */
function parsed(context: Context<AppEnv>, { operation, input }: Question) {
  const brandId = context.req.param('brand_id')
  const named = brandId !== undefined && 'brand_id' in operation.input.shape ? { brand_id: brandId } : {}
  const result = validate(operation.input, { ...input, ...named }, { noun: 'parameter', ignoresUnknown: true })
  if (result.error) throw result.error
  return { operation: operation.name, input: result.data }
}

function shown(context: Context<AppEnv>, { operation, meta }: Question, body: unknown): unknown {
  const completed = (operation.complete?.(body as Record<string, unknown>, {}) ?? body) as { meta?: object }
  return operation.output.parse({
    ...completed,
    meta: { request_id: context.var.requestId, ...meta, ...completed.meta },
  })
}
