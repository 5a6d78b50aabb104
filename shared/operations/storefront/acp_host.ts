import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpDocument } from '../../schema/storefront/acp_document.ts'
import { storefrontRoot } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, discovery document at the address where agents look for it first. */
export const acpHost = operation({
  name: 'storefront.acp_host',
  method: 'get',
  path: '/.well-known/acp.json',
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the ACP discovery document of the host',
  description: `Returns the discovery document of the only published storefront of the installation. 404 if it has none or several: each storefront then has its document at ${storefrontRoot}/.well-known/acp.json.`,
  input: z.object({}),
  output: acpDocument,
})
