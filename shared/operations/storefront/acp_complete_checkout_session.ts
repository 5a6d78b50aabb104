import { z } from 'zod'
import { operation } from '../../operation.ts'
import { acpChange, acpRoot, acpSessionId } from '../../schema/storefront/acp_session.ts'
import { shopId } from '../../schema/storefront/product_card.ts'

/** Agentic Commerce Protocol, complete a checkout session. */
export const acpCompleteCheckoutSession = operation({
  ...acpChange,
  name: 'storefront.acp_complete_checkout_session',
  path: `${acpRoot}/checkout_sessions/{checkout_session_id}/complete`,
  summary: 'Complete an ACP checkout session',
  description:
    'Always returns 409 with the code `unsupported`, because no payment takes place here. The message and the header `Link` (`rel="payment"`) have the address where the buyer orders and pays. Payment data is neither used nor stored.',
  input: z.object({ brand_id: shopId, checkout_session_id: acpSessionId }),
})
