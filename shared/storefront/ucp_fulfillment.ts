import { ucpDrafts } from '../schema/storefront/ucp.ts'
import type { UcpVersion } from '../schema/storefront/ucp.ts'

type Row = Record<string, unknown>

/** A shipping service of SQL. Days are absent where they are not published. */
interface Service {
  id: string
  service: string
  price?: number
  handling_min?: number
  handling_max?: number
  transit_min?: number
  transit_max?: number
}

interface Method {
  destinations: Row[]
  groups: { options: Service[] }[]
}

/** Returns the shipping of a checkout session with titles, descriptions and totals (Fulfillment, Rendering). */
export function wordFulfillment({ methods }: { methods: Method[] }): Row {
  return {
    methods: methods.map((method) => ({
      ...method,
      groups: method.groups.map((group) => ({ ...group, options: group.options.map(optionOf) })),
    })),
  }
}

function optionOf({ id, service, price, ...days }: Service): Row {
  const description = [
    periodOf('Dispatched', days.handling_min, days.handling_max),
    periodOf('In transit for', days.transit_min, days.transit_max),
    price === undefined ? 'The merchant states the cost at its checkout.' : '',
  ].filter((sentence) => sentence !== '')
  return {
    id,
    title: service === '' ? 'Shipping' : service,
    ...(description.length > 0 ? { description: description.join(' ') } : {}),
    totals: price === undefined ? [] : [{ type: 'total', amount: price }],
  }
}

function periodOf(verb: string, min: number | undefined, max: number | undefined): string {
  if (max === undefined) return ''
  const days = min === undefined || min === max ? String(max) : `${min} to ${max}`
  return `${verb}${verb === 'Dispatched' ? ' within' : ''} ${min === undefined ? 'at most ' : ''}${days} ${max === 1 ? 'day' : 'days'}.`
}

/** Returns a response with the shipping in the form of a version: the draft has objects as descriptions and types of destinations. */
export function inVersion(answer: Row, version: UcpVersion): Row {
  const { fulfillment } = answer as {
    fulfillment?: { methods?: (Row & { destinations: Row[]; groups: { options: Row[] }[] })[] }
  }
  // The fulfillment of an order has no methods.
  if (!fulfillment?.methods || !ucpDrafts.includes(version)) return answer
  const methods = fulfillment.methods.map((method) => ({
    ...method,
    destinations: method.destinations.map((destination) => ({ type: 'shipping_address', ...destination })),
    groups: method.groups.map((group) => ({
      ...group,
      options: group.options.map(({ description, ...option }) => ({
        ...option,
        ...(description === undefined ? {} : { description: { plain: description } }),
      })),
    })),
  }))
  return { ...answer, fulfillment: { methods } }
}
