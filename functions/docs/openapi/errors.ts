import { internalError, rateLimited, unavailable } from '../../../shared/errors/api_error.ts'
import { analyticsErrorBody } from '../../../shared/http/analytics_envelope.ts'
import { acpErrorBody } from '../../../shared/storefront/acp_error_body.ts'
import { storefrontErrorBody, ucpErrorBody } from '../../../shared/storefront/envelope.ts'
import type { Operation } from '../../../shared/operation.ts'
import { acpError, analyticsError, storefrontError, ucpError } from '../../../shared/schema/error.ts'
import { exampleErrors, exampleRequestId } from '../examples/answers.ts'
import { jsonSchema } from './json_schema.ts'

const descriptions = {
  '400': 'invalid_request: a parameter is not valid. The message names it.',
  '401': 'unauthorized: the key is missing, malformed, unknown, expired or revoked.',
  '403': 'forbidden: the key has no access to the brand, or lacks the scope.',
  '404': 'not_found: the resource does not exist.',
  '405': 'session_canceled or session_expired: the session cannot be canceled.',
  '406': 'not_acceptable: the operation does not return the format or the version that Accept names.',
  '408': 'request_timeout: the body took longer than 10 s.',
  '409':
    'data_not_ready: nothing has been ingested yet. For commerce: the current status does not allow the action; `allowed` lists the actions that it allows.',
  '410': 'gone: the event to continue after is older than the retention period, or the order has expired.',
  '413': 'payload_too_large: the body is larger than 64 KB.',
  '422': 'idempotency_conflict: the idempotency key was used for another request.',
  '424': 'profile_unreachable: the profile of the platform cannot be fetched.',
  '429': 'rate_limited: the rate limit of this minute is reached. Wait as long as Retry-After says.',
  '500': 'internal_error: the server failed. Quote the request id.',
  '503':
    'service_unavailable: the service cannot answer temporarily, for example because the rate limit cannot be checked.',
} as const
type Status = keyof typeof descriptions

/** What these statuses mean in the Universal Commerce Protocol. */
const ucpDescriptions: Partial<Record<Status, string>> = {
  '400':
    'invalid_request, invalid_profile_url, digest_mismatch or algorithm_unsupported: the message names what is wrong.',
  '401': 'unauthorized: the key is not valid. signature_invalid or key_not_found: the signature is not valid.',
  '409': 'idempotency_conflict: the Idempotency-Key was used for another request.',
  '422': 'version_unsupported or profile_malformed: no version can be negotiated with the profile of the platform.',
}

const forms = {
  Error: analyticsErrorBody,
  StorefrontError: storefrontErrorBody,
  UcpError: ucpErrorBody,
  AcpError: acpErrorBody,
}
type Form = keyof typeof forms

/** Errors that a test cannot cause reliably. Their examples come from the functions that create the actual errors. */
const unprovoked: Partial<Record<Status, ReturnType<typeof rateLimited>>> = {
  '429': rateLimited(17),
  '500': internalError(null),
  '503': unavailable(null),
}

export const errorSchemas = {
  Error: jsonSchema(analyticsError, 'output'),
  StorefrontError: jsonSchema(storefrontError, 'output'),
  UcpError: jsonSchema(ucpError, 'output'),
  AcpError: jsonSchema(acpError, 'output'),
}

/**
 * Returns the error responses of all formats as components that operations refer to: Error400, StorefrontError400 and
 * so on.
 */
export function errorResponses(): Record<string, unknown> {
  const pairs = (Object.keys(forms) as Form[]).flatMap((form) =>
    (Object.keys(descriptions) as Status[])
      // Only events and redirects of storefronts can be gone, and only a protocol has a method that a status forbids.
      .filter((status) => form === 'StorefrontError' || status !== '410')
      .filter((status) => form === 'AcpError' || status !== '405')
      // Only the Universal Commerce Protocol fetches a document of the caller.
      .filter((status) => form === 'UcpError' || status !== '424')
      .map((status) => [`${form}${status}`, errorResponse(form, status)] as const),
  )
  return Object.fromEntries(pairs)
}

/** Returns references to the error responses of an operation. */
export function errorReferences(operation: Operation): Record<string, unknown> {
  return references(formOf(operation), statusesOf(operation))
}

/** Returns references to error responses of the Universal Commerce Protocol. */
export const ucpErrorReferences = (statuses: Status[]) => references('UcpError', statuses)

function references(form: Form, statuses: Status[]): Record<string, unknown> {
  return Object.fromEntries(
    statuses.map((status) => {
      // The pages of the documentation show the description of a reference instead of the general one.
      const description = form === 'UcpError' ? ucpDescriptions[status] : undefined
      return [status, { $ref: `#/components/responses/${form}${status}`, ...(description ? { description } : {}) }]
    }),
  )
}

function formOf({ name, headers = {} }: Operation): Form {
  if ('API-Version' in headers) return 'AcpError'
  if ('UCP-Agent' in headers) return 'UcpError'
  return /^(storefront|events|commerce)\./.test(name) ? 'StorefrontError' : 'Error'
}

function statusesOf({
  name,
  method,
  path,
  headers = {},
  inputHeaders = {},
  isIdempotent,
  redirect,
  csv,
}: Operation): Status[] {
  const topic = name.split('.')[0] as string
  const isKeyed = isIdempotent !== undefined || 'Idempotency-Key' in headers || 'idempotency_key' in inputHeaders
  const isUcp = 'UCP-Agent' in headers
  // A well-known document of the host is that of its only storefront.
  const isThingNamed = path.includes('{') || topic === 'connector' || path.startsWith('/.well-known/')
  const mayApply: Partial<Record<Status, boolean>> = {
    '404': isThingNamed,
    '405': 'API-Version' in headers && path.endsWith('/cancel'),
    '406': topic !== 'events' && topic !== 'connector' && csv === undefined,
    '408': ['post', 'put', 'patch'].includes(method),
    '409': isKeyed || topic === 'analytics' || topic === 'connector' || (topic === 'commerce' && method !== 'get'),
    '410': topic === 'events' || redirect !== undefined,
    '413': ['post', 'put', 'patch'].includes(method),
    '422': isKeyed || isUcp || /^connector\.(propose_change|negotiate_price)$/.test(name),
    '424': isUcp,
  }
  return (Object.keys(descriptions) as Status[]).filter((status) => mayApply[status] ?? true)
}

/** The media type of responses for storefront clients that pin the version (specification, Versioning 2). */
export const pinnedType = 'application/vnd.svc.v1.0+json'

function errorResponse(form: Form, status: Status) {
  const error = unprovoked[status]
  const example = error ? forms[form](error, exampleRequestId) : exampleErrors[form]?.[status]
  const schema = { $ref: `#/components/schemas/${form}` }
  const names = ['429', '503'].includes(status) ? ['X-Request-Id', 'Link', 'Retry-After'] : ['X-Request-Id', 'Link']
  return {
    description: (form === 'UcpError' ? ucpDescriptions[status] : undefined) ?? descriptions[status],
    headers: headerReferences(names),
    content: {
      'application/json': { schema, ...(example ? { example } : {}) },
      ...(form === 'StorefrontError' || form === 'UcpError' ? { [pinnedType]: { schema } } : {}),
    },
  }
}

/** The content of a JSON response of a storefront. */
export const jsonContent = (schema: object) => ({ 'application/json': { schema }, [pinnedType]: { schema } })

export const quotaHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

export function headerReferences(names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/**
 * The 304 response. Only responses to requests without a key have an ETag, because caches must not store the others.
 */
export const unchanged = {
  description: 'Without a key: the response has not changed since the ETag in If-None-Match.',
  headers: headerReferences(['X-Request-Id']),
}
