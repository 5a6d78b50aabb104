import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import type { AppContext } from '../app_context.ts'
import { readResults, request } from '../page_context.ts'
import type { CampaignTargets } from './target_rows.ts'

const campaignsOfCall = 500

/**
 * Reads all campaigns of a month, one call for each 500. Each call continues after the last campaign, so that one that is imported
 * meanwhile neither hides nor repeats another.
 */
export async function readCampaigns(
  app: AppContext,
  context: Context<AppEnv>,
  month: string | undefined,
): Promise<CampaignTargets> {
  const readAfter = async (after: string | undefined) => {
    const input = { month, after, limit: campaignsOfCall }
    const [{ body, error }] = await readResults(app, context, [request(campaignTargets, input)])
    if (error) throw error
    return body
  }
  let read = await readAfter(undefined)
  const { ...all } = read
  while (read.data.length === campaignsOfCall) {
    read = await readAfter(read.data.at(-1)?.campaign)
    all.data = [...all.data, ...read.data]
  }
  return all
}
