import { isRecord } from '../../../shared/http/input/unknown_members.ts'

/** The parameters of the methods that a client calls with input. */
const required: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** The lists of this server have one page and no cursor. */
const lists: ReadonlySet<string> = new Set(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])

/**
 * Returns what is wrong with the parameters of a message, or null. It is checked here, because the SDK answers with the text
 * of its validation library.
 */
export function paramsError(message: { method?: unknown; params?: unknown } | null): string | null {
  const { method, params = {} } = message ?? {}
  if (lists.has(String(method)) && isRecord(params) && params.cursor !== undefined) {
    return '`params.cursor` is not a cursor of this server. Its lists have one page: send the request without it.'
  }
  const name = required[String(method)]
  // The SDK refuses what is no JSON-RPC.
  if (!name || !isRecord(params)) return null
  if (typeof params[name] !== 'string') return `\`params.${name}\` must be text.`
  if (params.arguments !== undefined && !isRecord(params.arguments)) return '`params.arguments` must be an object.'
  return null
}
