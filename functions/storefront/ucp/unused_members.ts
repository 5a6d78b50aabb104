import { isRecord } from '../../../shared/http/input/unknown_members.ts'
import { sessionUse } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'

type Row = Record<string, unknown>

const claimsMax = 20
const claimLengthMax = 100

/** Returns the response to a change of a session with a message for each part of the request that is neither used nor stored. */
export function withNotices(answer: Row, called: UcpCall, request: unknown): Row {
  if (!sessionUse(called).isChange || !isRecord(request) || !Array.isArray(answer.messages)) return answer
  const notices = [...eligibilityNotices(request), ...memberNotices(request)]
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
