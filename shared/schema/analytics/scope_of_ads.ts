import { words } from '../list.ts'
import { text } from '../text.ts'

/** Which ads an answer is about. The database knows what is connected and which names mean it. */
export const adScope = {
  platform: text(1, 200)
    .optional()
    .describe(
      'One or more connected platforms, separated by commas. Common names such as facebook or google_ads are accepted.',
    ),
  campaign_ids: words(100, 500).optional().describe('Comma-separated campaign ids, as returned with `level=campaign`.'),
}
