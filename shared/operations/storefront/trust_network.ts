import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { networkTrust } from '../../schema/storefront/trust.ts'

export const trustNetwork = operation({
  name: 'storefront.trust_network',
  method: 'get',
  path: `${storefrontRoot}/trust/network`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Get network trust',
  description:
    'Returns the trust of a shop at each of the nine supported assistants. Without signals from an assistant, its ' +
    'score is null and only the baseline is given. Vitrine computes all values from its own records.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ network_trust: networkTrust }),
})
