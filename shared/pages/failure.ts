import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ApiError } from '../errors/api_error.ts'
import { describeError } from '../http/app.ts'
import type { AppEnv } from '../http/app_env.ts'
import { cardDocument } from './document.ts'
import type { Markup } from './document.ts'
import { sendDocument } from './send_document.ts'

export interface FailureOptions {
  publicBaseUrl: string
  /** The path of the stylesheet. */
  stylesheet: string
  /** The heading of the page. Default: Request failed. */
  title?: string
  /** A link to continue. */
  next?: { href: string; text: string } | undefined
}

/** Sends the page of an error, with its status and the headers of an error. */
export async function sendFailure(
  context: Context<AppEnv>,
  error: ApiError,
  { publicBaseUrl, stylesheet, title = 'Request failed', next }: FailureOptions,
): Promise<Response> {
  describeError(context, error, publicBaseUrl)
  const body = failureBody({ title, message: error.message, next, requestId: context.var.requestId })
  return await sendDocument(context, cardDocument(title, stylesheet, body), { status: error.status })
}

export interface Failure {
  title: string
  message: string
  next?: FailureOptions['next']
  requestId: string
}

/** What is wrong, how to go on, and the id of the request. */
export function failureBody({ title, message, next, requestId }: Failure): Markup {
  return html`
    <h1>${title}</h1>
    <p>${message}</p>
    ${next ? html`<p><a href="${next.href}">${next.text}</a></p>` : ''}
    <p class="quiet">Request id: <code>${requestId}</code></p>
  `
}
