import type { ErrorCode } from '../../shared/errors/api_error.ts'

export interface ErrorDescription {
  /** What the code means, in one sentence. */
  meaning: string
  causes: readonly string[]
  /** What the caller does next. */
  fix: string
  /** The message of the example. */
  message: string
  /** Further fields of the storefront error body, beside the message. */
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  /** Whether the example has the error format of the storefront API instead of the analytics API. */
  isOfStorefronts?: boolean
}

const wait = 'Wait as long as `Retry-After` says, then send the same request again.'

/** A description for every code of the closed list. */
export const errorDescriptions: Readonly<Record<ErrorCode, ErrorDescription>> = {
  invalid_request: {
    meaning: 'The request is malformed, or one of its inputs is not valid.',
    causes: [
      'A required parameter or member is missing.',
      'A value has the wrong type, is outside its bounds, or is not one of the valid values.',
      'A name is unknown. Unknown parameters are refused, because the response would ignore them.',
      'Two inputs contradict each other, for example `date_to` before `date_from`.',
    ],
    fix: 'Read the message. It names the input and says what it takes. Correct it and send the request again; the same request fails again.',
    message: '`date_to` must not be before `date_from`.',
  },
  unauthorized: {
    meaning:
      'The credential is missing, malformed, unknown, expired or revoked. The response is the same for all of these.',
    causes: [
      'The header `Authorization: Bearer ...` is missing.',
      'The key is of another kind: analytics takes `svc_sk_` keys, the connector and webhooks `sk_` keys, the storefront `sk_` and `pk_` keys, the stream `svc_ak_` keys.',
      'The key is incomplete, or it is a key of another installation.',
      'The key has expired or was revoked in the console or with `vitrine keys revoke`.',
      'The access token has expired.',
    ],
    fix: 'Send a valid key. For an access token, use the refresh token, or connect the app again.',
    message:
      'Send a valid API key as "Authorization: Bearer <API_KEY>". Check that the key is complete, of a kind that this API takes, of this installation, and neither expired nor revoked.',
  },
  forbidden: {
    meaning: 'The credential is valid, but it does not allow this request.',
    causes: [
      'The key is for another brand.',
      'The key does not have the scope of the operation.',
      'The key reaches no brand.',
      'Another credential began the negotiation, hold or order.',
    ],
    fix: 'Use a credential with the brand and the scope. `GET /v1/brands` lists the brands that a key reaches.',
    message: '`brand_id` must be a brand of this key.',
  },
  not_found: {
    meaning: 'There is no such address, or no such object within the reach of the credential.',
    causes: [
      'An id in the address is wrong, or the object was deleted.',
      'The object belongs to another account or agent. Whether it exists is not disclosed.',
      'The path is wrong.',
    ],
    fix: 'Take ids from the responses of list operations. The reference has all paths.',
    message: 'No webhook endpoint has this id. GET /api/webhooks lists the endpoints.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    causes: ['A request with POST to an operation that takes GET only, or the reverse.'],
    fix: 'Use a method of the header `Allow`.',
    message: 'This path does not support the method. Use GET.',
  },
  not_acceptable: {
    meaning: 'The operation does not return the format or the version that `Accept` names.',
    causes: [
      '`Accept` pins a version of the storefront API that does not exist, or that was removed.',
      '`Accept` allows only `text/csv`, and the operation has no CSV.',
    ],
    fix: 'Send `Accept: application/json`. The reference lists the formats of each operation. `application/vnd.svc.v1.0+json` pins a storefront version.',
    message: 'Accept: version 9.0 is not supported. Send application/vnd.svc.v1.0+json or application/json.',
    isOfStorefronts: true,
  },
  request_timeout: {
    meaning: 'The body of the request did not arrive in time.',
    causes: ['The connection of the client is slow, or the client stopped sending.'],
    fix: 'Send the request again, with its body in one piece.',
    message: 'The body took longer than 10 s. Send the request again.',
  },
  data_not_ready: {
    meaning: 'The data for this request has never been ingested or computed. It is not the same as an empty result.',
    causes: [
      'No report, order or journey was imported for the brand.',
      'Hours were requested, but the reports have days only.',
      'A forecast needs more days, or has not been computed yet.',
    ],
    fix: 'Import the data that the message names, or wait for the job that it names. Do not treat it as zero.',
    message: 'No ad data has been ingested for this brand yet. Connect an ad account or import a report.',
  },
  invalid_transition: {
    meaning: 'The current status of the object does not allow the action.',
    causes: [
      'The negotiation, order, hold or dispute is over.',
      'It is the turn of the other party.',
      'Another request changed the status before.',
    ],
    fix: 'Read `allowed` in the response: it lists the actions that are possible now. Read the object again and choose one.',
    message: 'The action counter is not allowed for a negotiation with the status accepted. Allowed actions: none.',
    details: { from: 'accepted', action: 'counter', allowed: [] },
    isOfStorefronts: true,
  },
  version_conflict: {
    meaning: 'The object has changed since the version that the request expects.',
    causes: ['Another request changed the object after you read it.', 'A form of the console was sent twice.'],
    fix: 'Read the object again. Decide with its new content, and send the new version.',
    message: 'The current version is 4. Read the object again, then send that version.',
    details: { version: 4 },
    isOfStorefronts: true,
  },
  hold_exists: {
    meaning: 'The agent already has a price hold for this product.',
    causes: ['A hold of the same agent for the same product has not ended.'],
    fix: 'Use the hold that `hold_id` names, or release it first.',
    message: 'You already have a price hold for this product. Use that hold, or release it first.',
    details: { hold_id: 'hld_1' },
    isOfStorefronts: true,
  },
  out_of_stock: {
    meaning: 'The shop cannot deliver the requested quantity.',
    causes: ['The product is out of stock or no longer in the catalog.', 'The shop has fewer than the quantity.'],
    fix: 'Read `availability` in the response. Order fewer, or another product.',
    message: '6 of "lamp" were requested and the shop has 5. Order 5 or fewer.',
    details: {
      product_id: 'lamp',
      bundle_id: null,
      availability: { status: 'in_stock', quantity_available: 5, is_orderable: false },
    },
    isOfStorefronts: true,
  },
  no_confirmation_window: {
    meaning: 'The order has no open window in which the buyer can confirm or dispute it.',
    causes: ['The order did not ask for a window.', 'The order has not been delivered yet.'],
    fix: 'Wait for the delivery. Ask for a window when you create the order.',
    message: 'No confirmation window is open. It opens after delivery if the order requested one.',
    isOfStorefronts: true,
  },
  confirmation_window_closed: {
    meaning: 'The window in which the buyer can confirm or dispute the order is closed.',
    causes: [
      'The window has expired.',
      'The order was confirmed before.',
      'Another dispute about the order exists: `dispute_id`, with `dispute_status`.',
    ],
    fix: 'Read the order for its status. If a dispute exists, add a statement to it. Contact the shop for anything else.',
    message: 'The confirmation window is already expired.',
    isOfStorefronts: true,
  },
  idempotency_in_flight: {
    meaning: 'A request with the same idempotency key is being processed.',
    causes: ['The request was retried before its first response.'],
    fix: wait,
    message: 'Idempotency-Key header is in use by a request in progress. Retry in a second.',
    retryAfterSeconds: 1,
    isOfStorefronts: true,
  },
  gone: {
    meaning: 'The resource existed and is no longer available.',
    causes: [
      'The event after which a stream should continue is older than the retention period.',
      'The order behind a handoff link is over.',
    ],
    fix: 'Continue the stream with the event that the message names, and read the skipped data by the API. Create a new order for a new link.',
    message: '`last_event_id` is older than the retention period of events. No later event is left.',
    isOfStorefronts: true,
  },
  payload_too_large: {
    meaning: 'The body of the request is larger than the limit.',
    causes: ['The body is larger than 64 KB.'],
    fix: 'Send a smaller body, in several requests where necessary.',
    message: 'The body is larger than 64 KB. Send a smaller one.',
  },
  idempotency_conflict: {
    meaning: 'The idempotency key was used for another request.',
    causes: ['A client reuses one key for different requests.', 'The body of a retry differs from the first one.'],
    fix: 'Retry with exactly the first body, or send a new key with a new request.',
    message: 'Idempotency-Key header was used for another request. Send the same request with it, or a new key.',
    isOfStorefronts: true,
  },
  rate_limited: {
    meaning: 'The limit of requests is reached.',
    causes: [
      'The key has used the requests of this minute; `X-RateLimit-Limit` shows how many its plan has.',
      'An address sent too many requests without a key, or with unknown keys.',
      'A key holds too many streams open.',
      'A key sent more concurrent requests than could be served in time.',
    ],
    fix: wait,
    message: 'The rate limit of this minute is reached. Retry in 17 s.',
    retryAfterSeconds: 17,
  },
  internal_error: {
    meaning: 'The server failed in a way that nothing in the request explains.',
    causes: ['A defect of the server. It is in the log, under the id of the request.'],
    fix: 'Send the request again. If it fails again, send `request_id` to the operator.',
    message: 'An internal error occurred. Try again. If the error persists, report the request id.',
  },
  service_unavailable: {
    meaning: 'The service cannot respond for now. The request had no effect.',
    causes: [
      'The database or the counter of requests is not reachable.',
      'The request took longer than its time limit. Ask for a shorter range or a coarser level.',
    ],
    fix: wait,
    message: 'The service is temporarily unavailable. Try again in a few seconds.',
    retryAfterSeconds: 5,
  },
}
