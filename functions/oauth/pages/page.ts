import type { Context, ErrorHandler } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { cardDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { failurePage } from '../../../shared/pages/failure.ts'
import { sendDocument } from '../../../shared/pages/send_document.ts'
import type { PageStatus } from '../../../shared/pages/send_document.ts'

export interface Page {
  title: string
  body: Markup
  status?: PageStatus
  redirectsTo?: string
}

export async function sendPage(context: Context<AppEnv>, { title, body, ...rest }: Page): Promise<Response> {
  return await sendDocument(context, cardDocument(title, '/oauth/style.css', body), rest)
}

/** Renders an error of a page as HTML with the request id. */
export const renderFailure: ErrorHandler<AppEnv> = async function renderFailure(thrown, context) {
  const error = thrown instanceof ApiError ? thrown : internalError(thrown)
  context.error = error
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
  const body = failurePage(error.message, context.var.requestId)
  return await sendPage(context, { title: 'Request failed', body, status: error.status })
}
