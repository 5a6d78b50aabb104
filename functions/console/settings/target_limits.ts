import { targetCampaignsMax } from '../../../shared/schema/console/target_campaigns.ts'
import { count } from '../parts/format.ts'
import { measures, packRows } from './target_rows.ts'
import type { CampaignTargets, EnteredRow } from './target_rows.ts'

// A request has at most 64 KB, with the other fields of the form.
const changesBytesMax = 60_000

/** Returns why the changes of a preview cannot be saved with one form and one call, with what to do. Undefined if they can be. */
export function excessOf(entered: readonly EnteredRow[], listed: CampaignTargets): string | undefined {
  if (entered.length > targetCampaignsMax) {
    return `${count(entered.length)} campaigns would change, and at most ${targetCampaignsMax} can be saved at once. Upload them in several CSV files.`
  }
  const changes = new URLSearchParams({ changes: packRows(entered).replaceAll('\n', '\r\n') })
  if (changes.toString().length > changesBytesMax) {
    return `The changes of ${count(entered.length)} campaigns are too large to be saved at once, because the ids are long. Upload them in several CSV files.`
  }
  const held = new Set<string>()
  for (const { campaign, month } of listed.data)
    if (measures.some((measure) => month[measure] !== null)) held.add(campaign)
  const heldBefore = held.size
  const known = new Set(listed.data.map(({ campaign }) => campaign))
  for (const row of entered) {
    if (!known.has(row.campaign)) continue
    if (measures.some((measure) => row[measure] !== '')) held.add(row.campaign)
    else held.delete(row.campaign)
  }
  return held.size > targetCampaignsMax && held.size > heldBefore
    ? `The month would have targets of ${count(held.size)} campaigns, and the maximum is ${targetCampaignsMax}. Remove targets of other campaigns first.`
    : undefined
}
