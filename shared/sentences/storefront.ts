import type { Audience } from './audience.ts'

export const storefront = {
  no_such_product: ({ product_id }: { product_id: string }, { operation }: Audience) =>
    `this shop has no product ${product_id}. ${operation('storefront.products')} lists them.`,
  no_such_product_in_catalog: ({ product_id }: { product_id: string }) =>
    `the catalog has no product ${product_id}. Import the products first.`,
  must_name_2_to_5_products: () => 'must name 2 to 5 different products, with commas between them.',
  required_without_filters: () => 'required where no filter is given. Send it, or a filter such as category.',
  no_feed_for_this_platform: ({ platforms }: { platforms: string[] }) =>
    `there is no feed for it. There is one for ${platforms.join(', ')}.`,
  no_such_file: ({ platform, files }: { platform: string; files: string[] }) =>
    `${platform} takes ${files.join(', ')}.`,
  no_configuration_for_this_platform: ({ platforms }: { platforms: string[] }) =>
    `there is no configuration for it. There is one for ${platforms.join(', ')}.`,
}
