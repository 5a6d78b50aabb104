import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const undoImport = operation({
  name: 'console.undo_import',
  method: 'post',
  path: '/console/brands/{brand_id}/imports/{import_id}/undo',
  scope: 'console',
  summary: 'Undo an import',
  description:
    'Restores the numbers of an uploaded report of ads to what they were before. Requires the role admin. The response is 409 ' +
    'if a later report has the same days and platforms.',
  input: z.object({ brand_id: shopId, import_id: text(1, 100) }),
  output: z.object({ id: z.string() }),
})
