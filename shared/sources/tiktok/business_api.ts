import { z } from 'zod'
import { readJson } from '../call.ts'
import type { Call } from '../call.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { businessError, statusError } from './business_error.ts'

export type Parameters = Record<string, string>

interface BusinessRequest {
  /** With a trailing slash, which TikTok requires. */
  path: `${string}/`
  parameters?: Parameters
  /** Sent as JSON by POST. */
  body?: Record<string, string>
}

const envelope = z.object({
  code: digits,
  message: z.string().optional(),
  request_id: z.string().optional(),
  data: z.unknown(),
})

/** Sends a request to the Business API and returns `data` of its envelope, with each number as text. Throws SourceError. */
export async function business(call: Call, { path, parameters = {}, body }: BusinessRequest): Promise<unknown> {
  const { addresses, version } = call.settings
  const query = new URLSearchParams(parameters).toString()
  const reply = await call.send({
    url: `${addresses.TIKTOK_BASE_URL}/open_api/${version}/${path}${query && `?${query}`}`,
    headers: {
      ...(call.accessToken !== '' && { 'access-token': call.accessToken }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (reply.status !== 200) throw statusError(reply.status)
  const { code, request_id, data } = readForm(envelope, readJson(reply))
  if (code !== '0') throw businessError(code, request_id)
  return data
}

const pageSizeMax = '1000'
const pageInfo = z.object({ page: digits, page_size: digits, total_number: digits, total_page: digits })

/** Reads all pages of a list. Throws SourceError `reply_is_inconsistent` unless there are as many rows as TikTok says. */
export async function readPages<Row extends z.ZodType>(
  call: Call,
  path: BusinessRequest['path'],
  parameters: Parameters,
  row: Row,
  unknownFields = new Set<string>(),
): Promise<z.output<Row>[]> {
  const schema = z.object({ list: z.array(row), page_info: pageInfo })
  const rows: z.output<Row>[] = []
  let total: string | undefined
  for (let page = 1; ; page++) {
    const asked = { ...parameters, page: String(page), page_size: pageSizeMax }
    const { list, page_info } = readForm(schema, await business(call, { path, parameters: asked }), unknownFields)
    total ??= page_info.total_number
    if (page_info.page !== String(page)) throw inconsistent('another_page')
    if (page_info.total_number !== total) throw inconsistent('changed_total')
    for (const each of list) rows.push(each)
    if (page >= Number(page_info.total_page)) break
    if (list.length === 0) throw inconsistent('empty_page')
  }
  if (rows.length !== Number(total)) throw inconsistent('wrong_total')
  return rows
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
