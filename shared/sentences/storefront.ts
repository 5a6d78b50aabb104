import type { Audience } from './audience.ts'

export const storefront = {
  names_no_product_of_this_shop: ({ product_id }: { product_id: string }, { operation }: Audience) =>
    `This shop has no product ${product_id}. ${operation('storefront.products')} lists them.`,
  names_no_product_of_the_catalog: ({ product_id }: { product_id: string }) =>
    `The catalog has no product ${product_id}. Import the products first.`,
  must_contain_2_to_5_products: () => 'must contain 2 to 5 different product ids.',
  is_required_without_filters: () => 'is required without a filter such as `category`.',
  has_too_many_ids: ({ ids_max }: { ids_max: number }) =>
    `must have at most ${ids_max} ids. Send them in several requests.`,
  must_have_at_least_one_item: () => 'must have at least one item.',
  names_an_option_twice: () => 'must name each option once.',
  names_no_checkout_session: () => 'There is no such checkout session.',
  names_no_file_of_this_feed: ({ platform, files }: { platform: string; files: string[] }) =>
    `must be one of ${files.join(', ')} for ${platform}.`,
}
