import { z } from 'zod'
import { contract } from '../../operation.ts'
import { certification } from '../../schema/storefront/certification.ts'
import { toolMeta } from '../../schema/connector.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { networkTrust, trustRecord } from '../../schema/storefront/trust.ts'

export const trustSignals = contract({
  name: 'connector.trust_signals',
  scope: 'read:commerce',
  isPublicInConnector: true,
  input: z.object({ brand_id: shopId }),
  output: z.object({
    brand_id: z.string(),
    trust: trustRecord.omit({ brand_id: true, certification: true }),
    network_trust: networkTrust,
    certification,
    meta: toolMeta.extend({ status: z.enum(['live', 'stale']).describe('stale: not calculated for three days.') }),
  }),
})
