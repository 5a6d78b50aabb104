import { z } from 'zod'
import { hmacOf } from '../../credentials/hmac.ts'
import { readJson } from '../call.ts'
import type { Call } from '../call.ts'
import { readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { graphError } from './graph_error.ts'
import { usageOf, waitOf } from './usage.ts'

export type Parameters = Record<string, string>

interface GraphRequest {
  path: string
  method?: 'GET' | 'POST' | 'DELETE'
  parameters?: Parameters
  /** The token of the call is sent unless the request has none or another one. */
  accessToken?: string | null
}

/**
 * Sends a request to the Graph API and returns its body with each number as text. Throws SourceError. The token is a
 * parameter, as Meta documents it, and is signed with the app secret (`appsecret_proof`), so that a stolen token alone is useless.
 */
export async function graph(call: Call, request: GraphRequest): Promise<unknown> {
  const { path, method = 'GET', parameters = {}, accessToken = call.accessToken } = request
  const { addresses, version, app } = call.settings
  const query = new URLSearchParams(parameters)
  if (accessToken !== null) {
    query.set('access_token', accessToken)
    query.set('appsecret_proof', hmacOf(accessToken, app.clientSecret).toString('hex'))
  }
  const url = `${addresses.META_GRAPH_BASE_URL}/${version}/${path}`
  const reply = await call.send(method === 'POST' ? { url, method, body: query } : { url: `${url}?${query}`, method })

  const seconds = waitOf(usageOf(reply.headers))
  if (seconds > 0) call.slowDown?.(seconds)
  // A version that has ended can be answered by the next one, and one that ends soon has a warning.
  const answered = reply.headers.get('facebook-api-version') ?? version
  if (answered !== version || reply.headers.has('x-ad-api-version-warning')) call.versionEnds?.()
  const error = graphError(reply)
  if (error !== null) throw error
  return readJson(reply)
}

const limitMin = 25

/**
 * Reads all pages of an edge. It follows cursors, never `paging.next`, which contains the token. A page that is too large for
 * Meta is requested again with fewer rows.
 */
export async function readPages<Row extends z.ZodType>(
  call: Call,
  path: string,
  parameters: Parameters,
  row: Row,
  { limit = 500, pagesMax = Infinity, unknownFields = new Set<string>() } = {},
): Promise<z.output<Row>[]> {
  const page = z.object({
    data: z.array(row),
    paging: z
      .object({
        cursors: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
        next: z.string().optional(),
        previous: z.string().optional(),
      })
      .optional(),
  })
  const rows: z.output<Row>[] = []
  const cursors = new Set<string>()
  let after: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const found = await readPage(after)
    for (const each of found.data) rows.push(each)
    if (found.paging?.next === undefined) break
    after = found.paging.cursors?.after
    if (after === undefined) throw new SourceError('reply_has_another_form', 'stop', { field: 'paging.cursors.after' })
    if (cursors.has(after)) throw new SourceError('reply_is_inconsistent', 'retry', { problem: 'repeated_cursor' })
    cursors.add(after)
  }
  return rows

  async function readPage(cursor: string | undefined): Promise<z.output<typeof page>> {
    for (;;) {
      const asked = { ...parameters, limit: String(limit), ...(cursor !== undefined && { after: cursor }) }
      try {
        return readForm(page, await graph(call, { path, parameters: asked }), unknownFields)
      } catch (thrown) {
        const isTooLarge = thrown instanceof SourceError && thrown.reason === 'report_is_too_large'
        if (!isTooLarge || limit <= limitMin) throw thrown
        limit = Math.max(limitMin, Math.floor(limit / 2))
      }
    }
  }
}
