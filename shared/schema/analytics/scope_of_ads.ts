import { words } from '../list.ts'
import { text } from '../text.ts'

const ids = (level: string) =>
  words(100, 500).optional().describe(`Comma-separated ids, as returned with \`${level}\`.`)

/** Parameters that select ads. The database has the connected platforms and their common names. */
export const adScope = {
  platform: text(1, 200)
    .optional()
    .describe(
      'One or more connected platforms, separated by commas. Common names such as facebook or google_ads are accepted.',
    ),
  campaign_ids: words(100, 500).optional().describe('Comma-separated campaign ids, as returned with `level=campaign`.'),
}

/** Parameters that select ads by their ids at every level. */
export const entityScope = {
  ...adScope,
  account_ids: words(100, 500)
    .optional()
    .describe('Comma-separated ids of ad accounts: `account_id` of rows with `level=ad_account`.'),
  adset_ids: ids('level=adset'),
  ad_ids: ids('level=ad'),
}
