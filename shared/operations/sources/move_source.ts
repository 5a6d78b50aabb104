import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'
import { source } from './sources.ts'

export const moveSource = operation({
  name: 'sources.move_source',
  method: 'post',
  path: '/console/brands/{brand_id}/sources/{source_id}',
  scope: 'console',
  summary: 'Set a source status',
  description:
    'Pauses, resumes or disconnects a source, or reads it now. A disconnected source keeps its data unless ' +
    '`delete_data` is true, also in a later call with `disconnect`. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    source_id: text(1, 100),
    action: choice(['pause', 'resume', 'sync', 'disconnect']),
    delete_data: z.boolean().default(false),
  }),
  output: source,
})
