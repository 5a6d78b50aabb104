import type { Operation } from '../operation.ts'
import { compare } from './storefront/compare.ts'
import { product } from './storefront/product.ts'
import { products } from './storefront/products.ts'
import { recommend } from './storefront/recommend.ts'
import { reviews } from './storefront/reviews.ts'
import { search } from './storefront/search.ts'

/** Every operation of a shop window, below /api/storefront/{brand_id}. */
export const storefrontOperations: readonly Operation[] = [
  search, //     GET /search
  products, //   GET /products
  product, //    GET /products/{product_id}
  recommend, //  GET /recommend
  compare, //    GET /compare
  reviews, //    GET /reviews/{product_id}
]
