import type { Operation } from '../operation.ts'
import { acp } from './storefront/acp.ts'
import { acpCancelCheckoutSession } from './storefront/acp_cancel_checkout_session.ts'
import { acpCheckoutSession } from './storefront/acp_checkout_session.ts'
import { acpCompleteCheckoutSession } from './storefront/acp_complete_checkout_session.ts'
import { acpCreateCheckoutSession } from './storefront/acp_create_checkout_session.ts'
import { acpHost } from './storefront/acp_host.ts'
import { acpUpdateCheckoutSession } from './storefront/acp_update_checkout_session.ts'
import { bundles } from './storefront/bundles.ts'
import { certification } from './storefront/certification.ts'
import { compare } from './storefront/compare.ts'
import { docs } from './storefront/docs.ts'
import { feed } from './storefront/feed.ts'
import { feedFile } from './storefront/feed_file.ts'
import { feedProblems } from './storefront/feed_problems.ts'
import { fulfillment } from './storefront/fulfillment.ts'
import { hiddenProducts } from './storefront/hidden_products.ts'
import { hideProduct } from './storefront/hide_product.ts'
import { manifest } from './storefront/manifest.ts'
import { platformConfig } from './storefront/platform_config.ts'
import { product } from './storefront/product.ts'
import { products } from './storefront/products.ts'
import { queries } from './storefront/queries.ts'
import { query } from './storefront/query.ts'
import { recommend } from './storefront/recommend.ts'
import { restoreProduct } from './storefront/restore_product.ts'
import { reviews } from './storefront/reviews.ts'
import { search } from './storefront/search.ts'
import { trust } from './storefront/trust.ts'
import { trustNetwork } from './storefront/trust_network.ts'
import { ucp } from './storefront/ucp.ts'
import { ucpCancelCart } from './storefront/ucp_cancel_cart.ts'
import { ucpCancelCheckout } from './storefront/ucp_cancel_checkout.ts'
import { ucpCart } from './storefront/ucp_cart.ts'
import { ucpCheckout } from './storefront/ucp_checkout.ts'
import { ucpCompleteCheckout } from './storefront/ucp_complete_checkout.ts'
import { ucpCreateCart } from './storefront/ucp_create_cart.ts'
import { ucpCreateCheckout } from './storefront/ucp_create_checkout.ts'
import { ucpHost } from './storefront/ucp_host.ts'
import { ucpLookup } from './storefront/ucp_lookup.ts'
import { ucpOrder } from './storefront/ucp_order.ts'
import { ucpProduct } from './storefront/ucp_product.ts'
import { ucpSearch } from './storefront/ucp_search.ts'
import { ucpUpdateCart } from './storefront/ucp_update_cart.ts'
import { ucpUpdateCheckout } from './storefront/ucp_update_checkout.ts'

/** All operations of the storefront API, below /api/storefront/{brand_id}. */
export const storefrontOperations: readonly Operation[] = [
  search, //                     GET  /search
  products, //                   GET  /products
  product, //                    GET  /products/{product_id}
  recommend, //                  GET  /recommend
  compare, //                    GET  /compare
  reviews, //                    GET  /reviews/{product_id}
  query, //                      POST /query
  queries, //                    GET  /queries
  docs, //                       GET  /docs
  feed, //                       GET  /platforms/{platform}/feed
  platformConfig, //             GET  /platforms/{platform}/config
  feedFile, //                   GET  /platforms/{platform}/{file}
  feedProblems, //               GET  /feed-problems
  hiddenProducts, //             GET  /hidden-products
  hideProduct, //                POST /hidden-products
  restoreProduct, //             DELETE /hidden-products/{product_id}
  bundles, //                    GET  /bundles
  fulfillment, //                GET  /fulfillment
  trust, //                      GET  /trust
  trustNetwork, //               GET  /trust/network
  certification, //              GET  /certification
  manifest, //                   GET  /.well-known/osp.json
  ucp, //                        GET  /.well-known/ucp
  ucpHost, //                    GET  {base_url}/.well-known/ucp
  ucpSearch, //                  POST /catalog/search
  ucpLookup, //                  POST /catalog/lookup
  ucpProduct, //                 POST /catalog/product
  ucpCreateCart, //              POST /carts
  ucpCart, //                    GET  /carts/{cart_id}
  ucpUpdateCart, //              PUT  /carts/{cart_id}
  ucpCancelCart, //              POST /carts/{cart_id}/cancel
  ucpCreateCheckout, //          POST /checkout-sessions
  ucpCheckout, //                GET  /checkout-sessions/{checkout_id}
  ucpUpdateCheckout, //          PUT  /checkout-sessions/{checkout_id}
  ucpCompleteCheckout, //        POST /checkout-sessions/{checkout_id}/complete
  ucpCancelCheckout, //          POST /checkout-sessions/{checkout_id}/cancel
  ucpOrder, //                   GET  /orders/{transaction_id}
  acp, //                        GET  /.well-known/acp.json
  acpHost, //                    GET  {base_url}/.well-known/acp.json
  acpCreateCheckoutSession, //   POST /acp/checkout_sessions
  acpCheckoutSession, //         GET  /acp/checkout_sessions/{checkout_session_id}
  acpUpdateCheckoutSession, //   POST /acp/checkout_sessions/{checkout_session_id}
  acpCompleteCheckoutSession, // POST /acp/checkout_sessions/{checkout_session_id}/complete
  acpCancelCheckoutSession, //   POST /acp/checkout_sessions/{checkout_session_id}/cancel
]
