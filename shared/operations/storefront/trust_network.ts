import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { networkTrust } from '../../schema/trust.ts'

export const trustNetwork = operation({
  name: 'storefront.trust_network',
  method: 'get',
  path: `${storefrontRoot}/trust/network`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Trust over the assistants',
  description:
    'One entry per assistant, all nine always listed; where nothing was seen, the score is null and the baseline stands beside it. Computed by this service alone.',
  input: z.object({ brand_id: shopId }),
  output: z.object({ network_trust: networkTrust }),
})
