import { z } from 'zod'
import { ApiError } from '../errors/api_error.ts'
import { digestOf } from './digest.ts'
import { meta } from '../schema/meta.ts'
import { connector } from '../sentences/connector.ts'

type Row = Record<string, unknown>

/** What the answer of every tool says of itself. */
const toolMeta = {
  ...meta.shape,
  data_as_of: z.string().nullable().describe('Last day or time that the data covers. Null when unknown.'),
}

/** Beside the rows of a list. */
export const listOutput = {
  total: z.int().nullable().describe('Total number of rows. Null when unknown.'),
  truncated: z.boolean().describe('True when rows were omitted.'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Cursor of the next rows. Null at the end, or when hint explains how to get the other rows.'),
  hint: z.string().optional().describe('How to get the omitted rows.'),
}

/** An answer must fit an agent's window: clients cut at some 25,000 tokens. */
const bytesMax = 40_000

/** Of the operation's meta: how long the answer took is nothing to an agent, and differs each time. */
const neverShown = 'meta.response_time_ms'

const momentKeys = [
  'data_through',
  'detected_through',
  'trained_through',
  'data_freshness',
  'calculated_at',
  'updated_at',
]

/** The output of an operation as its tool answers it: details optional, meta on every one, and what lists say. */
export function outputOf(
  output: z.ZodObject,
  details: readonly string[],
  list: Record<string, z.ZodType>,
): z.ZodObject {
  const shown = pathsIn(output, [...details, neverShown]).reduce<z.ZodType>(loosen, output) as z.ZodObject
  const known = shown.shape.meta as z.ZodObject | undefined
  return shown.extend({ ...list, meta: (known ?? z.object({})).extend(toolMeta) })
}

export interface Page {
  number: number
  limit: number
  /** Of the list that it belongs to, as its cursors bear it. */
  list: string
}

/** Where an answer begins: behind a cursor of the operation, and so many rows of that page further. */
export interface Place {
  cursor: string | null
  /** Rows that an answer too long to be shown whole has shown already, with a digest of them. */
  skip: number
  digest: string | null
  list: string
  /** Whether the cursor belongs to a list of other arguments. */
  isStray: boolean
}

export interface AnswerOptions {
  details: readonly string[]
  rows: string | undefined
  /** Which page this is, of an operation that has pages. */
  page: Page | null
  /** Where a tool has a cursor: what the caller sent, and the arguments that it belongs to. */
  place?: Place | null
  requestId: string
  isSimulated: boolean
}

/** The body of an operation as its tool answers it. */
export function answerOf(body: Row, { details, rows, page, place = null, requestId, isSimulated }: AnswerOptions): Row {
  const answer = structuredClone(body)
  for (const path of [...details, neverShown]) remove(answer, path.split('.'))
  answer.meta = {
    request_id: requestId,
    simulated: isSimulated,
    ...(answer.meta as Row | undefined),
    data_as_of: (body.meta as Row | undefined)?.data_as_of ?? dataAsOf(body),
  }
  return rows === undefined ? answer : { ...answer, ...cut(answer, rows, page, place) }
}

/** As many rows as fit, and how to come by the others. */
function cut(answer: Row, rows: string, page: Page | null, place: Place | null): Row {
  const whole = answer[rows] as unknown[]
  const skip = place?.skip ?? 0
  if (place?.digest && digestOf(whole.slice(0, skip)) !== place.digest) {
    const message = connector.cursor_is_outdated()
    throw new ApiError('invalid_request', `cursor: ${message}`, { fields: [{ path: 'cursor', message }] })
  }
  const all = whole.slice(skip)
  const { total = null, ...shown } = asList(answer, page)
  let room = bytesMax - bytes({ ...answer, [rows]: [] })
  const fitting = all.findIndex((row) => (room -= bytes(row) + 1) < 0)
  if (fitting < 0) return { [rows]: all, total, ...shown }
  const count = Math.max(1, fitting)
  if (place === null) {
    return {
      [rows]: all.slice(0, count),
      total,
      truncated: true,
      next_cursor: null,
      hint: `The answer would be too long: these are its first rows. ${askForLess(count)}`,
    }
  }
  const next = skip + count
  if (next >= whole.length) return { [rows]: all, total, ...shown }
  return {
    [rows]: all.slice(0, count),
    total,
    truncated: true,
    next_cursor: `${place.cursor ?? ''}~${next}.${digestOf(whole.slice(0, next))}.${place.list}`,
    hint: 'The answer would be too long: these are its first rows. Send next_cursor for those after them.',
  }
}

function asList(answer: Row, page: Page | null) {
  const { total_rows: totalRows, total, truncated } = answer.meta as Row
  const all = (answer.total ?? totalRows ?? total ?? null) as number | null
  if (page === null) {
    // Where an operation has a cursor of its own, it says so itself.
    const cursor = (answer.next_cursor ?? null) as string | null
    const isCut = truncated === true || cursor !== null
    const shown = (answer.data as unknown[] | undefined)?.length ?? 0
    const hint = isCut && cursor === null ? { hint: `These are the first rows. ${askForLess(shown)}` } : {}
    return { total: all, truncated: isCut, next_cursor: cursor, ...hint }
  }
  const more = all !== null && page.number * page.limit < all
  return { total: all, truncated: more, next_cursor: more ? `p${page.number + 1}.${page.list}` : null }
}

/** Advice for a question, which has neither a limit nor a cursor. */
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

/** The schema with the field at the end of a path optional. */
function loosen(schema: z.ZodType, path: string): z.ZodType {
  const [key = '', ...rest] = path.split('.')
  if (schema instanceof z.ZodArray) return describedAs(schema, z.array(loosen(schema.element as z.ZodType, path)))
  if (schema instanceof z.ZodNullable) return describedAs(schema, loosen(schema.unwrap() as z.ZodType, path).nullable())
  const object = schema as z.ZodObject
  const field = object.shape[key] as z.ZodType
  return object.extend({
    [key]: rest.length > 0 ? loosen(field, rest.join('.')) : describedAs(field, field.optional()),
  })
}

/** The paths that there are; a detail that no operation answers would be a slip. */
function pathsIn(output: z.ZodObject, paths: readonly string[]): string[] {
  return paths.filter((path) => path !== neverShown || hasMeta(output, 'response_time_ms'))
}

function hasMeta(output: z.ZodObject, key: string): boolean {
  const known = output.shape.meta as z.ZodObject | undefined
  return known !== undefined && key in known.shape
}

function describedAs(from: z.ZodType, to: z.ZodType): z.ZodType {
  return from.description === undefined ? to : to.describe(from.description)
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
