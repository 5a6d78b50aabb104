import postgres from 'postgres'
import { ApiError, codeOf, rateLimited, unavailable, unknownBrand, unknownBrandMessage } from '../errors/api_error.ts'
import { databaseErrorOf, refusalOf } from '../errors/refusal.ts'
import { callerName, query, queryError, queryOrApiError, recognize } from './query.ts'
import type { Database } from './pool.ts'
import { statementName } from '../telemetry/statement_name.ts'
import { withSentences } from './warnings.ts'

export type Role = 'owner' | 'admin' | 'analyst' | 'viewer'

export interface ConsoleRequest {
  operation: string
  input: Record<string, unknown>
}

export interface ConsoleCall {
  sessionHash: Uint8Array
  clientIp: string
  /** Null for a page that belongs to no brand. */
  brandId: string | null
  /** Only `write` permits operations that write. `read_beside` is the second of two calls at the same time. */
  access: 'read' | 'read_beside' | 'write'
  /** The id of the submitted form. A form takes effect once. */
  formId?: string
  requests: readonly ConsoleRequest[]
}

/** The person, the brands of the person, and the result of each operation. */
export interface ConsoleResult {
  person: string
  brands: { id: string; account_id: string; name: string; role: Role; currency: string }[]
  brand: {
    id: string
    name: string
    role: Role
    currency: string
    timezone: string
    /** The write operations that the role of the person allows. */
    may: string[]
    /** How many offers, orders and disputes wait for a person of the shop, each at most 100. Null if the role of the person answers none. */
    waiting: { offers: number; orders: number; disputes: number } | null
    /** Otherwise only credentials of the brand can read its storefront. */
    is_storefront_published: boolean
  } | null
  answers: ({ body: unknown; error: null } | { body: null; error: ApiError })[]
}

interface Row extends Omit<ConsoleResult, 'answers'> {
  status?: string
  answers: { body?: unknown; status?: string; message?: string; detail?: string }[]
}

/**
 * Sends a statement of a page (`console.call`). It checks session, membership and scope, and runs all
 * operations. Throws 401 without a session, 404 for a brand that the person does not belong to, 429 and 503.
 */
export async function callAsPerson(database: Database, call: ConsoleCall): Promise<ConsoleResult> {
  const row = await pass(database, call)
  recognize(call.sessionHash, row.status !== 'NAUTH')
  if (row.status === 'NAUTH') throw new ApiError('unauthorized', 'Sign in to see this page.')
  if (row.status === 'RLMTD') throw rateLimited(60)
  if (row.status) throw brandIsUnknown()
  return { ...row, answers: await Promise.all(row.answers.map(answerOf)) }
}

function brandIsUnknown(): ApiError {
  return new ApiError('not_found', unknownBrandMessage, {
    raised: { reason: unknownBrand, field: null, values: {} },
  })
}

async function pass(database: Database, call: ConsoleCall): Promise<Row> {
  const operations = call.requests.map(({ operation }) => operation)
  const [found] = await queryOrApiError<{ answer: Row | null }[]>(
    database,
    callerName(call.sessionHash, call.clientIp),
    () => database<{ answer: Row | null }[]>`
      ${statementName(database, operations)} select console.call(${call.sessionHash}, ${call.clientIp}, ${call.brandId},
        ${call.access}, ${database.json(call.requests as never)}, ${call.formId ?? null}) as answer`,
    { sql: 'console.call', operation: operations.join(',') || undefined },
  )
  // Without an answer nothing was authorized.
  if (!found?.answer) throw unavailable(new Error('console.call returned no row.'))
  return found.answer
}

async function answerOf(answer: Row['answers'][number]): Promise<ConsoleResult['answers'][number]> {
  const { body, status, message, detail } = answer
  const { page } = await import('../sentences/page_audience.ts')
  if (status === undefined) return { body: await withSentences(body, page), error: null }
  return { body: null, error: await refusalOf({ status, message: message ?? null, detail: detail ?? null }, page) }
}

/** A piece of an uploaded file. */
export interface UploadChunk {
  sessionHash: Uint8Array
  clientIp: string
  brandId: string
  uploadId: string
  position: number
  bytes: Uint8Array
  isLast: boolean
}

/** Stores a piece of an upload (`console.store_chunk`). Throws 401 without a session, 403 and 404 like a page, and 503. */
export async function storeChunk(database: Database, chunk: UploadChunk): Promise<void> {
  const { sessionHash, clientIp, brandId, uploadId, position, bytes, isLast } = chunk
  let status: unknown
  try {
    const [row] = await query(
      database,
      callerName(sessionHash, clientIp),
      () => database`
        select console.store_chunk(${sessionHash}, ${brandId}, ${uploadId}, ${position}, ${bytes}, ${isLast}) as status`,
      { sql: 'console.store_chunk' },
    )
    status = row?.status
  } catch (cause) {
    if (cause instanceof postgres.PostgresError && codeOf(cause.code) !== null) {
      const { page } = await import('../sentences/page_audience.ts')
      throw await refusalOf(databaseErrorOf(cause), page)
    }
    throw queryError(cause)
  }
  if (status === 'NAUTH') throw new ApiError('unauthorized', 'Sign in to upload files.')
  if (status !== 'OK') throw brandIsUnknown()
}
