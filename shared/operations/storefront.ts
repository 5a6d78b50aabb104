import type { Operation } from '../operation.ts'
import { acp } from './storefront/acp.ts'
import { bundles } from './storefront/bundles.ts'
import { cancelCart } from './storefront/cancel_cart.ts'
import { cancelCheckout } from './storefront/cancel_checkout.ts'
import { cancelCheckoutSession } from './storefront/cancel_checkout_session.ts'
import { certification } from './storefront/certification.ts'
import { cart } from './storefront/cart.ts'
import { checkout } from './storefront/checkout.ts'
import { checkoutSession } from './storefront/checkout_session.ts'
import { compare } from './storefront/compare.ts'
import { completeCheckout } from './storefront/complete_checkout.ts'
import { completeCheckoutSession } from './storefront/complete_checkout_session.ts'
import { createCart } from './storefront/create_cart.ts'
import { createCheckout } from './storefront/create_checkout.ts'
import { createCheckoutSession } from './storefront/create_checkout_session.ts'
import { docs } from './storefront/docs.ts'
import { feed } from './storefront/feed.ts'
import { feedFile } from './storefront/feed_file.ts'
import { feedProblems } from './storefront/feed_problems.ts'
import { fulfillment } from './storefront/fulfillment.ts'
import { manifest } from './storefront/manifest.ts'
import { platformConfig } from './storefront/platform_config.ts'
import { product } from './storefront/product.ts'
import { products } from './storefront/products.ts'
import { queries } from './storefront/queries.ts'
import { query } from './storefront/query.ts'
import { recommend } from './storefront/recommend.ts'
import { reviews } from './storefront/reviews.ts'
import { search } from './storefront/search.ts'
import { trust } from './storefront/trust.ts'
import { trustNetwork } from './storefront/trust_network.ts'
import { hostAcp } from './storefront/host_acp.ts'
import { hostUcp } from './storefront/host_ucp.ts'
import { ucp } from './storefront/ucp.ts'
import { ucpLookup } from './storefront/ucp_lookup.ts'
import { ucpProduct } from './storefront/ucp_product.ts'
import { ucpSearch } from './storefront/ucp_search.ts'
import { updateCart } from './storefront/update_cart.ts'
import { updateCheckout } from './storefront/update_checkout.ts'
import { updateCheckoutSession } from './storefront/update_checkout_session.ts'

/** All operations of the storefront API, below /api/storefront/{brand_id}. */
export const storefrontOperations: readonly Operation[] = [
  search, //           GET  /search
  products, //         GET  /products
  product, //          GET  /products/{product_id}
  recommend, //        GET  /recommend
  compare, //          GET  /compare
  reviews, //          GET  /reviews/{product_id}
  query, //            POST /query
  queries, //          GET  /queries
  docs, //             GET  /docs
  feed, //             GET  /platforms/{platform}/feed
  platformConfig, //   GET  /platforms/{platform}/config
  feedFile, //         GET  /platforms/{platform}/{file}
  feedProblems, //     GET  /feed-problems
  bundles, //          GET  /bundles
  fulfillment, //      GET  /fulfillment
  trust, //            GET  /trust
  trustNetwork, //     GET  /trust/network
  certification, //    GET  /certification
  manifest, //         GET  /.well-known/osp.json
  ucp, //              GET  /.well-known/ucp
  hostUcp, //          GET  {base_url}/.well-known/ucp
  ucpSearch, //        POST /catalog/search
  ucpLookup, //        POST /catalog/lookup
  ucpProduct, //       POST /catalog/product
  createCart, //       POST /carts
  cart, //             GET  /carts/{cart_id}
  updateCart, //       PUT  /carts/{cart_id}
  cancelCart, //       POST /carts/{cart_id}/cancel
  createCheckout, //   POST /checkout-sessions
  checkout, //         GET  /checkout-sessions/{checkout_id}
  updateCheckout, //   PUT  /checkout-sessions/{checkout_id}
  completeCheckout, // POST /checkout-sessions/{checkout_id}/complete
  cancelCheckout, //   POST /checkout-sessions/{checkout_id}/cancel
  acp, //              GET  /.well-known/acp.json
  hostAcp, //          GET  {base_url}/.well-known/acp.json
  createCheckoutSession, //   POST /acp/checkout_sessions
  checkoutSession, //         GET  /acp/checkout_sessions/{checkout_session_id}
  updateCheckoutSession, //   POST /acp/checkout_sessions/{checkout_session_id}
  completeCheckoutSession, // POST /acp/checkout_sessions/{checkout_session_id}/complete
  cancelCheckoutSession, //   POST /acp/checkout_sessions/{checkout_session_id}/cancel
]
