import type { Operation } from '../operation.ts'
import { acceptOffer } from './commerce/accept_offer.ts'
import { cancelTransaction } from './commerce/cancel_transaction.ts'
import { closeDispute } from './commerce/close_dispute.ts'
import { confirmWindow } from './commerce/confirm_window.ts'
import { createHold } from './commerce/create_hold.ts'
import { createTransaction } from './commerce/create_transaction.ts'
import { dispute } from './commerce/dispute.ts'
import { disputeWindow } from './commerce/dispute_window.ts'
import { endOffer } from './commerce/end_offer.ts'
import { exclusiveOffers } from './commerce/exclusive_offers.ts'
import { giveFeedback } from './commerce/give_feedback.ts'
import { hold } from './commerce/hold.ts'
import { makeOffer } from './commerce/make_offer.ts'
import { negotiation } from './commerce/negotiation.ts'
import { negotiations } from './commerce/negotiations.ts'
import { openHandoff } from './commerce/open_handoff.ts'
import { openNegotiation } from './commerce/open_negotiation.ts'
import { pricingPolicies } from './commerce/pricing_policies.ts'
import { publishOffer } from './commerce/publish_offer.ts'
import { rejectOffer } from './commerce/reject_offer.ts'
import { releaseHold } from './commerce/release_hold.ts'
import { reportTransaction } from './commerce/report_transaction.ts'
import { respond } from './commerce/respond.ts'
import { revokeFeedback } from './commerce/revoke_feedback.ts'
import { setPricingPolicy } from './commerce/set_pricing_policy.ts'
import { stateDispute } from './commerce/state_dispute.ts'
import { transaction } from './commerce/transaction.ts'
import { transactions } from './commerce/transactions.ts'
import { withdrawNegotiation } from './commerce/withdraw_negotiation.ts'

/** Every operation of commerce, below /api/storefront/{brand_id} like the shop window. None touches funds. */
export const commerceOperations: readonly Operation[] = [
  openNegotiation, //     POST /negotiations
  negotiations, //        GET  /negotiations
  negotiation, //         GET  /negotiations/{negotiation_id}
  makeOffer, //           POST /negotiations/{negotiation_id}/offers
  acceptOffer, //         POST /negotiations/{negotiation_id}/accept
  rejectOffer, //         POST /negotiations/{negotiation_id}/reject
  withdrawNegotiation, // POST /negotiations/{negotiation_id}/withdraw
  respond, //             POST /negotiations/{negotiation_id}/respond
  createHold, //          POST /holds
  hold, //                GET  /holds/{hold_id}
  releaseHold, //         DELETE /holds/{hold_id}
  createTransaction, //   POST /transactions
  transactions, //        GET  /transactions
  transaction, //         GET  /transactions/{transaction_id}
  reportTransaction, //   POST /transactions/{transaction_id}/report
  cancelTransaction, //   POST /transactions/{transaction_id}/cancel
  confirmWindow, //       POST /transactions/{transaction_id}/confirmation-window/confirm
  disputeWindow, //       POST /transactions/{transaction_id}/confirmation-window/dispute
  openHandoff, //         GET  /handoff/{token}
  dispute, //             GET  /disputes/{dispute_id}
  stateDispute, //        POST /disputes/{dispute_id}/statements
  closeDispute, //        POST /disputes/{dispute_id}/close
  exclusiveOffers, //     GET  /offers
  publishOffer, //        POST /offers
  endOffer, //            DELETE /offers/{offer_id}
  giveFeedback, //        POST /feedback
  revokeFeedback, //      DELETE /feedback/{feedback_id}
  pricingPolicies, //     GET  /pricing-policies
  setPricingPolicy, //    POST /pricing-policies
]
