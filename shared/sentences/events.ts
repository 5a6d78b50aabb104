import type { Audience } from './audience.ts'

/** Sentences about the event stream and webhooks. */
export const events = {
  is_out_of_scope: () => 'must be a brand in scope.',
  contains_a_type_that_is_not_streamed: ({ unknown, known }: { unknown: string; known: string[] }) =>
    `must contain types of the stream, not ${unknown}. Valid types: ${known.join(', ')}.`,
  is_not_an_event_id: () => 'is not an event id. Send the id of the last event that you received.',
  is_too_old: ({ oldest }: { oldest: string | null }) =>
    'is older than the retention period of events. ' +
    (oldest === null ? 'No later event is left.' : `The oldest event that is left is ${oldest}.`),
  names_no_event_of_this_brand: () => 'This brand has no such event. Send the id of the last event that you received.',

  contains_an_unknown_event_type: ({ unknown }: { unknown: string }, { operation }: Audience) =>
    `must contain event types, not ${unknown}. ${operation('webhooks.event_types')} lists the types; * means all of them.`,
  is_not_a_url: () => 'must be a complete URL, such as https://example.com/hooks.',
  is_not_https: () => 'must begin with https://.',
  has_another_port: ({ port }: { port: string }) => `must have the port 443 or 8443, not ${port}.`,
  contains_a_user: () => 'must not contain a user name or password.',
  is_not_public: () => 'must have a host name that exists in public DNS and resolves to public addresses only.',
  this_account_has_too_many_endpoints: ({ endpoints_max }: { endpoints_max: number }) =>
    `The maximum of ${endpoints_max} endpoints is reached. Delete one first.`,
  is_not_a_delivery_of_this_endpoint: () =>
    'is not a delivery of this endpoint. Send next_cursor of the previous page.',
  names_no_endpoint: (_: object, { operation }: Audience) =>
    `No webhook endpoint has this id. ${operation('webhooks.endpoints')} lists the endpoints.`,
  names_no_delivery_of_this_endpoint: (_: object, { operation }: Audience) =>
    `This endpoint has no such delivery. ${operation('webhooks.deliveries')} lists its deliveries of the last 30 days.`,
  this_endpoint_has_too_many_secrets: ({ until }: { until: string }, { field, instant }: Audience) =>
    `This endpoint has the maximum of four secrets. Wait until ${instant(until)}, or end them all now with ${field('end_previous')}.`,
  this_endpoint_is_disabled: (_: object, { operation }: Audience) =>
    `The endpoint is disabled. Set its status to active first (${operation('webhooks.update_endpoint')}).`,
}
