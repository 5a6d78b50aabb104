import type { z } from 'zod'
import { ApiError } from '../../errors/api_error.ts'
import type { FieldError } from '../../errors/api_error.ts'
import { nearestName } from './nearest_name.ts'
import { plainMessage } from './plain_messages.ts'
import { unknownMembers, withoutNulls } from './unknown_members.ts'
import type { Path } from './unknown_members.ts'

export type ParsedInput = { data: Record<string, unknown>; error: null } | { data: null; error: ApiError }

/** The word for one part of the input in messages. */
export type Noun = 'parameter' | 'member' | 'argument'

export interface ValidateOptions {
  noun: Noun
  /** The valid names at the top level, if some members of the schema come from elsewhere. */
  names?: readonly string[]
  /** Members that are sent as headers, with the name of the header. */
  headers?: Record<string, string>
  /** The names of top-level members for the reader, if they differ from those of the schema. */
  writtenNames?: Record<string, string>
  ignoresUnknown?: boolean
  /** Returns the name of an input for the reader, without an index. Default: the name in backquotes. */
  fieldName?: (name: string) => string
  /** Whether null means an absent member. */
  takesNulls?: boolean
}

/**
 * Returns the parsed input, or an invalid_request error with one sentence for each invalid part. The message of a schema is a
 * predicate such as "must be above 0.", and the name of the part precedes it.
 */
export function validate(schema: z.ZodObject, given: unknown, options: ValidateOptions): ParsedInput {
  const {
    noun,
    names = Object.keys(schema.shape),
    headers = {},
    writtenNames = {},
    ignoresUnknown = false,
    takesNulls = false,
    fieldName,
  } = options
  const read = takesNulls ? withoutNulls(schema, given) : given
  const unknown = ignoresUnknown ? [] : unknownMembers(schema, read)
  // `reportInput` adds the input of each issue, which is undefined only if the part was not sent.
  const parsed = schema.safeParse(read, { error: plainMessage, reportInput: true })
  if (parsed.success && unknown.length === 0) return { data: parsed.data, error: null }
  const unknownNames = unknown
    .slice(0, namesMax)
    .map(({ path, known }) => unknownName(noun, { path, known: path.length > 1 ? known : names }))
  const wrong = (parsed.error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys').map(describe)
  // Report one message per field; further messages repeat the first in other words.
  const first = wrong.filter(({ path }, index) => wrong.findIndex((other) => other.path === path) === index)
  return { data: null, error: refusalOf([...unknownNames, ...first]) }

  function describe({ path, message: text, input }: z.core.$ZodIssue): Described {
    const place = (noun === 'parameter' ? path.slice(0, 1) : path) as Path
    const message = input === undefined && text !== required ? `${required} It ${text}` : text
    const field = written([writtenNames[String(place[0])] ?? place[0] ?? 'body', ...place.slice(1)])
    const header = headers[field]
    const label = header ? `${header} header` : fieldName ? fieldName(String(place[0] ?? 'form')) : `\`${field}\``
    return { path: field, message, sentence: `${label} ${message}` }
  }
}

const tracking = /^(utm_\w+|gclid|srsltid|fbclid|msclkid|ttclid)$/

/** Whether mail programs, search engines or ad platforms add this parameter to links. No page and operation reads it. */
export function isTrackingParameter(name: string): boolean {
  return tracking.test(name)
}

/** Returns an invalid_request error for unknown names, each with the closest valid name or the list of valid names. */
export function refuseUnknown(noun: Noun, unknown: readonly string[], known: readonly string[]): ApiError {
  return refusalOf(unknown.slice(0, namesMax).map((name) => unknownName(noun, { path: [name], known })))
}

function refusalOf(errors: readonly Described[]): ApiError {
  const fields = errors.map(({ path, message }) => ({ path, message }))
  const sentences = new Set(errors.flatMap(({ sentence, advice = [] }) => [sentence, ...advice]))
  return new ApiError('invalid_request', [...sentences].join(' '), { fields })
}

interface Described extends FieldError {
  sentence: string
  /** How to correct it. Equal advice for several errors is written once. */
  advice?: string[]
}

const namesMax = 5
const lengthMax = 100
const required = 'is required.'

function unknownName(noun: Noun, { path, known }: { path: Path; known: readonly string[] }): Described {
  const name = String(path.at(-1))
  const nearest = nearestName(name, known)
  const at = (last: string) => `\`${written([...path.slice(0, -1), last])}\``
  const advice =
    nearest !== null
      ? `Did you mean ${at(nearest)}?`
      : known.length > 0
        ? `Valid ${noun}s: ${known.map((each) => `\`${each}\``).join(', ')}.`
        : `No ${noun}s are accepted.`
  const shown = name.length > lengthMax ? `${name.slice(0, lengthMax)}…` : name
  return {
    path: written([...path.slice(0, -1), shown]),
    message: `is unknown. ${advice}`,
    sentence: `Unknown ${noun} ${at(shown)}.`,
    advice: [advice],
  }
}

/** Writes a path like `items[0].quantity`. */
function written(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('')
}
