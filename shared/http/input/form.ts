import type { Context } from 'hono'
import { ApiError } from '../../errors/api_error.ts'

/**
 * Returns the parameters of a form-encoded body (RFC 6749, appendix B). Throws invalid_request for other content types.
 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const [type] = (context.req.header('Content-Type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  }
  const given = new URLSearchParams(await context.req.text())
  return new URLSearchParams([...given].map(([name, value]) => [withoutNul(name), withoutNul(value)]))
}

/** Replaces NUL, which Postgres text cannot hold, by U+FFFD. The value then matches nothing, like any unknown value. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}

/** Returns the form parameters by name. Throws invalid_request if one is repeated (RFC 6749, section 3.2). */
export async function readParameters(context: Context): Promise<Record<string, string>> {
  const form = await readForm(context)
  const repeated = [...form.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new ApiError('invalid_request', 'A parameter is given more than once.')
  return Object.fromEntries(form)
}
