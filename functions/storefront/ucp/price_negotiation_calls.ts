import { z } from 'zod'
import type { QuoteClaims } from '../../../shared/commerce/quotes.ts'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { Operation, OperationServices } from '../../../shared/operation.ts'
import { acceptCounterOffer } from '../../../shared/operations/commerce/accept_counter_offer.ts'
import { makeCounterOffer } from '../../../shared/operations/commerce/make_counter_offer.ts'
import { negotiation } from '../../../shared/operations/commerce/negotiation.ts'
import { openNegotiation } from '../../../shared/operations/commerce/open_negotiation.ts'
import { rejectCounterOffer } from '../../../shared/operations/commerce/reject_counter_offer.ts'
import { withdrawNegotiation } from '../../../shared/operations/commerce/withdraw_negotiation.ts'
import { storefrontRoot } from '../../../shared/schema/storefront/product_card.ts'
import {
  ucpCounterRequest,
  ucpMoveRequest,
  ucpNegotiation,
  ucpOpenRequest,
} from '../../../shared/schema/storefront/ucp_negotiation.ts'
import { orUcpError } from '../../../shared/schema/storefront/ucp.ts'
import type { UcpCall } from './ucp_call.ts'

type Row = Record<string, unknown>
interface Money {
  amount_minor: number
}
interface Offer {
  terms: { percent?: number; quantity_min?: number }
  unit_price: Money
  valid_until: string
  message: string | null
  [name: string]: unknown
}
interface Outcome {
  price: Money
  quantity: number
  hold_id: string
  transaction_id: string | null
  quote?: QuoteClaims
}

const root = `${storefrontRoot}/ucp/negotiations`

/** The amount of an offer is in minor units of its currency, which only the database knows. */
const minorOffer = ({ amount, ...offer }: Row): Row => ({
  ...offer,
  ...(amount === undefined ? {} : { amount_minor: amount }),
})

/** Returns an operation of commerce with the messages of the negotiation extension. */
function adapted(operation: Operation, path: string, members: z.ZodRawShape, adapt?: Operation['adapt']): Operation {
  const { brand_id, negotiation_id, idempotency_key } = operation.input.shape as z.ZodRawShape
  return {
    ...operation,
    path,
    ignoresUnknown: 'all',
    input: z.object({
      brand_id: brand_id as z.ZodType,
      ...(negotiation_id ? { negotiation_id } : {}),
      ...members,
      ...(idempotency_key ? { idempotency_key } : {}),
    }),
    output: orUcpError(ucpNegotiation),
    complete: toUcp,
    ...(adapt ? { adapt } : {}),
  }
}

const shared = { capability: 'negotiation', failed: negotiationFailure } as const
const keyed = { ...shared, payload: 'negotiation', needsKey: true } as const

/** The operations of the negotiation extension. Each runs the operation of commerce of the same meaning. */
export const priceNegotiationCalls: readonly UcpCall[] = [
  {
    ...keyed,
    operation: adapted(openNegotiation, root, ucpOpenRequest, ({ item, offer }) => ({
      product_id: (item as { id: string }).id,
      offer: minorOffer(offer as Row),
      agent: {},
    })),
    tool: 'open_negotiation',
    title: 'Open a negotiation',
  },
  {
    ...shared,
    operation: adapted(negotiation, `${root}/{negotiation_id}`, {}),
    tool: 'get_negotiation',
    title: 'Get a negotiation',
  },
  {
    ...keyed,
    operation: adapted(makeCounterOffer, `${root}/{negotiation_id}/offers`, ucpCounterRequest, ({ offer }) => ({
      offer: minorOffer(offer as Row),
    })),
    tool: 'counter_negotiation',
    title: 'Make a counter-offer',
  },
  {
    ...keyed,
    operation: adapted(acceptCounterOffer, `${root}/{negotiation_id}/accept`, ucpMoveRequest),
    tool: 'accept_negotiation',
    title: 'Accept a counter-offer',
  },
  {
    ...keyed,
    operation: adapted(rejectCounterOffer, `${root}/{negotiation_id}/reject`, ucpMoveRequest),
    tool: 'reject_negotiation',
    title: 'Reject a counter-offer',
  },
  {
    ...keyed,
    operation: adapted(withdrawNegotiation, `${root}/{negotiation_id}/withdraw`, ucpMoveRequest),
    tool: 'withdraw_negotiation',
    title: 'Withdraw a negotiation',
  },
]

/** Returns a negotiation of commerce as the extension defines it, without nulls. */
function toUcp(answer: Row, { quotes }: OperationServices): Row {
  const { product_id: productId, bundle_id: bundleId, title, outcome, resolution } = answer
  return {
    ucp: {},
    id: answer.id,
    status: answer.status,
    version: answer.version,
    item: { id: productId ?? bundleId, title, price: (answer.list_price as Money).amount_minor },
    quantity: answer.quantity,
    currency: answer.currency,
    round: answer.round,
    rounds_max: answer.rounds_max,
    offers: (answer.offers as Offer[]).map(offerOf),
    ...(outcome ? { agreement: agreementOf(outcome as Outcome, quotes ?? null) } : {}),
    ...(resolution ? { resolution } : {}),
    next_actions: answer.next_actions,
    expires_at: answer.expires_at,
    created_at: answer.created_at,
    updated_at: answer.updated_at,
    messages: [],
  }
}

function offerOf({ terms, unit_price: price, valid_until: until, message, ...offer }: Offer): Row {
  const { id, party, type, quantity, status, created_at: created } = offer
  const { percent, quantity_min: minimum } = terms
  return {
    id,
    party,
    type,
    quantity,
    unit_amount: price.amount_minor,
    ...(percent === undefined ? {} : { percent }),
    ...(minimum === undefined ? {} : { quantity_min: minimum }),
    ...(message === null ? {} : { message }),
    status,
    expires_at: until,
    created_at: created,
  }
}

function agreementOf(
  { price, quantity, hold_id: holdId, transaction_id: order, quote }: Outcome,
  quotes: NonNullable<OperationServices['quotes']> | null,
): Row {
  return {
    unit_amount: price.amount_minor,
    quantity,
    quote_id: holdId,
    ...(quote && quotes
      ? { quote_token: quotes.sign(quote), expires_at: new Date(quote.exp * 1000).toISOString() }
      : {}),
    ...(order === null ? {} : { order_id: order }),
  }
}

/** The codes of business outcomes by the reason of the database. */
const codes: Record<string, string> = {
  is_not_negotiable: 'not_negotiable',
  names_no_product_of_this_shop: 'item_unavailable',
}
const outcomes: readonly string[] = ['not_found', 'invalid_transition', 'version_conflict']

/** Returns the response for what the shop or the state of the negotiation refuses. Null for errors of the request or the transport. */
function negotiationFailure(error: ApiError): Row | null {
  const { code, message, reason, field } = error
  const isOffer = code === 'invalid_request' && reason !== null
  if (!isOffer && !outcomes.includes(code)) return null
  const shown = isOffer ? 'offer_refused' : (codes[reason ?? ''] ?? code)
  const path = field === 'product_id' ? '$.item.id' : isOffer && field ? `$.${field}` : null
  return {
    ucp: { status: 'error' },
    messages: [
      {
        type: 'error',
        code: shown,
        content: message,
        // Another offer, or the present version, can succeed.
        severity: isOffer || code === 'version_conflict' ? 'recoverable' : 'unrecoverable',
        ...(path ? { path } : {}),
      },
    ],
  }
}
