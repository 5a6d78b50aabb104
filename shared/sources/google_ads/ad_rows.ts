import { z } from 'zod'
import type { Call } from '../call.ts'
import { fromMinorUnits } from '../decimal.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { PlatformAccount, Window } from '../platform.ts'
import { decimalText, digits } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { search } from './search.ts'

/** What an ad or a campaign did in a day or an hour of the account. Values are texts. */
export interface Fact {
  /** The day, and the hour of hourly facts. */
  time: string[]
  campaignId: string
  /** Id and name of the ad group and of the ad. Undefined for facts of a campaign, and for the names of responsive ads. */
  ad: (string | undefined)[]
  /** In the order of `measures`. */
  measures: string[]
}

export const measures = ['spend', 'impressions', 'clicks', 'conversions', 'revenue'] as const

/** A campaign as it is now: name, status, channel type and daily budget. */
export type Campaign = (string | undefined)[]

interface Reading {
  call: Call
  account: PlatformAccount
  window: Window
  grain: Grain
  unknownFields: Set<string>
}

const resourceName = z.string().optional()
const commonForms = {
  metrics: z.object({
    costMicros: digits,
    impressions: digits,
    clicks: digits,
    conversions: decimalText,
    conversionsValue: decimalText,
  }),
  segments: z.object({
    date: z.string(),
    hour: z
      .string()
      .regex(/^(1?\d|2[0-3])$/)
      .optional(),
  }),
}
const adForm = z.object({
  ...commonForms,
  campaign: z.object({ resourceName, id: digits }),
  adGroup: z.object({ resourceName, id: digits, name: z.string() }),
  adGroupAd: z.object({ resourceName, ad: z.object({ resourceName, id: digits, name: z.string().optional() }) }),
})
const campaignForm = z.object({
  ...commonForms,
  campaign: z.object({
    resourceName,
    id: digits,
    name: z.string(),
    status: z.string(),
    advertisingChannelType: z.string(),
  }),
  campaignBudget: z
    .object({
      resourceName,
      amountMicros: digits.optional(),
      explicitlyShared: z.boolean().optional(),
      period: z.string().optional(),
    })
    .optional(),
})

const metrics =
  'metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value'

/** Reads the facts of ads, by the key of ad and time. Removed ads are in the report. */
export async function readAdFacts(reading: Reading): Promise<Map<string, Fact>> {
  const columns = 'campaign.id, ad_group.id, ad_group.name, ad_group_ad.ad.id, ad_group_ad.ad.name'
  const facts = new Map<string, Fact>()
  for await (const row of rowsOf(reading, columns, 'ad_group_ad', adForm)) {
    const { id, name } = row.adGroupAd.ad
    add(facts, reading, row, [row.adGroup.id, row.adGroup.name, id, name])
  }
  return facts
}

/** Reads the facts of campaigns, by the key of campaign and time, and the campaigns. */
export async function readCampaignFacts(
  reading: Reading,
): Promise<{ facts: Map<string, Fact>; campaigns: Map<string, Campaign> }> {
  const columns = `campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type,
    campaign_budget.amount_micros, campaign_budget.explicitly_shared, campaign_budget.period`
  const facts = new Map<string, Fact>()
  const campaigns = new Map<string, Campaign>()
  for await (const row of rowsOf(reading, columns, 'campaign', campaignForm)) {
    add(facts, reading, row, [undefined, undefined, undefined, undefined])
    const { id, name, status, advertisingChannelType } = row.campaign
    campaigns.set(id, [name, status, advertisingChannelType, dailyBudgetOf(row)])
  }
  return { facts, campaigns }
}

/** A shared budget is not that of one campaign, and the budget of a custom period is not that of a day. */
function dailyBudgetOf({ campaignBudget = {} }: z.output<typeof campaignForm>): string | undefined {
  const { amountMicros, explicitlyShared = false, period = 'DAILY' } = campaignBudget
  if (amountMicros === undefined || explicitlyShared || period !== 'DAILY') return undefined
  return fromMinorUnits(amountMicros, 6)
}

function rowsOf<T extends z.ZodType>(
  { call, account, window, grain, unknownFields }: Reading,
  columns: string,
  resource: string,
  form: T,
) {
  const time = grain === 'day' ? 'segments.date' : 'segments.date, segments.hour'
  const query = `SELECT ${columns}, ${time}, ${metrics} FROM ${resource} WHERE segments.date BETWEEN '${window.from}' AND '${window.to}'`
  return search(call, account, query, form, unknownFields)
}

/** Adds a fact. Throws SourceError if its key is repeated or its day is outside the window. */
function add(
  facts: Map<string, Fact>,
  { window, grain }: Reading,
  row: z.output<typeof adForm> | z.output<typeof campaignForm>,
  ad: Fact['ad'],
): void {
  const { date, hour } = row.segments
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw anotherForm('results.segments.date')
  if (date < window.from || date > window.to) throw inconsistent('day_outside')
  if (grain === 'hour' && hour === undefined) throw anotherForm('results.segments.hour')
  const time = grain === 'hour' ? [date, hour as string] : [date]
  const campaignId = row.campaign.id
  const key = `${time.join(' ')} ${campaignId} ${ad[0] ?? ''} ${ad[2] ?? ''}`
  if (facts.has(key)) throw inconsistent('row_repeated')
  const { costMicros, impressions, clicks, conversions, conversionsValue } = row.metrics
  const measures = [fromMinorUnits(costMicros, 6), impressions, clicks, conversions, conversionsValue]
  facts.set(key, { time, campaignId, ad, measures })
}

function anotherForm(field: string): SourceError {
  return new SourceError('reply_has_another_form', 'stop', { field })
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
