import type { Context } from 'hono'
import { ApiError } from '../../errors/api_error.ts'

/** A form-encoded body (RFC 6749, appendix B); JSON and files are refused. */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const [type] = (context.req.header('Content-Type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  }
  const given = new URLSearchParams(await context.req.text())
  return new URLSearchParams([...given].map(([name, value]) => [withoutNul(name), withoutNul(value)]))
}

/** Postgres takes no text with NUL; with another character in its place, it is unknown all the same. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '\u{fffd}')
}

/** The parameters of a request that may give each only once (RFC 6749, section 3.2). */
export async function readParameters(context: Context): Promise<Record<string, string>> {
  const form = await readForm(context)
  const repeated = [...form.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new ApiError('invalid_request', 'A parameter is given more than once.')
  return Object.fromEntries(form)
}
