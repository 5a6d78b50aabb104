import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from './errors.ts'

export type ParsedInput = { data: Record<string, unknown>; error: null } | { data: null; error: ApiError }

/**
 * The input of an operation by its schema: path parameters over the JSON body (POST, PATCH) or the query string, and over both
 * what stands in headers.
 */
export async function parseInput(
  context: Context,
  schema: z.ZodObject,
  fromHeaders: Record<string, string | undefined> = {},
): Promise<ParsedInput> {
  const hasBody = ['POST', 'PATCH'].includes(context.req.method)
  const isAllInPath = Object.keys(schema.shape).every((name) => name in context.req.param())
  const given = !hasBody ? readQuery(context) : isAllInPath ? {} : await readJson(context)
  if (given instanceof ApiError) return { data: null, error: given }
  const parsed = schema.safeParse({ ...given, ...fromHeaders, ...context.req.param() })
  return parsed.success ? { data: parsed.data, error: null } : { data: null, error: invalidRequest(parsed.error) }
}

/** Which field is wrong and what it takes, a sentence for each. */
export function invalidRequest(error: z.ZodError): ApiError {
  const fields = error.issues.map(({ path, message }) => ({
    path: path.filter((part) => typeof part === 'string').join('.') || 'body',
    message,
  }))
  const sentences = fields.map(({ path, message }) => `${path}: ${message}`)
  return new ApiError('invalid_request', [...new Set(sentences)].join(' '), { fields })
}

function readQuery(context: Context): Record<string, unknown> | ApiError {
  const values = Object.entries(context.req.queries())
  const repeated = values.find(([, list]) => list.length > 1)
  if (repeated) return new ApiError('invalid_request', `${repeated[0]}: given more than once. Send it once.`)
  return Object.fromEntries(values.map(([name, list]) => [name, list[0]]))
}

/** No body at all is one without members: what it lacks is told by name. */
async function readJson(context: Context): Promise<Record<string, unknown> | ApiError> {
  const text = await context.req.text()
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    return new ApiError('invalid_request', 'body: malformed JSON. Send one JSON object.')
  }
  return new ApiError('invalid_request', 'body: must be one JSON object.')
}
