import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { trustRecord } from '../../schema/storefront/trust.ts'

export const trust = operation({
  name: 'storefront.trust',
  method: 'get',
  path: `${storefrontRoot}/trust`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Get the trust score',
  description:
    'Returns a score from 0 to 100 with seven components, computed from signals of the last 365 days. The score is ' +
    'null with fewer than five signals.',
  input: z.object({ brand_id: shopId }),
  output: trustRecord.extend({
    missing_information: z
      .array(z.string())
      .describe('What the shop does not publish about itself, which the component `policies` counts.'),
  }),
})
