import { words } from '../list.ts'
import { text } from '../text.ts'

/** Parameters that select ads. The database has the connected platforms and their common names. */
export const adScope = {
  platform: text(1, 200)
    .optional()
    .describe(
      'One or more connected platforms, separated by commas. Common names such as facebook or google_ads are accepted.',
    ),
  campaign_ids: words(100, 500).optional().describe('Comma-separated campaign ids, as returned with `level=campaign`.'),
}
