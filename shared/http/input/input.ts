import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from '../../errors/api_error.ts'
import { isTrackingParameter, refuseUnknown, validate } from './validate.ts'
import type { ParsedInput } from './validate.ts'

export interface InputOptions {
  /** Members that are sent as headers, with the name of the header. */
  headers?: Record<string, string>
  /** Parameters of the query string that are not part of the input, such as a credential. */
  besides?: readonly string[]
  /** Which unknown names are ignored instead of refused: all, or the tracking parameters of links. */
  ignoresUnknown?: 'all' | 'tracking' | undefined
  /** Whether null means an absent member. Language models often send null. */
  takesNulls?: boolean
}

/**
 * Returns the input of an operation, parsed by its schema, from path parameters, headers, and the JSON body (POST,
 * PUT, PATCH) or the query string. Unknown names are errors, because an ignored filter would return a wrong result that
 * looks right.
 */
export async function parseInput(
  context: Context,
  schema: z.ZodObject,
  options: InputOptions = {},
): Promise<ParsedInput> {
  const { headers = {}, besides = [], ignoresUnknown, takesNulls = false } = options
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(context.req.method)
  const inPath = context.req.param() as Record<string, string>
  const body = hasBody ? await readJson(context) : {}
  if (body instanceof ApiError) return { data: null, error: body }
  const fromHeaders = Object.entries(headers).flatMap(([name, header]) => {
    const value = context.req.header(header)
    return value === undefined ? [] : [[name, value] as const]
  })

  const ownNames = Object.keys(schema.shape).filter((name) => !(name in inPath) && !(hasBody && name in headers))
  const parameters = readQuery(context, { known: [...(hasBody ? [] : ownNames), ...besides], ignoresUnknown })
  if (parameters instanceof ApiError) return { data: null, error: parameters }
  const given = hasBody ? body : withoutNames(parameters, besides)
  const outOfPlace = hasBody ? ofAnotherPlace(body, inPath, headers) : null
  if (outOfPlace && ignoresUnknown === undefined) return { data: null, error: outOfPlace }
  const all = {
    ...withoutNames(given, hasBody ? Object.keys(headers) : []),
    ...Object.fromEntries(fromHeaders),
    ...inPath,
  }
  return validate(schema, all, {
    noun: hasBody ? 'member' : 'parameter',
    names: ownNames,
    headers,
    ignoresUnknown: ignoresUnknown !== undefined,
    takesNulls,
  })
}

/**
 * Returns an error if a member of the body must be a header, or contradicts the path. A member that repeats the path is
 * accepted.
 */
function ofAnotherPlace(
  body: Record<string, unknown>,
  inPath: Record<string, string>,
  headers: Record<string, string>,
): ApiError | null {
  const [header] = Object.keys(headers).filter((name) => name in body)
  if (header) return refusal(header, `Send \`${header}\` as the header ${headers[header]}, not in the body.`)
  const [name] = Object.keys(inPath).filter((each) => each in body && body[each] !== inPath[each])
  return name ? refusal(name, `\`${name}\` in the body is not the one in the path. Leave it out of the body.`) : null
}

function readQuery(
  context: Context,
  { known, ignoresUnknown }: { known: readonly string[]; ignoresUnknown: InputOptions['ignoresUnknown'] },
): Record<string, string> | ApiError {
  const values = Object.entries(context.req.queries()).filter(([name]) => known.includes(name) || !isIgnored(name))
  const unknown = values.map(([name]) => name).filter((name) => !known.includes(name))
  if (unknown.length > 0) return refuseUnknown('parameter', unknown, known)
  const repeated = values.find(([, list]) => list.length > 1)
  if (repeated) return refusal(repeated[0], `\`${repeated[0]}\` is given more than once. Send it once.`)
  return Object.fromEntries(values.map(([name, list]) => [name, list[0] as string]))

  function isIgnored(name: string): boolean {
    return ignoresUnknown === 'all' || (ignoresUnknown === 'tracking' && isTrackingParameter(name))
  }
}

function withoutNames<Value>(given: Record<string, Value>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
}

function refusal(path: string, message: string): ApiError {
  return new ApiError('invalid_request', message, { fields: [{ path, message }] })
}

/**
 * Returns the JSON object of the body, or the error. An empty body is an empty object, so that validation names the
 * missing members.
 */
async function readJson(context: Context): Promise<Record<string, unknown> | ApiError> {
  const text = await context.req.text()
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    return new ApiError('invalid_request', 'The body is malformed JSON. Send one JSON object.')
  }
  return new ApiError('invalid_request', 'The body must be one JSON object.')
}
