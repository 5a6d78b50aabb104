import { z } from 'zod'
import { operation } from '../../operation.ts'
import { integer } from '../../schema/number.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:MM, such as 22:00.')

export const setQuietHours = operation({
  name: 'console.set_quiet_hours',
  method: 'post',
  path: '/console/brands/{brand_id}/settings/notifications/quiet-hours',
  scope: 'console',
  summary: 'Change quiet hours',
  description:
    'Sets the hours, in the time zone of the brand, in which no mail about alerts and accounts and no digest is sent. They are sent ' +
    'after the hours end. Without times there are none. Requires the role admin.',
  input: z.object({
    brand_id: shopId,
    version: integer(1, 999_999_999).describe('The version that the person saw.'),
    starts_at: time.optional(),
    ends_at: time.optional().describe('On the next day if it is not after the start.'),
    days: z
      .array(integer(1, 7))
      .min(1, 'must have at least one day. Leave both times empty to have no quiet hours.')
      .max(7)
      .optional()
      .describe('The weekdays on which the hours begin, from 1 for Monday to 7. Default: all.'),
  }),
  output: z.object({ version: z.int() }),
})
