import { z } from 'zod'
import type { Call } from '../call.ts'
import { requestGoogle } from '../google_request.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { judgeFailure } from './failure.ts'

/** The customer that is read, and the manager through which the person reaches it. */
export interface Customer {
  id: string
  managerId?: string
}

/** Sends a request to the Google Ads API. The path follows the version. */
export async function requestAds(call: Call, path: string, body?: unknown, managerId?: string): Promise<unknown> {
  const { addresses, version, developerToken } = call.settings
  const headers = {
    ...(managerId === undefined ? {} : { 'login-customer-id': managerId }),
    ...(developerToken === undefined ? {} : { 'developer-token': developerToken }),
  }
  const url = `${addresses.GOOGLE_ADS_BASE_URL}/${version}/${path}`
  return requestGoogle(call, { url, body, headers }, (error) => {
    const judged = judgeFailure(error)
    if (judged || error.status !== 404) return judged
    return new SourceError('version_has_ended', 'stop', { status: 404, version })
  })
}

/**
 * Runs a query and yields its rows. The last step throws SourceError if rows are missing. `search` is used and not `searchStream`,
 * because only its replies contain the number of rows. Pages have 10,000 rows, and only the first one counts as an operation.
 */
export async function* search<T extends z.ZodType>(
  call: Call,
  customer: Customer,
  query: string,
  rowForm: T,
  unknownFields: Set<string>,
): AsyncGenerator<z.output<T>, void, undefined> {
  const pageForm = z.object({
    results: z.array(rowForm).optional(),
    nextPageToken: z.string().optional(),
    totalResultsCount: digits.optional(),
    fieldMask: z.unknown().optional(),
    queryResourceConsumption: z.unknown().optional(),
    requestId: z.unknown().optional(),
  })
  let rows = 0
  let total: string | undefined
  let pageToken: string | undefined
  do {
    const body = {
      query,
      searchSettings: { returnTotalResultsCount: true },
      ...(pageToken === undefined ? {} : { pageToken }),
    }
    const reply = await requestAds(call, `customers/${customer.id}/googleAds:search`, body, customer.managerId)
    const page = readForm(pageForm, reply, unknownFields)
    total ??= page.totalResultsCount
    if ((page.totalResultsCount ?? total) !== total) throw inconsistent('count_changed')
    for (const row of page.results ?? []) {
      rows += 1
      yield row
    }
    if (page.nextPageToken === pageToken && pageToken) throw inconsistent('page_repeated')
    pageToken = page.nextPageToken || undefined
  } while (pageToken !== undefined)
  // Without rows, the count may be absent, as zeros are in JSON of protocol buffers.
  if (total === undefined && rows > 0) {
    throw new SourceError('reply_has_another_form', 'stop', { field: 'totalResultsCount' })
  }
  if (BigInt(total ?? '0') !== BigInt(rows)) throw inconsistent('count_differs')
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
