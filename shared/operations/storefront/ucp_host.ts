import { z } from 'zod'
import { operation } from '../../operation.ts'
import { storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpProfile, ucpProfileVersion } from '../../schema/storefront/ucp_profile.ts'

/** The same profile at the address where platforms look for it first (Universal Commerce Protocol, Discovery). */
export const ucpHost = operation({
  name: 'storefront.ucp_host',
  method: 'get',
  path: '/.well-known/ucp',
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the UCP profile of the host',
  description:
    'Returns the profile of the only published storefront of the installation. 404 if it has none or several: each ' +
    `storefront then has its profile at ${storefrontRoot}/.well-known/ucp.`,
  input: z.object({ version: ucpProfileVersion }),
  ...ucpProfile,
})
