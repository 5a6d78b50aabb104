import { z } from 'zod'
import { operation } from '../../operation.ts'
import { targetCampaignsMax } from '../../schema/console/target_campaigns.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { monthText } from '../analytics/targets.ts'
import { setTarget } from './set_target.ts'

const { version, roas, cpa, budget } = setTarget.input.shape

export const setTargets = operation({
  name: 'console.set_targets',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/targets/campaigns',
  scope: 'console',
  summary: 'Set the targets of several campaigns',
  description:
    'Sets the ROAS and CPA targets and the budgets of campaigns in a month, all or none. A value that is not given is removed. ' +
    'A version that another person changed since refuses all rows and is named. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    month: monthText,
    targets: z
      .array(
        z.object({
          campaign: text(1, 600).describe('Platform, account id and campaign id.'),
          version,
          roas,
          cpa,
          budget,
        }),
      )
      .min(1)
      .max(targetCampaignsMax),
  }),
  output: z.object({ saved: z.int().describe('Campaigns whose targets were set.') }),
})
