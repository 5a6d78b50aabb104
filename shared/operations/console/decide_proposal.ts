import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const decideProposal = operation({
  name: 'console.decide_proposal',
  method: 'post',
  path: '/console/brands/{brand_id}/proposals/{proposal_id}',
  scope: 'console',
  summary: 'Approve or reject a proposal',
  description:
    'Records a decision and emits `alert.resolved`. Changes nothing on an ad platform. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    proposal_id: text(1, 100),
    decision: choice(['approve', 'reject']),
    note: text(1, 1000).optional(),
  }),
  output: z.object({ id: z.string(), status: z.string() }),
})
