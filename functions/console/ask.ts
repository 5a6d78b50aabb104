import type { Context } from 'hono'
import type { z } from 'zod'
import { callAsPerson } from '../../shared/db/console.ts'
import type { ConsoleCall, Scene } from '../../shared/db/console.ts'
import type { AppEnv } from '../../shared/http/app_env.ts'
import { browserOf, requireOwnForm } from '../../shared/http/browser.ts'
import type { Browser } from '../../shared/http/browser.ts'
import { analyticsEnvelope, ApiError } from '../../shared/http/errors.ts'
import { readForm } from '../../shared/http/form.ts'
import { invalidRequest } from '../../shared/http/input.ts'
import type { Operation } from '../../shared/operation.ts'
import { callerIp } from './door.ts'
import type { Door } from './door.ts'

/** One operation with what it is asked. */
export interface Question<Asked extends Operation = Operation> {
  operation: Asked
  input: Record<string, unknown>
}

/** What an operation answered, or why it did not: a page shows the rest all the same. */
export type Answer<Asked extends Operation> =
  { body: z.output<Asked['output']>; error: null } | { body: null; error: ApiError }

export type Answers<Questions extends readonly Question[]> = {
  [Index in keyof Questions]: Answer<Questions[Index]['operation']>
}

/** Who looks at a page: everything that its frame shows. */
export interface Visit extends Omit<Scene, 'answers'> {
  formToken: string
  path: string
}

export function question<Asked extends Operation>(operation: Asked, input: Record<string, unknown> = {}) {
  return { operation, input } satisfies Question<Asked>
}

/** Reads a page: the questions go to the database in one call, each by the schema of its operation. */
export async function read<const Questions extends readonly Question[]>(
  door: Door,
  context: Context<AppEnv>,
  questions: Questions,
): Promise<{ visit: Visit; answers: Answers<Questions> }> {
  const browser = await browserOf(door, context)
  const requests = questions.map((asked) => parsed(context, asked))
  const scene = await ask(door, context, browser, { access: 'read', requests })
  const answers = scene.answers.map(({ body, error }, index) =>
    error ? { body, error } : { body: shown(context, questions[index] as Question, body), error },
  )
  return { visit: visitOf(context, browser, scene), answers: answers as Answers<Questions> }
}

export type Written = Record<string, string | string[] | number | undefined>

/** Does what a form of ours asks for; throws what the database refuses, in its words. */
export async function write<Asked extends Operation>(
  door: Door,
  context: Context<AppEnv>,
  operation: Asked,
  inputOf: (form: URLSearchParams) => Written,
): Promise<z.output<Asked['output']>> {
  const form = await readForm(context)
  const browser = await browserOf(door, context)
  await requireOwnForm(browser, context, form.get('form_token') ?? '')
  const request = parsed(context, { operation, input: inputOf(form) })
  const run = async (name: string, input: Record<string, unknown>) => {
    const access = 'write' as const
    const scene = await ask(door, context, browser, { access, requests: [{ operation: name, input }] })
    const [answer] = scene.answers
    if (!answer || answer.error) throw answer?.error
    return answer.body as Record<string, unknown>
  }
  const { prepare } = operation
  const part = prepare && (await run(prepare.operation, request.input))
  const prepared = await prepare?.run(request.input, part, { webhooks: door.webhooks })
  const body = await run(operation.name, prepared?.input ?? request.input)
  return shown(context, { operation, input: {} }, prepared?.complete?.(body) ?? body) as z.output<Asked['output']>
}

async function ask(
  door: Door,
  context: Context<AppEnv>,
  browser: Browser,
  call: Pick<ConsoleCall, 'access' | 'requests'>,
): Promise<Scene> {
  if (!browser.hasSession) throw new ApiError('unauthorized', 'Sign in to see this page.')
  const { sessionHash } = browser
  // A text with NUL is nothing that Postgres could compare with; without it, it is no brand all the same.
  const brandId = context.req.param('brand_id')?.replaceAll('\0', '') ?? null
  return await callAsPerson(door.database, { ...call, sessionHash, brandId, clientIp: callerIp(door, context) })
}

function visitOf(context: Context<AppEnv>, { formToken }: Browser, { person, brands, brand }: Scene): Visit {
  return { person, brands, brand, formToken, path: context.req.path }
}

/** An operation of a brand is asked about the brand that the address names, whatever else was sent. */
function parsed(context: Context<AppEnv>, { operation, input }: Question) {
  const brandId = context.req.param('brand_id')
  const named = brandId !== undefined && 'brand_id' in operation.input.shape ? { brand_id: brandId } : {}
  const result = operation.input.safeParse({ ...input, ...named })
  if (!result.success) throw invalidRequest(result.error)
  return { operation: operation.name, input: result.data }
}

function shown(context: Context<AppEnv>, { operation }: Question, body: unknown): unknown {
  const completed = operation.complete?.(body as Record<string, unknown>, {}) ?? body
  const envelope = analyticsEnvelope(completed as Record<string, unknown>, {
    requestId: context.var.requestId,
    isSimulated: false,
  })
  return operation.output.parse(operation.name.startsWith('storefront.') ? storefrontMeta(envelope) : envelope)
}

/** A page is no timed answer of a shop: what its envelope says of milliseconds does not matter here. */
function storefrontMeta(envelope: Record<string, unknown>) {
  return { ...envelope, meta: { ...(envelope.meta as object), simulated: undefined, response_time_ms: 0 } }
}
