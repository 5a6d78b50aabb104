import type { z } from 'zod'
import { ApiError } from '../../errors/api_error.ts'
import type { Fault } from '../../errors/api_error.ts'
import { nearestName } from './nearest_name.ts'
import { plainMessage } from './plain_messages.ts'
import { unknownMembers, withoutNulls } from './unknown_members.ts'
import type { Path } from './unknown_members.ts'

export type ParsedInput = { data: Record<string, unknown>; error: null } | { data: null; error: ApiError }

/** What a caller calls one part of an input. */
export type Noun = 'parameter' | 'member' | 'argument'

export interface ValidateOptions {
  noun: Noun
  /** The names to suggest at the top, where some of the schema come from elsewhere. */
  names?: readonly string[]
  /** Names that callers send as headers, with the header's name. */
  headers?: Record<string, string>
  ignoresUnknown?: boolean
  /** Whether null means an absent member. */
  takesNulls?: boolean
}

/** The input by its schema, or invalid_request that says in plain words what is wrong with each part of it. */
export function validate(schema: z.ZodObject, given: unknown, options: ValidateOptions): ParsedInput {
  const { noun, names = Object.keys(schema.shape), headers = {}, ignoresUnknown = false, takesNulls = false } = options
  const read = takesNulls ? withoutNulls(schema, given) : given
  const unknown = ignoresUnknown ? [] : unknownMembers(schema, read)
  const parsed = schema.safeParse(read, { error: plainMessage })
  if (parsed.success && unknown.length === 0) return { data: parsed.data, error: null }
  const strange = unknown
    .slice(0, namesMax)
    .map(({ path, known }) => unknownName(noun, { path, known: path.length > 1 ? known : names }))
  const wrong = (parsed.error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys').map(describe)
  // One message for each field: the second repeats the first in other words.
  const first = wrong.filter(({ path }, index) => wrong.findIndex((other) => other.path === path) === index)
  return { data: null, error: refusalOf([...strange, ...first]) }

  function describe({ path, message: said }: z.core.$ZodIssue): Described {
    const place = (noun === 'parameter' ? path.slice(0, 1) : path) as Path
    const message = valueAt(read, place) === undefined && said !== required ? absent(said) : said
    const field = written(place) || 'body'
    const header = headers[field]
    const label = header ? `${header} header` : `\`${field}\``
    const isPhrase = /^(must|is|has|does|names|takes) /.test(message)
    return { path: field, message, sentence: isPhrase ? `${label} ${message}` : `${label}: ${message}` }
  }
}

/** Refuses names that nothing here has, each with the valid name that it is closest to, or with all of them. */
export function refuseUnknown(noun: Noun, unknown: readonly string[], known: readonly string[]): ApiError {
  return refusalOf(unknown.slice(0, namesMax).map((name) => unknownName(noun, { path: [name], known })))
}

function refusalOf(faults: readonly Described[]): ApiError {
  const fields = faults.map(({ path, message }) => ({ path, message }))
  const sentences = new Set(faults.flatMap(({ sentence, advice = [] }) => [sentence, ...advice]))
  return new ApiError('invalid_request', [...sentences].join(' '), { fields })
}

interface Described extends Fault {
  sentence: string
  /** What to do about it; said once where it is the same for several faults. */
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
        : `No ${noun} is taken here.`
  const shown = name.length > lengthMax ? `${name.slice(0, lengthMax)}…` : name
  return {
    path: written([...path.slice(0, -1), shown]),
    message: `is unknown. ${advice}`,
    sentence: `Unknown ${noun} ${at(shown)}.`,
    advice: [advice],
  }
}

/** For an absent value whose schema says what it must be. */
function absent(message: string): string {
  return message.startsWith('must ') ? `${required} It ${message}` : required
}

/** items[0].quantity, as JSON paths are written. */
function written(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('')
}

function valueAt(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return value
  return value !== null && typeof value === 'object'
    ? valueAt((value as Record<string, unknown>)[first], rest)
    : undefined
}
