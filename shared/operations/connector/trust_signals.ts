import { z } from 'zod'
import { operation } from '../../operation.ts'
import { certification } from '../../schema/certification.ts'
import { toolMeta, toolRoot } from '../../schema/connector.ts'
import { shopId } from '../../schema/product_card.ts'
import { networkTrust, trustRecord } from '../../schema/trust.ts'

export const trustSignals = operation({
  name: 'connector.trust_signals',
  method: 'post',
  path: `${toolRoot}/get_trust_signals`,
  scope: 'read:commerce',
  summary: 'Get trust signals',
  description:
    'Returns the trust score of a shop with its seven components, the trust score by assistant, and the certificate. ' +
    'Vitrine computes them from its own records. Scores are 0 to 100, and null with too few signals. certification ' +
    'is null without a certificate.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    brand_id: z.string(),
    trust: trustRecord.omit({ brand_id: true, certification: true }),
    network_trust: networkTrust,
    certification,
    meta: toolMeta.extend({ status: z.enum(['live', 'stale']).describe('stale: not calculated for three days.') }),
  }),
})
