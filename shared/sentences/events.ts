import type { Audience } from './audience.ts'

/** Sentences about the event stream and webhooks. */
export const events = {
  brand_is_out_of_scope: () => 'must be a brand in scope.',
  not_a_stream_type: ({ type, types }: { type: string; types: string[] }) =>
    `must contain types of the stream, not ${type}. Valid types: ${types.join(', ')}.`,
  not_an_event_id: () => 'is not an event id. Send the id of the last event that you received.',
  event_is_too_old: ({ oldest }: { oldest: string | null }) =>
    'is older than the retention period of events. ' +
    (oldest === null ? 'No later event is left.' : `The oldest event that is left is ${oldest}.`),
  no_such_event: () => 'This brand has no such event. Send the id of the last event that you received.',

  no_such_event_type: ({ type }: { type: string }, { operation }: Audience) =>
    `must contain event types, not ${type}. ${operation('webhooks.event_types')} lists the types; * means all of them.`,
  is_not_a_url: () => 'must be a complete URL, such as https://example.com/hooks.',
  url_is_too_long: () => 'must have at most 2000 characters.',
  url_is_not_https: () => 'must begin with https://.',
  url_has_another_port: ({ port }: { port: string }) => `must have the port 443 or 8443, not ${port}.`,
  url_has_a_user: () => 'must not contain a user name or password.',
  url_is_not_public: () => 'must have a host name that resolves to public addresses only.',
  too_many_endpoints: ({ endpoints_max }: { endpoints_max: number }) =>
    `The maximum of ${endpoints_max} endpoints is reached. Delete one first.`,
  not_a_delivery_cursor: () => 'is not a delivery of this endpoint. Send next_cursor of the previous page.',
  no_such_endpoint: (_: object, { operation }: Audience) =>
    `There is no such endpoint. ${operation('webhooks.endpoints')} lists the endpoints.`,
  no_such_delivery: (_: object, { operation }: Audience) =>
    `This endpoint has no such delivery. ${operation('webhooks.deliveries')} lists its deliveries of the last 30 days.`,
  too_many_secrets: ({ until }: { until: string }, { field, instant }: Audience) =>
    `This endpoint has the maximum of four secrets. Wait until ${instant(until)}, or end them all now with ${field('end_previous')}.`,
  endpoint_is_disabled: (_: object, { operation }: Audience) =>
    `The endpoint is disabled. Set its status to active first (${operation('webhooks.update_endpoint')}).`,
}
