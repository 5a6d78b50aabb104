import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpChange, acpRoot, acpSessionId } from '../../schema/storefront/acp_session.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, cancel a checkout session. */
export const acpCancelCheckoutSession = operation({
  ...acpChange,
  name: 'storefront.acp_cancel_checkout_session',
  path: `${acpRoot}/checkout_sessions/{checkout_session_id}/cancel`,
  summary: 'Cancel an ACP checkout session',
  description:
    'Cancels a checkout session. Its `continue_url` is invalid afterwards. A session that is canceled or expired is 405.',
  input: z.object({ brand_id: shopId, checkout_session_id: acpSessionId }),
})
