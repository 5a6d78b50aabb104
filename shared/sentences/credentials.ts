import type { Audience } from './audience.ts'

/** Sentences about credentials, scopes, brand access, rate limits and idempotency keys. */
export const credentials = {
  scope_is_missing: ({ scope }: { scope: string }) =>
    `This key does not have the scope ${scope}. Use a key with this scope.`,
  operation_is_not_offered: () => 'No API offers this operation to this kind of credential.',
  brand_is_out_of_reach: (_: object, { operation }: Audience) =>
    `must be a brand of this key. ${operation('analytics.brands')} lists them.`,
  key_reaches_no_brand: () => 'The account of this key has no brand. Create a brand, or use a key of another account.',
  required_with_several_brands: (_: object, { operation }: Audience) =>
    `is required, because this key has access to more than one brand. ${operation('analytics.brands')} lists them.`,
  no_such_storefront: () => 'There is no such storefront.',
  storefront_is_out_of_reach: () => 'must be a brand of this key. Send the request without a key to read public data.',

  idempotency_key_is_required: () =>
    'is required. Send a new value for each operation, and the same value for a retry.',
  request_is_in_progress: () => 'is in use by a request in progress. Retry in a second.',
  idempotency_key_is_of_another_request: () =>
    'was used for another request. Send the same request with it, or a new key.',
}
