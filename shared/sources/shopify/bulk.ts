import { z } from 'zod'
import type { Call } from '../call.ts'
import { parseLossless } from '../lossless_json.ts'
import { SourceError } from '../source_error.ts'
import { askShop } from './admin_api.ts'
import { judgeStatus } from './judge_status.ts'

/** A line of a result: an object, with `__parentId` if it is nested in the connection of another. */
export type BulkLine = Record<string, unknown>

export interface BulkResult {
  lines: BulkLine[]
  startedAt: string
}

const bytesMax = 256 * 1024 * 1024
/** Shopify runs five operations of an app and shop at a time. A further one waits for one of them. */
const secondsUntilSlot = 30

const started = z.object({
  bulkOperationRunQuery: z.object({
    bulkOperation: z.object({ id: z.string() }).nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  }),
})

const operation = z.object({
  node: z
    .object({
      status: z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELING', 'CANCELED', 'EXPIRED']),
      errorCode: z.string().nullable(),
      createdAt: z.iso.datetime({ offset: true }),
      objectCount: z.string().regex(/^\d+$/),
      url: z.string().nullable(),
    })
    .nullable(),
})
type Operation = NonNullable<z.output<typeof operation>['node']>

/** Starts a bulk operation and returns its id. The mutation writes nothing to the shop. */
export async function startBulk(call: Call, query: string): Promise<string> {
  const { bulkOperationRunQuery } = await askShop(
    call,
    started,
    `mutation ($query: String!) {
      bulkOperationRunQuery(query: $query) { bulkOperation { id } userErrors { code message } }
    }`,
    { query },
  )
  const { bulkOperation, userErrors } = bulkOperationRunQuery
  const code = userErrors[0]?.code
  if (code === 'OPERATION_IN_PROGRESS') {
    throw new SourceError('limit_is_reached', 'retry', { code, retryAfterSeconds: secondsUntilSlot })
  }
  if (bulkOperation === null || userErrors.length > 0) throw new SourceError('request_is_refused', 'stop', { code })
  return bulkOperation.id
}

/** Whether an operation is completed. Throws SourceError if it failed, was canceled or is unknown. */
export async function isBulkReady(call: Call, id: string): Promise<boolean> {
  const { status, errorCode } = await findOperation(call, id)
  switch (status) {
    case 'COMPLETED':
      return true
    case 'CREATED':
    case 'RUNNING':
      return false
    case 'FAILED':
      if (errorCode === 'ACCESS_DENIED') throw new SourceError('permission_is_missing', 'stop', { code: errorCode })
      if (errorCode === 'TIMEOUT') throw new SourceError('report_is_too_large', 'split', { code: errorCode })
      throw new SourceError('report_failed', 'restart', { code: errorCode })
    default:
      throw new SourceError('report_failed', 'restart', { code: status })
  }
}

/**
 * Returns the lines of a completed operation, and when it was started, by the clock of Shopify. Throws SourceError if their number differs from the one that Shopify states. The request
 * carries no token, because the address belongs to a storage that is not part of the shop.
 */
export async function readBulk(call: Call, id: string): Promise<BulkResult> {
  const { status, createdAt, objectCount, url } = await findOperation(call, id)
  if (status !== 'COMPLETED') throw new SourceError('report_failed', 'restart', { code: status })
  const text = url === null ? '' : await download(call, url)
  const lines = text.split('\n').filter((line) => line !== '')
  if (String(lines.length) !== objectCount) {
    throw new SourceError('reply_is_inconsistent', 'retry', { rows: lines.length, stated: objectCount })
  }
  return { lines: lines.map(readLine), startedAt: createdAt }
}

async function findOperation(call: Call, id: string): Promise<Operation> {
  const { node } = await askShop(
    call,
    operation,
    'query ($id: ID!) { node(id: $id) { ... on BulkOperation { status errorCode createdAt objectCount url } } }',
    { id },
  )
  if (node === null) throw new SourceError('report_failed', 'restart')
  return node
}

async function download(call: Call, url: string): Promise<string> {
  const { protocol } = new URL(call.settings.addresses.SHOPIFY_BASE_URL.replace('{shop}', 'shop.myshopify.com'))
  if (URL.parse(url)?.protocol !== protocol) throw new SourceError('reply_has_another_form', 'stop', { field: 'url' })
  const reply = await call.send({ url, bytesMax })
  // The storage refuses addresses that have expired, after seven days.
  if ([401, 403, 404, 410].includes(reply.status)) {
    throw new SourceError('report_failed', 'restart', { status: reply.status })
  }
  judgeStatus(reply)
  return reply.text
}

function readLine(line: string, index: number): BulkLine {
  let parsed: unknown
  try {
    parsed = parseLossless(line)
  } catch (cause) {
    throw new SourceError('reply_is_incomplete', 'retry', { line: index + 1, cause })
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as BulkLine
  throw new SourceError('reply_has_another_form', 'stop', { line: index + 1 })
}
