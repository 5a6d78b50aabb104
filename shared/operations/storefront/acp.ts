import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpDocument } from '../../schema/storefront/acp_document.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, discovery document. */
export const acp = operation({
  name: 'storefront.acp',
  method: 'get',
  path: `${storefrontRoot}/.well-known/acp.json`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the ACP discovery document',
  description:
    'Returns the discovery document of the Agentic Commerce Protocol: checkout sessions over REST, without extensions and interventions. A merchant can publish it unchanged on its own domain, at /.well-known/acp.json.',
  input: z.object({ brand_id: shopId }),
  output: acpDocument,
})
