import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { isTrackingParameter, refuseUnknown } from '../../../shared/http/input/validate.ts'

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
