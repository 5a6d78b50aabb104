import { z } from 'zod'
import type { ShopOrder, ShopVisit } from '../../platform.ts'
import { SourceError } from '../../source_error.ts'
import { channelOf } from './channel.ts'
import { gid, idOf } from '../gid.ts'

/** The fields of an order, without the visits of its journey. */
export const orderFields = `
  id createdAt processedAt updatedAt cancelledAt test
  customer { id }
  totalPriceSet { shopMoney { amount currencyCode } }
  totalRefundedSet { shopMoney { amount currencyCode } }
  refunds { createdAt }
`
/** The fields of the journey, without its visits. */
export const journeyFields = 'ready customerOrderIndex'
export const visitFields = '... on CustomerVisit { id occurredAt source utmParameters { source medium campaign } }'

const instant = z.iso.datetime({ offset: true })
const money = z.object({
  shopMoney: z.object({ amount: z.string().regex(/^\d+(\.\d+)?$/), currencyCode: z.string().length(3) }),
})

export const orderShape = {
  id: gid('Order'),
  createdAt: instant,
  processedAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullable(),
  test: z.boolean(),
  customer: z.object({ id: gid('Customer') }).nullable(),
  totalPriceSet: money,
  totalRefundedSet: money,
  refunds: z.array(z.object({ createdAt: instant.nullable() })),
}
export const journeyShape = { ready: z.boolean(), customerOrderIndex: z.string().regex(/^\d+$/).nullable() }
const text = z.string().nullable()
/** A moment that is no visit has none of these fields, a visit has all. */
export const visitShape = {
  id: gid('CustomerVisit').optional(),
  occurredAt: instant.optional(),
  source: text.optional(),
  utmParameters: z.object({ source: text, medium: text, campaign: text }).nullable().optional(),
}

const orderForm = z.object(orderShape)
const journeyForm = z.object(journeyShape)
const visitForm = z.object(visitShape)
export type GivenOrder = z.output<typeof orderForm>
export type GivenJourney = z.output<typeof journeyForm>
export type GivenVisit = z.output<typeof visitForm>

/**
 * Returns an order. Amounts are those of the shop's currency, not of the customer's. The time of the order is `processedAt`, as in the reports
 * of Shopify, because an order of an earlier shop is created when it is imported.
 */
export function toOrder(given: GivenOrder, journey: GivenJourney | null, visits: readonly GivenVisit[]): ShopOrder {
  const refundedAt = given.refunds.flatMap(({ createdAt }) => createdAt ?? []).reduce(later, '')
  return {
    order_id: idOf(given.id),
    updated_at: given.updatedAt,
    ordered_at: given.processedAt,
    revenue: given.totalPriceSet.shopMoney.amount,
    refunded: given.totalRefundedSet.shopMoney.amount,
    currency: given.totalPriceSet.shopMoney.currencyCode,
    ...(given.customer === null ? {} : { customer_id: idOf(given.customer.id) }),
    ...(refundedAt === '' ? {} : { refunded_at: refundedAt }),
    ...(given.cancelledAt === null ? {} : { canceled_at: given.cancelledAt }),
    ...isNew(journey),
    visits: journey?.ready === true ? visits.flatMap(toVisit) : [],
  }
}

/** The first order of a customer has the position 1. Shopify does not document whether it counts from 0, so 0 says nothing. */
function isNew(journey: GivenJourney | null): { is_new_customer?: boolean } {
  const index = journey?.customerOrderIndex ?? '0'
  return index === '0' ? {} : { is_new_customer: index === '1' }
}

function toVisit({ id, occurredAt, source, utmParameters: utm }: GivenVisit): ShopVisit[] {
  const fields = [id, occurredAt, source, utm].filter((field) => field !== undefined)
  if (fields.length === 0) return []
  if (id === undefined || occurredAt === undefined || fields.length < 4) {
    throw new SourceError('reply_has_another_form', 'stop', { field: 'moments' })
  }
  return [
    {
      visit_id: idOf(id),
      occurred_at: occurredAt,
      channel: channelOf(source ?? undefined, utm ?? undefined),
      ...(utm?.campaign ? { campaign: utm.campaign } : {}),
    },
  ]
}

/** Returns the later one of two instants. */
export function later(one: string, other: string): string {
  return one === '' || Date.parse(other) > Date.parse(one) ? other : one
}
