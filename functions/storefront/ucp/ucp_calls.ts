import { ucpCancelCart } from '../../../shared/operations/storefront/ucp_cancel_cart.ts'
import { ucpCancelCheckout } from '../../../shared/operations/storefront/ucp_cancel_checkout.ts'
import { ucpCart } from '../../../shared/operations/storefront/ucp_cart.ts'
import { ucpCheckout } from '../../../shared/operations/storefront/ucp_checkout.ts'
import { ucpCompleteCheckout } from '../../../shared/operations/storefront/ucp_complete_checkout.ts'
import { ucpCreateCart } from '../../../shared/operations/storefront/ucp_create_cart.ts'
import { ucpCreateCheckout } from '../../../shared/operations/storefront/ucp_create_checkout.ts'
import { ucpLookup } from '../../../shared/operations/storefront/ucp_lookup.ts'
import { ucpProduct } from '../../../shared/operations/storefront/ucp_product.ts'
import { ucpSearch } from '../../../shared/operations/storefront/ucp_search.ts'
import { ucpUpdateCart } from '../../../shared/operations/storefront/ucp_update_cart.ts'
import { ucpUpdateCheckout } from '../../../shared/operations/storefront/ucp_update_checkout.ts'
import { priceNegotiationCalls } from './price_negotiation_calls.ts'
import { getOrder } from './order.ts'
import { cartCapability, catalogLookup, catalogSearch, checkoutCapability } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'

/** The operations of the protocol, in the order of tools. */
export const ucpCalls: readonly UcpCall[] = [
  {
    operation: ucpSearch,
    capability: catalogSearch,
    tool: 'search_catalog',
    title: 'Search the catalog',
    payload: 'catalog',
  },
  {
    operation: ucpLookup,
    capability: catalogLookup,
    tool: 'lookup_catalog',
    title: 'Look up products',
    payload: 'catalog',
  },
  { operation: ucpProduct, capability: catalogLookup, tool: 'get_product', title: 'Get a product', payload: 'catalog' },
  {
    operation: ucpCreateCart,
    capability: cartCapability,
    tool: 'create_cart',
    title: 'Create a cart',
    payload: 'cart',
  },
  { operation: ucpCart, capability: cartCapability, tool: 'get_cart', title: 'Get a cart' },
  {
    operation: ucpUpdateCart,
    capability: cartCapability,
    tool: 'update_cart',
    title: 'Update a cart',
    payload: 'cart',
  },
  { operation: ucpCancelCart, capability: cartCapability, tool: 'cancel_cart', title: 'Cancel a cart', needsKey: true },
  {
    operation: ucpCreateCheckout,
    capability: checkoutCapability,
    tool: 'create_checkout',
    title: 'Create a checkout',
    payload: 'checkout',
  },
  { operation: ucpCheckout, capability: checkoutCapability, tool: 'get_checkout', title: 'Get a checkout' },
  {
    operation: ucpUpdateCheckout,
    capability: checkoutCapability,
    tool: 'update_checkout',
    title: 'Update a checkout',
    payload: 'checkout',
  },
  {
    operation: ucpCompleteCheckout,
    capability: checkoutCapability,
    tool: 'complete_checkout',
    title: 'Complete a checkout',
    payload: 'checkout',
    needsKey: true,
  },
  {
    operation: ucpCancelCheckout,
    capability: checkoutCapability,
    tool: 'cancel_checkout',
    title: 'Cancel a checkout',
    needsKey: true,
  },
  getOrder,
  ...priceNegotiationCalls,
]
