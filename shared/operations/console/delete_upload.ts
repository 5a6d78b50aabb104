import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const deleteUpload = operation({
  name: 'console.delete_upload',
  method: 'post',
  path: '/console/brands/{brand_id}/imports/uploads/{upload_id}/delete',
  scope: 'console',
  summary: 'Delete an upload',
  description: 'Deletes an uploaded file that was not confirmed. Requires the role admin.',
  input: z.object({ brand_id: shopId, upload_id: text(1, 100) }),
  output: z.object({ id: z.string() }),
})
