import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpChange, acpLineItems, acpRoot } from '../../schema/storefront/acp_session.ts'
import { shopId } from '../../schema/storefront/product_card.ts'
import { text } from '../../schema/text.ts'

/** Agentic Commerce Protocol, create a checkout session. */
export const acpCreateCheckoutSession = operation({
  ...acpChange,
  name: 'storefront.acp_create_checkout_session',
  path: `${acpRoot}/checkout_sessions`,
  summary: 'Create an ACP checkout session',
  description:
    'Creates a checkout session of the Agentic Commerce Protocol with at most 50 items. `continue_url` leads the buyer to the checkout of the merchant, where the order is placed and paid. `messages` names the members of the request that are not used. Buyer and payment data are not stored.',
  status: 201,
  input: z.object({
    brand_id: shopId,
    line_items: acpLineItems,
    currency: text(3, 3).describe('ISO 4217. The items must be sold in it.'),
  }),
})
