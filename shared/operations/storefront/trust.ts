import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/product_card.ts'
import { trustRecord } from '../../schema/trust.ts'

export const trust = operation({
  name: 'storefront.trust',
  method: 'get',
  path: `${storefrontRoot}/trust`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'How far a shop is to be trusted',
  description:
    'A score of 0 to 100 of seven components, computed from recorded signals of the last 365 days; null below five of them.',
  input: z.object({ brand_id: shopId }),
  output: trustRecord,
})
