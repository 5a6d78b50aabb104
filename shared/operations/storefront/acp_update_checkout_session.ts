import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpChange, acpLineItems, acpRoot, acpSessionId } from '../../schema/storefront/acp_session.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, update a checkout session. */
export const acpUpdateCheckoutSession = operation({
  ...acpChange,
  name: 'storefront.acp_update_checkout_session',
  path: `${acpRoot}/checkout_sessions/{checkout_session_id}`,
  summary: 'Update an ACP checkout session',
  description:
    'Replaces the items of a checkout session, if the request has some. A canceled or expired session is not changed (409).',
  input: z.object({ brand_id: shopId, checkout_session_id: acpSessionId, line_items: acpLineItems.optional() }),
})
