/** Sentences about credentials, scopes, brand access, rate limits and idempotency keys. */
export const credentials = {
  this_key_lacks_the_scope: ({ scope }: { scope: string }) =>
    `This key does not have the scope ${scope}. Use a key with this scope.`,
  this_operation_is_not_offered: () => 'No API offers this operation to this kind of credential.',
  this_key_acts_for_another_platform: () =>
    'This key acts for another platform: the one whose profile its first successful request named. Use a key of its own for each platform, ' +
    'or ask the shop to release this key (`vitrine keys unbind`).',
  is_out_of_reach: () => 'must be a brand of this key.',
  this_key_reaches_no_brand: () =>
    'The account of this key has no brand. Create a brand, or use a key of another account.',
  is_required_with_several_brands: () => 'is required, because this key has access to more than one brand.',
  names_no_storefront: () => 'There is no such storefront.',
  host_has_no_storefront: () => 'This installation has no published storefront.',
  host_has_several_storefronts: ({ path }: { path: string }) =>
    `This installation has several storefronts. Each has its profile at /api/storefront/{brand_id}${path}.`,
  names_a_storefront_out_of_reach: () => 'must be a brand of this key. Use a key of the account that has this brand.',

  is_required_for_each_operation: () =>
    'is required. Send a new value for each operation, and the same value for a retry.',
  is_in_use_by_a_request_in_progress: () => 'is in use by a request in progress. Retry in a second.',
  is_of_another_request: () => 'was used for another request. Send the same request with it, or a new key.',
}
