import { z } from 'zod'
import { operation } from '../../operation.ts'
import { choice } from '../../schema/choice.ts'
import { page, pagination } from '../../schema/commerce/commerce.ts'
import { holdAnswer, holdStatuses } from '../../schema/commerce/price_hold.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const holds = operation({
  name: 'commerce.holds',
  method: 'get',
  path: `${storefrontRoot}/holds`,
  scope: 'write:negotiation',
  summary: 'List price holds',
  description:
    'Returns price holds, newest first. An agent sees its own holds; the shop sees all. The signed `quote_token` of an ' +
    'active hold is in GET /holds/{hold_id}.',
  input: z.object({ brand_id: shopId, status: choice(holdStatuses).optional(), ...page }),
  output: z.object({ holds: z.array(holdAnswer.omit({ quote_token: true })), pagination }),
})
