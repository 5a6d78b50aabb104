import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { isTrackingParameter, refuseUnknown } from '../../../shared/http/input/validate.ts'
import { address } from './choices.ts'

/**
 * Returns the query parameters of a page. Throws invalid_request for a name that the page does not have, for a name that
 * is sent twice, and for a `done` without a notice: a page ignores only tracking parameters. Repeated values of `lists`, as checkboxes
 * send them, are joined by commas. The operations check the other values.
 */
export function pageQuery<Name extends string>(
  { req }: Context<AppEnv>,
  names: readonly Name[],
  notices: readonly string[] = [],
  lists: readonly Name[] = [],
): Partial<Record<Name | 'done', string>> {
  const sent = new URL(req.url).searchParams
  for (const name of lists) if (sent.has(name)) sent.set(name, sent.getAll(name).join(','))
  const given = [...sent].filter(([name]) => !isTrackingParameter(name))
  const known = notices.length > 0 ? [...names, 'done'] : names
  const unknown = given.map(([name]) => name).filter((name) => !(known as readonly string[]).includes(name))
  if (unknown.length > 0) throw refuseUnknown('parameter', unknown, known)
  const repeated = given.find(([name], index) => given.findIndex(([other]) => other === name) < index)
  if (repeated) throw new ApiError('invalid_request', `The parameter ${repeated[0]} must be sent once.`)
  const query = Object.fromEntries(given) as Partial<Record<Name | 'done', string>>
  if (query.done !== undefined && !notices.includes(query.done)) {
    throw new ApiError('invalid_request', `The parameter done must be one of ${notices.join(', ')}.`)
  }
  return query
}

/** The hidden field of a form with the filter and the page of the list that it was sent from. */
export const listField = 'form_list'

/** The parameters by which lists are filtered and divided into pages. */
const parameters = ['days', 'date_from', 'date_to', 'status', 'page'] as const

/** Returns the filter and the page of a list, as the query of its address. Empty without these parameters. */
export function listQueryOf({ req }: Context<AppEnv>): string {
  return new URLSearchParams(listParameters(new URL(req.url).searchParams)).toString()
}

/**
 * Returns the address of a list after a form of one of its rows: with the filter and the page that the form was sent from, so that
 * work on many rows continues where it was.
 */
export async function listAddress(
  context: Context<AppEnv>,
  list: string,
  done?: string,
  row?: string,
): Promise<string> {
  const form = await readForm(context)
  const kept = listParameters(new URLSearchParams(form.get(listField) ?? ''))
  const anchor = row === undefined ? '' : `#${row}`
  return address(list, { ...kept, done }) + anchor
}

function listParameters(sent: URLSearchParams): Record<string, string> {
  return Object.fromEntries(parameters.map((name) => [name, sent.get(name) ?? '']).filter(([, value]) => value))
}
