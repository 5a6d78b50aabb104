import type { Audience } from './audience.ts'

/** Sentences about credentials, scopes, brand access, rate limits and idempotency keys. */
export const credentials = {
  scope_is_missing: ({ scope }: { scope: string }) =>
    `This key does not have the scope ${scope}. Use a key with this scope.`,
  brand_is_out_of_reach: (_: object, { operation }: Audience) =>
    `this key is not scoped to that brand. ${operation('analytics.brands')} lists those it can reach.`,
  key_reaches_no_brand: () => 'this key reaches no brand yet. Create one, or use a key of an account that has one.',
  required_with_several_brands: (_: object, { operation }: Audience) =>
    `required, because this key can reach more than one brand. ${operation('analytics.brands')} lists them.`,
  no_such_storefront: () => 'there is no such storefront.',
  storefront_is_out_of_reach: () =>
    'this key is not scoped to that brand. Send the request without a key to read what is public.',
  quota_is_used_up: ({ reset_in_seconds }: { reset_in_seconds: number }) =>
    `The quota of this minute is used up. Retry in ${reset_in_seconds} s.`,
  count_must_be_positive: () => 'A request that is counted outside the database is at least the first of its minute.',
  not_a_replica: () => 'A read that a primary has admitted must run on its replica.',

  idempotency_key_is_required: () =>
    'required. Send a new one with each new request, and the same one when you retry a request.',
  request_is_in_progress: () => 'a request with it is in progress. Retry in a second.',
  idempotency_key_is_of_another_request: () =>
    'it was sent with another request before. Send the same request with it, or a new key.',
}
