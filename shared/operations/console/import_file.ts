import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { importRecord, pageNumber } from './imports.ts'

export const importFile = operation({
  name: 'console.import_file',
  method: 'get',
  path: '/console/brands/{brand_id}/imports/{import_id}',
  scope: 'console',
  summary: 'Get an import',
  description: 'Returns an imported file with its rejected rows: line number and reason.',
  input: z.object({
    brand_id: shopId,
    import_id: text(1, 100),
    page: pageNumber,
    after_line: integer(0, 999_999_999).optional().describe('Returns the rejected rows after this line of the file.'),
    limit: integer(1, 5000).default(100).describe('Rejected rows in the response.'),
  }),
  output: importRecord.extend({
    is_exact: z.boolean().describe('Whether it can be undone, unless a later report has the same days.'),
    is_undoing: z.boolean(),
    undo_refused: z.string().nullable().describe('Why it was not undone.'),
    rejections: z.array(z.object({ line: z.int(), reason: z.string() })),
    page: z.int(),
    pages: z.int(),
  }),
})
