import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

export const startUpload = operation({
  name: 'console.start_upload',
  method: 'post',
  path: '/console/brands/{brand_id}/imports/uploads',
  scope: 'console',
  summary: 'Upload a file',
  description:
    'Uploads a file as multipart/form-data. Nothing is imported before it is confirmed. Requires the role admin.',
  input: z.object({ brand_id: shopId, file_name: text(1, 200) }),
  output: z.object({ id: z.string() }),
})
