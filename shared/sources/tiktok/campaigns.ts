import { z } from 'zod'
import type { Call } from '../call.ts'
import type { PlatformAccount } from '../platform.ts'
import { decimalText, digits } from '../reply_form.ts'
import { readPages } from './business_api.ts'

const campaign = z.object({
  campaign_id: digits,
  secondary_status: z.string().optional(),
  objective_type: z.string().optional(),
  budget: decimalText.optional(),
  budget_mode: z.string().optional(),
})

export interface CampaignFields {
  status?: string | undefined
  objective?: string | undefined
  /** Decimal text in units of the currency. */
  dailyBudget?: string | undefined
}

const dailyModes = new Set(['BUDGET_MODE_DAY', 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET'])

/** Returns what the report does not have, by campaign. Deleted campaigns are included. */
export async function readCampaigns(call: Call, { id }: PlatformAccount): Promise<Map<string, CampaignFields>> {
  const parameters = {
    advertiser_id: id,
    fields: JSON.stringify(Object.keys(campaign.shape)),
    filtering: JSON.stringify({ primary_status: 'STATUS_ALL' }),
  }
  const campaigns = await readPages(call, 'campaign/get/', parameters, campaign)
  return new Map(
    campaigns.map(({ campaign_id, secondary_status, objective_type, budget, budget_mode = '' }) => [
      campaign_id,
      {
        status: secondary_status,
        objective: objective_type,
        dailyBudget: dailyModes.has(budget_mode) ? budget : undefined,
      },
    ]),
  )
}
