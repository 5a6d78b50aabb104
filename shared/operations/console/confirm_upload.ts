import { z } from 'zod'
import { refuseSharedColumns } from '../../ingest/column_names.ts'
import { dateOrders } from '../../ingest/fields/date_order.ts'
import { fileKinds } from '../../ingest/file_kinds.ts'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { uploadRecord } from './uploads.ts'

export const confirmUpload = operation({
  name: 'console.confirm_upload',
  method: 'post',
  path: '/console/brands/{brand_id}/imports/uploads/{upload_id}',
  scope: 'console',
  summary: 'Import an upload',
  description:
    'Confirms an uploaded file, so that the worker imports it. `columns` names the column of each field for a file with an ' +
    'unknown header. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    upload_id: text(1, 100),
    kind: choice(fileKinds),
    columns: z.record(text(1, 50), text(1, 500)).superRefine(refuseSharedColumns).optional(),
    platform: text(1, 50).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR.')
      .optional(),
    dates: choice(dateOrders).optional().describe('The order of day and month in dates such as 03.04.2026.'),
  }),
  output: uploadRecord,
})
