import type { Context } from 'hono'
import { ApiError } from './errors.ts'

/**
 * A form-encoded body (RFC 6749, appendix B); JSON and files are refused. A text with NUL is nothing that Postgres could
 * compare with; without it, it is unknown all the same.
 */
export async function readForm(context: Context): Promise<URLSearchParams> {
  const [type] = (context.req.header('Content-Type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  }
  const given = [...new URLSearchParams(await context.req.text())]
  return new URLSearchParams(given.map((pair) => pair.map((text) => text.replaceAll('\0', ''))))
}

/** The parameters of a request that may give each only once (RFC 6749, section 3.2). */
export async function readParameters(context: Context): Promise<Record<string, string>> {
  const form = await readForm(context)
  const repeated = [...form.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new ApiError('invalid_request', 'A parameter is given more than once.')
  return Object.fromEntries(form)
}
