import { words } from './list.ts'
import { text } from './text.ts'

/** Which ads an answer is about. The database knows what is connected and which names mean it. */
export const adScope = {
  platform: text(1, 200)
    .optional()
    .describe(
      'A connected platform, or several with commas between. Common names such as facebook or google_ads are understood.',
    ),
  campaign_ids: words(100, 500)
    .optional()
    .describe('Comma-separated campaign ids, as the rows of level=campaign have them.'),
}
