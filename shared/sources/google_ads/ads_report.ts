import type { Field } from '../../ingest/ads/ad_fields.ts'
import type { Call } from '../call.ts'
import { campaignRemainders } from '../ads/campaign_remainder.ts'
import { rounded } from '../decimal.ts'
import { factFields } from '../ads/fact_fields.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { AdsReply, PlatformAccount, Report, Window } from '../platform.ts'
import { SourceError } from '../source_error.ts'
import { measures, readAdFacts, readCampaignFacts } from './ad_rows.ts'
import type { Campaign, Fact } from './ad_rows.ts'

type Row = (string | undefined)[]

/** Conversions and their value are floating-point numbers. Facts have six decimal places. */
const rounding = { conversions: '0.000001', revenue: '0.000001' }

const fieldsOf: Record<Grain, readonly Field[]> = {
  day: factFields('day', measures, ['creative_id']),
  hour: factFields('hour', measures, ['creative_id']),
}

/** A window is read by two queries, however many days it has. The hourly one is shorter, because a reply is held in memory. */
export const adsDaily: Report = {
  name: 'ads_daily',
  daysMax: 31,
  read: (call, account, window) => readAds(call, account, window, 'day'),
}
export const adsHourly: Report = {
  name: 'ads_hourly',
  daysMax: 3,
  read: (call, account, window) => readAds(call, account, window, 'hour'),
}

/**
 * Returns the facts of ads, and as facts of campaigns what they have beyond their ads: everything of a Performance Max campaign,
 * which has no ads. Campaigns are read after ads. Numbers that grow between both would look like a remainder, so the ads are
 * read again if a campaign that can have ads has one.
 */
async function readAds(call: Call, account: PlatformAccount, window: Window, grain: Grain): Promise<AdsReply> {
  const unknownFields = new Set<string>()
  const reading = { call, account, window, grain, unknownFields }
  const fields = fieldsOf[grain]
  const ads = await readAdFacts(reading)
  const { facts, campaigns } = await readCampaignFacts(reading)
  const rowOf = (fact: Fact) => rowFrom(fact, campaigns)
  const adRows = [...ads.values()].map(rowOf)
  const campaignRows = [...facts.values()].map(rowOf)
  const remainders = campaignRemainders({ fields, ads: adRows, campaigns: campaignRows, measures, rounding })
    .map((row) => withSixPlaces(row, fields))
    .filter((row) => measures.some((measure) => /[1-9]/.test(row[fields.indexOf(measure)] ?? '')))
  const objective = fields.indexOf('objective')
  const canHaveAds = remainders.some((row) => row[objective] !== 'PERFORMANCE_MAX')
  if (canHaveAds && !areEqual(ads, await readAdFacts(reading))) {
    throw new SourceError('reply_is_inconsistent', 'retry', { problem: 'changed_between_queries' })
  }
  const rows = [...adRows.map((row) => withSixPlaces(row, fields)), ...remainders]
  return { kind: 'ads', fields, rows, unknownFields: [...unknownFields] }
}

function rowFrom({ time, campaignId, ad, measures: values }: Fact, campaigns: Map<string, Campaign>): Row {
  const campaign = campaigns.get(campaignId)
  if (campaign === undefined) {
    throw new SourceError('reply_is_inconsistent', 'retry', { problem: 'ad_without_campaign' })
  }
  return [...time, campaignId, ...campaign, ...ad, ...values]
}

function withSixPlaces(row: Row, fields: readonly Field[]): Row {
  for (const field of ['conversions', 'revenue'] as const) {
    const index = fields.indexOf(field)
    row[index] = rounded(row[index] ?? '0', 6)
  }
  return row
}

function areEqual(one: Map<string, Fact>, other: Map<string, Fact>): boolean {
  const isSame = ([key, { measures: values }]: [string, Fact]) =>
    values.every((value, index) => value === other.get(key)?.measures[index])
  return one.size === other.size && [...one].every(isSame)
}
