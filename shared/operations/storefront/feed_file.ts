import { z } from 'zod'
import { operation } from '../../operation.ts'
import { writeFeedFile } from '../../storefront/write_feed_file.ts'
import { integer } from '../../schema/number.ts'
import { platformName, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const feedFile = operation({
  name: 'storefront.feed_file',
  method: 'get',
  path: `${storefrontRoot}/platforms/{platform}/{file}`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'tracking',
  summary: 'Download a feed file',
  description:
    'Returns the catalog as TSV, CSV, XML or JSON Lines in the format of the platform, with 5,000 products per page. ' +
    'Values are the same in each format. Do not open a file in a spreadsheet: cells may begin with a formula character.',
  input: z.object({
    brand_id: shopId,
    platform: platformName,
    file: text(1, 40).describe('`feed.tsv`, `feed.xml`, `feed.csv` or `feed.jsonl`.'),
    page: integer(1, 1_000_000).default(1),
  }),
  output: z.object({
    file: z.string(),
    title: z.string().nullable(),
    link: z.string(),
    description: z.string().nullable(),
    rows: z.array(z.record(z.string(), z.unknown())),
    columns: z.array(z.string()).nullish(),
  }),
  contentTypes: ['text/tab-separated-values', 'text/csv', 'application/rss+xml', 'application/jsonl'],
  render: (answer) => writeFeedFile(answer as Parameters<typeof writeFeedFile>[0]),
})
