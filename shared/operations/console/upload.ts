import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { uploadRecord } from './uploads.ts'

export const upload = operation({
  name: 'console.upload',
  method: 'get',
  path: '/console/brands/{brand_id}/imports/uploads/{upload_id}',
  scope: 'console',
  summary: 'Get an upload',
  description:
    'Returns an uploaded file: its state, how much of it is imported, and its beginning until it is confirmed.',
  input: z.object({ brand_id: shopId, upload_id: text(1, 100) }),
  output: uploadRecord.extend({
    head: z.string().nullable().describe('The first 128 KB in base64. Null after the file was confirmed.'),
  }),
})
