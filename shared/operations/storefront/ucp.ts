import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpProfile, ucpProfileVersion } from '../../schema/storefront/ucp_profile.ts'

/** Universal Commerce Protocol, business profile. */
export const ucp = operation({
  name: 'storefront.ucp',
  method: 'get',
  path: `${storefrontRoot}/.well-known/ucp`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the UCP profile',
  description:
    'Returns the profile of the Universal Commerce Protocol: catalog, carts, checkout sessions and orders over REST and MCP, without a ' +
    'payment handler, and the negotiation extension of a shop with a pricing policy. A merchant can publish it unchanged on its own domain, at /.well-known/ucp; with `?download=true` a ' +
    'browser saves it as a file.',
  input: z.object({ brand_id: shopId, version: ucpProfileVersion }),
  ...ucpProfile,
})
