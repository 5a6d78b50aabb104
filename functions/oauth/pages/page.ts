import type { Context, ErrorHandler } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { ApiError, internalError } from '../../../shared/errors/api_error.ts'
import { cardDocument } from '../../../shared/pages/document.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import { sendFailure } from '../../../shared/pages/failure.ts'
import { sendDocument } from '../../../shared/pages/send_document.ts'
import type { PageStatus } from '../../../shared/pages/send_document.ts'

const stylesheet = '/oauth/style.css'

export interface Page {
  title: string
  body: Markup
  status?: PageStatus
  redirectsTo?: string
  hasScript?: boolean
}

export async function sendPage(context: Context<AppEnv>, { title, body, ...rest }: Page): Promise<Response> {
  return await sendDocument(context, cardDocument(title, stylesheet, body), rest)
}

/** Returns the handler that renders errors of the pages as HTML. */
export function renderFailure(publicBaseUrl: string): ErrorHandler<AppEnv> {
  return async function renderFailure(thrown, context) {
    const error = thrown instanceof ApiError ? thrown : internalError(thrown)
    return await sendFailure(context, error, { publicBaseUrl, stylesheet })
  }
}
