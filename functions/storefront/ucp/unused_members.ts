import { ApiError } from '../../../shared/errors/api_error.ts'
import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import { countRequest } from './request.ts'
import type { UcpRequest } from './request.ts'
import { sessionUse } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'

type Row = Record<string, unknown>

/**
 * Refuses a change whose body has the id of another session. An id in the body is deprecated, and the one of the path or of the
 * arguments is used (Update Checkout).
 */
export async function requireSameId(called: UcpCall, request: UcpRequest, body: unknown, id: unknown): Promise<void> {
  if (!sessionUse(called).isChange || id === undefined || !isRecord(body)) return
  if (body.id === undefined || body.id === id) return
  // No operation follows, which would count the request.
  await countRequest(request)
  const message = '`id` in the body is not the id of the request. Leave it out of the body.'
  throw new ApiError('invalid_request', message, { fields: [{ path: 'id', message }] })
}

const claimsMax = 20
const claimLengthMax = 100

/** Returns the response to a change of a session with a message for each part of the request that is neither used nor stored. */
export function withNotices(answer: Row, called: UcpCall, request: unknown): Row {
  if (!sessionUse(called).isChange || !isRecord(request) || !Array.isArray(answer.messages)) return answer
  const notices = [...eligibilityNotices(request), ...lineIdNotices(request), ...memberNotices(request)]
  return notices.length === 0 ? answer : { ...answer, messages: [...(answer.messages as Row[]), ...notices] }
}

/** No claim about the buyer is recognized (Universal Commerce Protocol, Checkout, Eligibility). */
function eligibilityNotices({ context }: Row): Row[] {
  const claims = isRecord(context) && Array.isArray(context.eligibility) ? (context.eligibility as unknown[]) : []
  return claims.slice(0, claimsMax).map((claim, place) => ({
    type: 'warning',
    code: 'eligibility_not_accepted',
    path: `$.context.eligibility[${place}]`,
    content: `The claim is not recognized${typeof claim === 'string' ? `: ${claim.slice(0, claimLengthMax)}` : '.'}`,
  }))
}

/** The response numbers line items in the order of the request. */
function lineIdNotices({ line_items: lines }: Row): Row[] {
  const place = Array.isArray(lines)
    ? lines.findIndex((line, index) => isRecord(line) && line.id !== undefined && line.id !== `li_${index + 1}`)
    : -1
  if (place < 0) return []
  const content =
    'Ids of line items in the request are not used. The response numbers the line items in the order of the request: li_1, li_2.'
  return [{ type: 'info', code: 'line_item_ids_not_used', path: `$.line_items[${place}].id`, content }]
}

function memberNotices({ payment, buyer }: Row): Row[] {
  return [
    ...(isFilled(payment)
      ? [
          {
            type: 'warning',
            code: 'payment_not_used',
            path: '$.payment',
            content:
              'Payment data is neither used nor stored. Do not send it: the buyer pays in the checkout of the merchant.',
          },
        ]
      : []),
    ...(isFilled(buyer)
      ? [
          {
            type: 'info',
            code: 'buyer_not_used',
            path: '$.buyer',
            content:
              'Data of the buyer is neither used nor stored. The merchant asks the buyer for what an order needs.',
          },
        ]
      : []),
  ]
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0
}
