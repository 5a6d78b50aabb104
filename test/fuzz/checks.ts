import type { Described } from './described.ts'
import type { Received } from './exchange.ts'
import { faultOf } from './valid.ts'

/** The check that a response fails, by its name in schemathesis; null if it passes all. */
export function breachOf(
  operation: Described,
  answer: Received,
  forbidden: string | null,
  isElsewhere = false,
): string | null {
  const { status, headers, text } = answer
  if (status >= 500) return `not_a_server_error: ${status}`
  if (headers['x-content-type-options'] !== 'nosniff' || !headers['x-request-id'])
    return 'headers: nosniff or the request id is missing'
  if (headers.server || headers['x-powered-by']) return 'headers: it says what it runs on'
  if (/\n\s+at |node_modules|\.ts:\d|PostgresError|pg_catalog/.test(text))
    return 'no_internals: the response contains a path of the source'
  if (isElsewhere) return null
  const described = operation.responses[status]
  if (!described) return `status_code_conformance: ${status} is none of ${Object.keys(operation.responses).join(', ')}`
  if (forbidden !== null && status < 400) return `negative_data_rejection: ${status}, although ${forbidden}`
  return contentBreach(described.content ?? {}, answer)
}

function contentBreach(
  content: NonNullable<Described['responses'][string]['content']>,
  { headers, text }: Received,
): string | null {
  const type = headers['content-type']?.split(';')[0]
  const types = Object.keys(content)
  if (types.length === 0) return text === '' ? null : `content_type_conformance: ${type}, where nothing is described`
  const media = type === undefined ? undefined : content[type]
  if (!media) return `content_type_conformance: ${type} is none of ${types.join(', ')}`
  if (!type?.endsWith('json')) return null
  const fault = faultOf(media.schema, JSON.parse(text))
  return fault === null ? null : `response_schema_conformance: ${fault}`
}
