import type { Audience } from './audience.ts'

/** Sentences about the event stream and webhooks. */
export const events = {
  brand_is_out_of_scope: () => 'an event must be of a brand in scope.',
  not_a_stream_type: ({ type, types }: { type: string; types: string[] }) =>
    `there is no ${type} on the stream. Valid types: ${types.join(', ')}.`,
  not_an_event_id: () => 'is not the id of an event. Send the id of the last event that you received.',
  event_is_too_old: ({ oldest }: { oldest: string | null }) =>
    'is older than events are kept. ' +
    (oldest === null ? 'No later event is left.' : `The oldest event that is left is ${oldest}.`),
  no_such_event: () => 'this brand has no such event. Send the id of the last event that you received.',

  no_such_event_type: ({ type }: { type: string }, { operation }: Audience) =>
    `there is no ${type}. ${operation('webhooks.event_types')} lists the types; * means all of them.`,
  too_many_endpoints: ({ endpoints_max }: { endpoints_max: number }) =>
    `there are ${endpoints_max} endpoints already. Delete one first.`,
  not_a_delivery_cursor: () => 'is not a delivery of this endpoint. Send next_cursor of the previous page.',
  no_such_endpoint: (_: object, { operation }: Audience) =>
    `there is no such endpoint. ${operation('webhooks.endpoints')} lists those that this key reaches.`,
  no_such_delivery: (_: object, { operation }: Audience) =>
    `this endpoint has no such delivery. ${operation('webhooks.deliveries')} lists those of the last 30 days.`,
  too_many_secrets: ({ until }: { until: string }) =>
    `four secrets sign for this endpoint already. Wait until ${until}, or send end_previous: true to end them all now.`,
  endpoint_is_disabled: (_: object, { operation }: Audience) =>
    `the endpoint is disabled. Set its status to active first (${operation('webhooks.update_endpoint')}).`,
}
