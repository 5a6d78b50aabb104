import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer, number } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { monthText } from '../analytics/targets.ts'

export const setTarget = operation({
  name: 'console.set_target',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/targets',
  scope: 'console',
  summary: 'Set the targets of a brand',
  description:
    'Sets the ROAS and CPA target and the budget of a whole brand in a month. A value that is not given is removed. ' +
    'Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    month: monthText,
    version: integer(0, 999_999_999).describe('The version that the person saw. 0: no target.'),
    roas: number(0.01, 1000).optional(),
    cpa: number(0.01, 1_000_000_000).optional(),
    budget: number(0.01, 100_000_000_000).optional(),
  }),
  output: z.object({ version: z.int() }),
})
