import { z } from 'zod'
import type { Call } from '../call.ts'
import { fromMinorUnits } from '../decimal.ts'
import type { PlatformAccount } from '../platform.ts'
import { digits } from '../reply_form.ts'
import { readPages } from './graph.ts'
import { isDeletedRefused } from './graph_error.ts'
import { effectiveStatuses } from './insights_query.ts'

export interface CampaignFields {
  status?: string | undefined
  objective?: string | undefined
  /** Decimal text in units of the currency. */
  dailyBudget?: string | undefined
}

/** What insights do not have: fields of campaigns by id, and the creative of each ad. */
export interface Entities {
  campaigns: Map<string, CampaignFields>
  creatives: Map<string, string>
}

const campaign = z.object({
  id: digits,
  effective_status: z.string().optional(),
  objective: z.string().optional(),
  daily_budget: digits.optional(),
})
const ad = z.object({ id: digits, creative: z.object({ id: digits }).optional() })

/** 20,000 ads. Without a creative, an ad is missing in the creatives only. */
const adPagesMax = 40

export async function readEntities(call: Call, account: PlatformAccount): Promise<Entities> {
  const campaigns = await readEdge(call, account, 'campaign', 'id,effective_status,objective,daily_budget', campaign)
  const ads = await readEdge(call, account, 'ad', 'id,creative{id}', ad, adPagesMax)
  return {
    campaigns: new Map(
      campaigns.map(({ id, effective_status, objective, daily_budget }) => [
        id,
        {
          status: effective_status,
          objective,
          dailyBudget: daily_budget && fromMinorUnits(daily_budget, minorPlacesOf(account.currency)),
        },
      ]),
    ),
    creatives: new Map(ads.flatMap(({ id, creative }) => (creative ? [[id, creative.id] as const] : []))),
  }
}

/** Reads campaigns or ads of an account, deleted ones too unless Meta refuses to list them. */
async function readEdge<Row extends z.ZodType>(
  call: Call,
  { id }: PlatformAccount,
  level: 'campaign' | 'ad',
  fields: string,
  row: Row,
  pagesMax = Infinity,
): Promise<z.output<Row>[]> {
  const path = `act_${id}/${level}s`
  try {
    const effective_status = JSON.stringify(effectiveStatuses[level])
    return await readPages(call, path, { fields, effective_status }, row, { pagesMax })
  } catch (thrown) {
    if (!isDeletedRefused(thrown)) throw thrown
    return readPages(call, path, { fields }, row, { pagesMax })
  }
}

/** The currencies whose amounts Meta counts in whole units. They are not those of ISO 4217 (Marketing API, currencies). */
const withoutMinorUnits = new Set(['CLP', 'COP', 'CRC', 'HUF', 'IDR', 'ISK', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'])

/** Returns the decimal places of a budget: all other currencies are counted in hundredths. */
export function minorPlacesOf(currency: string): number {
  return withoutMinorUnits.has(currency) ? 0 : 2
}
