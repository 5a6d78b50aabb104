import type { Field } from '../../ingest/ads/ad_fields.ts'
import type { Call } from '../call.ts'
import { campaignRemainders, remainders } from '../ads/campaign_remainder.ts'
import type { Grain } from '../ads/fact_fields.ts'
import type { AdsReply, PlatformAccount, Report, Window } from '../platform.ts'
import { SourceError } from '../source_error.ts'
import { readDeleted } from './deleted_objects.ts'
import type { DeletedObject } from './deleted_objects.ts'
import { minorPlacesOf, readEntities } from './entities.ts'
import type { Entities } from './entities.ts'
import { exactMeasures, fieldsOf, measuresOf, readInsightRows } from './insight_rows.ts'
import type { Row } from './insight_rows.ts'
import type { Level } from './insights_query.ts'
import { areComplete, firstKeptDay, parseRuns, restartIfGone, startRuns } from './report_runs.ts'

/**
 * The facts of ads by day or hour. The totals of campaigns and of the account are read too, and what ads do not cover becomes rows of
 * campaigns and of the account, so that no spend is lost with a deleted ad.
 */
export function adsReport(grain: Grain, daysMax: number): Report {
  return {
    name: grain === 'day' ? 'ads_daily' : 'ads_hourly',
    daysMax,
    request: (call, account, window) => startRuns(call, account, grain, window),
    isReady: (call, _, reportId) => areComplete(call, reportId),
    read: async (call, account, window, reportId) => {
      if (reportId !== undefined) return await read(call, account, grain, window, reportId)
      // Meta keeps no day of the window.
      const readFrom = firstKeptDay(new Date())
      return { kind: 'ads', fields: fieldsOf[grain], rows: [], unknownFields: [], readFrom }
    },
  }
}

async function read(
  call: Call,
  account: PlatformAccount,
  grain: Grain,
  { from, to }: Window,
  reportId: string,
): Promise<AdsReply> {
  const { ids, from: readFrom } = parseRuns(reportId)
  const window = { from: readFrom ?? from, to }
  const unknownFields = new Set<string>()
  const request = { grain, account, window, unknownFields }
  const rowsOf = (level: Level) =>
    restartIfGone(readInsightRows(call, { ...request, level, path: `${ids[level]}/insights` }))
  const totals = await rowsOf('account')
  const campaigns = await rowsOf('campaign')
  const ads = await rowsOf('ad')

  const fields = fieldsOf[grain]
  const rest = restsOf(grain, account.currency)
  const idsOf = (rows: readonly Row[], field: Field) => new Set(rows.map((row) => row[fields.indexOf(field)]))
  if (rest.ofAccount(campaigns, totals).length > 0) {
    const known = idsOf(campaigns, 'campaign_id')
    campaigns.push(...(await readDeleted(call, { ...request, level: 'campaign' }, ({ id }) => !known.has(id))))
  }
  const incomplete = idsOf(rest.ofCampaigns(ads, campaigns), 'campaign_id')
  if (incomplete.size > 0) {
    const known = idsOf(ads, 'ad_id')
    const isMissing = (ad: DeletedObject) => incomplete.has(ad.campaign_id) && !known.has(ad.id)
    ads.push(...(await readDeleted(call, { ...request, level: 'ad' }, isMissing)))
  }
  const covered = [...ads, ...rest.ofCampaigns(ads, campaigns)]
  const rows = [...covered, ...rest.ofAccount(covered, totals)]
  if (grain === 'day' && rows.length > 0) complete(rows, fields, await readEntities(call, account))
  return { kind: 'ads', fields, rows, unknownFields: [...unknownFields], ...(readFrom !== undefined && { readFrom }) }
}

/** Returns what campaigns report beyond their ads, and the account beyond the given rows. */
function restsOf(grain: Grain, currency: string) {
  const fields = fieldsOf[grain]
  const unit = minorPlacesOf(currency) === 0 ? '1' : '0.01'
  // Meta estimates some conversions for each level, so that those of ads may exceed those of their campaign.
  const reports = {
    fields,
    measures: measuresOf[grain],
    deciding: grain === 'day' ? ([...exactMeasures, 'conversions', 'revenue'] as const) : exactMeasures,
    checked: exactMeasures,
    rounding: { spend: unit },
  }
  const campaign = fields.indexOf('campaign_id')
  return {
    ofCampaigns: (ads: Row[], campaigns: Row[]) => {
      // Meta may report an ad of a deleted campaign and leave out the campaign. The total of the account covers both.
      const known = new Set(campaigns.map((row) => row[campaign]))
      const knownAds = ads.filter((row) => known.has(row[campaign]))
      return orRestart(() => campaignRemainders({ ...reports, ads: knownAds, campaigns }))
    },
    ofAccount: (rows: Row[], totals: Row[]) =>
      orRestart(() => remainders({ ...reports, children: rows, parents: totals })),
  }
}

/** Runs that contradict each other have different ages, and reading them again changes nothing. */
function orRestart<Result>(compare: () => Result): Result {
  try {
    return compare()
  } catch (thrown) {
    throw thrown instanceof SourceError ? new SourceError(thrown.reason, 'restart', thrown.values) : thrown
  }
}

/** Adds the fields that insights do not have. */
function complete(rows: Row[], fields: readonly Field[], { campaigns, creatives }: Entities): void {
  const indexOf = (field: Field) => fields.indexOf(field)
  for (const row of rows) {
    const campaign = campaigns.get(row[indexOf('campaign_id')] ?? '')
    row[indexOf('status')] = campaign?.status
    row[indexOf('objective')] = campaign?.objective
    row[indexOf('daily_budget')] = campaign?.dailyBudget
    row[indexOf('creative_id')] = creatives.get(row[indexOf('ad_id')] ?? '')
  }
}
