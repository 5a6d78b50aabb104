import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

/** Universal Commerce Protocol 2026-04-08, business profile. */
export const ucp = operation({
  name: 'storefront.ucp',
  method: 'get',
  path: `${storefrontRoot}/.well-known/ucp`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the UCP profile',
  description:
    'Returns the profile of the Universal Commerce Protocol: catalog search and lookup over REST, without a payment ' +
    'handler.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    ucp: z.object({
      version: z.string(),
      services: z.record(
        z.string(),
        z.array(z.object({ version: z.string(), transport: z.string(), endpoint: z.string(), schema: z.string() })),
      ),
      capabilities: z.record(
        z.string(),
        z.array(z.object({ version: z.string(), spec: z.string(), schema: z.string() })),
      ),
      payment_handlers: z.record(z.string(), z.unknown()),
    }),
    keys: z.array(z.record(z.string(), z.unknown())),
  }),
  complete: (answer, { quotes }) => ({ ...answer, keys: quotes?.publicKeys ?? [] }),
})
