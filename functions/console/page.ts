import type { Context } from 'hono'
import type { AppEnv } from '../../shared/http/app_env.ts'
import type { ApiError } from '../../shared/errors/api_error.ts'
import { describeError } from '../../shared/http/app.ts'
import { sendDocument } from '../../shared/pages/send_document.ts'
import type { PageStatus } from '../../shared/pages/send_document.ts'
import type { AppContext } from './app_context.ts'
import { consoleDocument } from './parts/frame.ts'
import type { Frame } from './parts/frame.ts'

interface SentPage {
  status?: PageStatus
  redirectsTo?: string
  /** Whether the page shows pictures of this installation. */
  hasPictures?: boolean
  /** Whether the page may load a script of this function. */
  hasScript?: boolean
}

export async function sendPage(
  context: Context<AppEnv>,
  { status = 200, redirectsTo, hasPictures = false, hasScript = false, ...frame }: Frame & SentPage,
): Promise<Response> {
  return await sendDocument(context, consoleDocument(frame), {
    status,
    hasPictures,
    hasScript,
    ...(redirectsTo ? { redirectsTo } : {}),
  })
}

/** Sends a page with a form: with the status and the headers of the error if the form was refused. */
export async function sendFormPage(
  { publicBaseUrl }: AppContext,
  context: Context<AppEnv>,
  refusal: ApiError | undefined,
  page: Omit<Parameters<typeof sendPage>[1], 'status'>,
): Promise<Response> {
  if (refusal) describeError(context, refusal, publicBaseUrl)
  return await sendPage(context, { ...page, status: refusal?.status ?? 200 })
}
