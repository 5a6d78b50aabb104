import { z } from 'zod'
import { readJson } from '../call.ts'
import type { Call } from '../call.ts'
import { readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { judgeStatus } from './judge_status.ts'
import { addressOf } from './access/shop_domain.ts'

/** The version of the Admin API. Shopify publishes four a year, and each lives for about a year. */
export const version = '2026-10'

const count = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
const error = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string().optional() }).optional(),
})
const reply = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(error), z.string()]).optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: count,
          throttleStatus: z.object({ currentlyAvailable: count, restoreRate: count }),
        })
        .optional()
        .catch(undefined),
      search: z.array(z.object({ warnings: z.array(z.object({ field: z.string() })).optional() })).optional(),
    })
    .optional(),
})
type Reply = z.output<typeof reply>

/**
 * Sends a query of GraphQL to the shop of a call and returns its data in the form of a schema. Throws SourceError for errors, which Shopify
 * sends with HTTP status 200, for search terms that it ignored, and if it replied with another version than the requested one.
 */
export async function askShop<Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  query: string,
  variables: Record<string, unknown> = {},
  unknownFields = new Set<string>(),
): Promise<z.output<Schema>> {
  const requested = call.settings.version
  const received = await call.send({
    url: `${addressOf(call)}/admin/api/${requested}/graphql.json`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-shopify-access-token': call.accessToken,
    },
    body: JSON.stringify({ query, variables }),
  })
  judgeStatus(received)
  // Shopify answers with its oldest version if the requested one has ended.
  const answered = received.headers.get('x-shopify-api-version')
  if (answered !== null && answered !== requested) {
    throw new SourceError('version_has_ended', 'stop', { requested, answered })
  }
  if (received.headers.has('x-shopify-api-deprecated-reason')) call.versionEnds?.()
  const parsed = readForm(reply, readJson(received))
  refuseErrors(parsed)
  const seconds = secondsUntilPoints(parsed)
  if (seconds > 0) call.slowDown?.(seconds)
  const ignored = parsed.extensions?.search?.flatMap(({ warnings = [] }) => warnings)[0]
  if (ignored !== undefined) throw new SourceError('request_is_refused', 'stop', { field: ignored.field })
  return readForm(schema, parsed.data, unknownFields)
}

function refuseErrors(given: Reply): void {
  const { errors } = given
  if (errors === undefined || errors.length === 0) return
  if (typeof errors === 'string') throw new SourceError('request_is_refused', 'stop')
  const codes = errors.map(({ extensions }) => extensions?.code)
  const code = codes.find((each) => each === 'THROTTLED') ?? codes[0]
  switch (code) {
    case 'THROTTLED':
      throw new SourceError('limit_is_reached', 'retry', {
        code,
        retryAfterSeconds: Math.max(1, secondsUntilPoints(given)),
      })
    case 'ACCESS_DENIED':
      throw new SourceError('permission_is_missing', 'stop', { code })
    case 'SHOP_INACTIVE':
      throw new SourceError('account_is_unavailable', 'stop', { code })
    case 'INTERNAL_SERVER_ERROR':
    case 'TIMEOUT':
      throw new SourceError('platform_is_unavailable', 'retry', { code })
    default:
      throw new SourceError('request_is_refused', 'stop', { code })
  }
}

/** Returns the seconds until the bucket of the app and shop has the points for one more query of this size. */
function secondsUntilPoints({ extensions }: Reply): number {
  const cost = extensions?.cost
  if (cost === undefined) return 0
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return Math.max(0, Math.ceil((cost.requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate)))
}
