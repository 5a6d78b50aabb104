import type { Audience } from './audience.ts'

export const storefront = {
  no_such_product: ({ product_id }: { product_id: string }, { operation }: Audience) =>
    `This shop has no product ${product_id}. ${operation('storefront.products')} lists them.`,
  no_such_product_in_catalog: ({ product_id }: { product_id: string }) =>
    `The catalog has no product ${product_id}. Import the products first.`,
  must_name_2_to_5_products: () => 'must contain 2 to 5 different product ids.',
  required_without_filters: () => 'is required without a filter such as `category`.',
  no_feed_for_this_platform: ({ platforms }: { platforms: string[] }) => `must be one of ${platforms.join(', ')}.`,
  no_such_file: ({ platform, files }: { platform: string; files: string[] }) =>
    `must be one of ${files.join(', ')} for ${platform}.`,
  no_configuration_for_this_platform: ({ platforms }: { platforms: string[] }) =>
    `must be one of ${platforms.join(', ')}.`,
}
