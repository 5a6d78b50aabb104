import { invalidInput } from '../errors/api_error.ts'
import { connector } from '../sentences/connector.ts'
import { digestOf, nextPageCursor, restOfPageCursor } from './cursor.ts'
import type { Position } from './cursor.ts'
import { responseTime } from './output.ts'
import type { Tool } from './tool.ts'

type Row = Record<string, unknown>

/** The maximum size of a result. Clients truncate results at about 25,000 tokens. */
const bytesMax = 40_000

/** Members with the time of the last data update, in order of precedence for `data_as_of`. */
const momentKeys = [
  'data_through',
  'detected_through',
  'trained_through',
  'data_freshness',
  'calculated_at',
  'updated_at',
]

export interface AnswerOptions {
  /** Null for a tool without a cursor. */
  position: Position | null
  isDetailed: boolean
  requestId: string
  isSimulated: boolean
}

/** Returns the result of a tool for the result of its operation. Throws invalid_request for an outdated cursor. */
export function answerOf(
  { details = [], rows }: Tool,
  body: Row,
  { position, isDetailed, requestId, isSimulated }: AnswerOptions,
): Row {
  const answer = structuredClone(body)
  for (const path of isDetailed ? [responseTime] : [...details, responseTime]) remove(answer, path.split('.'))
  answer.meta = {
    request_id: requestId,
    simulated: isSimulated,
    ...(answer.meta as Row | undefined),
    data_as_of: (body.meta as Row | undefined)?.data_as_of ?? dataAsOf(body),
  }
  return rows === undefined
    ? answer
    : { ...answer, ...fittingRows(answer, { rows, position, stored: body[rows] as unknown[] }) }
}

/**
 * Returns the rows that fit, and a cursor or a hint for the remaining rows. The digest of a cursor is that of the
 * `stored` rows, which have all details, so that a cursor is valid for both values of response_format.
 */
function fittingRows(
  answer: Row,
  { rows, position, stored }: { rows: string; position: Position | null; stored: readonly unknown[] },
): Row {
  const whole = answer[rows] as unknown[]
  const skip = position?.skipped?.rows ?? 0
  if (position?.skipped && digestOf(stored.slice(0, skip)) !== position.skipped.digest) {
    throw invalidInput('cursor', connector.is_outdated())
  }
  const remaining = whole.slice(skip)
  const list = listMembers(answer, position)
  let room = bytesMax - bytes({ ...answer, [rows]: [] })
  const fitting = remaining.findIndex((row) => (room -= bytes(row) + 1) < 0)
  if (fitting < 0) return { [rows]: remaining, ...list }
  const count = Math.max(1, fitting)
  if (skip + count >= whole.length) return { [rows]: remaining, ...list }
  return {
    [rows]: remaining.slice(0, count),
    total: list.total,
    truncated: true,
    ...(position
      ? {
          next_cursor: restOfPageCursor(position, stored.slice(0, skip + count)),
          hint: 'The answer would be too long: these are its first rows. Send next_cursor for those after them.',
        }
      : {
          next_cursor: null,
          hint: `The answer would be too long: these are its first rows. ${askForLess(count)}`,
        }),
  }
}

/** Returns the members besides the rows, for a result that contains all rows of its page. */
function listMembers(answer: Row, position: Position | null) {
  const { total_rows: totalRows, total: totalOfMeta, truncated } = answer.meta as Row
  const total = (answer.total ?? totalRows ?? totalOfMeta ?? null) as number | null
  if (position?.page) {
    const { number, size } = position.page
    const hasMore = total !== null && number * size < total
    return { total, truncated: hasMore, next_cursor: hasMore ? nextPageCursor(number, position) : null }
  }
  const cursor = (answer.next_cursor ?? null) as string | null
  const isTruncated = truncated === true || cursor !== null
  const shown = (answer.data as unknown[] | undefined)?.length ?? 0
  const hint = isTruncated && cursor === null ? { hint: `These are the first rows. ${askForLess(shown)}` } : {}
  return { total, truncated: isTruncated, next_cursor: cursor, ...hint }
}

/** Returns a hint for a truncated result without a cursor, such as that of a question. */
function askForLess(count: number): string {
  return `Ask for the "top ${count}", for fewer days or for one platform.`
}

function dataAsOf(body: Row): string | null {
  const holders = [body.meta, body].filter((holder) => holder !== null && typeof holder === 'object') as Row[]
  const found = holders
    .flatMap((holder) => momentKeys.map((key) => holder[key]))
    .find((value) => typeof value === 'string')
  return (found as string | undefined) ?? null
}

function bytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}

function remove(value: unknown, path: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const element of value) remove(element, path)
  } else if (value !== null && typeof value === 'object') {
    const [key = '', ...rest] = path
    if (rest.length === 0) delete (value as Row)[key]
    else remove((value as Row)[key], rest)
  }
}
