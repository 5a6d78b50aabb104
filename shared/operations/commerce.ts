import type { Operation } from '../operation.ts'
import { acceptCounterOffer } from './commerce/accept_counter_offer.ts'
import { agents } from './commerce/agents.ts'
import { cancelTransaction } from './commerce/cancel_transaction.ts'
import { closeDispute } from './commerce/close_dispute.ts'
import { confirmTransaction } from './commerce/confirm_transaction.ts'
import { createHold } from './commerce/create_hold.ts'
import { createTransaction } from './commerce/create_transaction.ts'
import { dispute } from './commerce/dispute.ts'
import { disputes } from './commerce/disputes.ts'
import { openDispute } from './commerce/open_dispute.ts'
import { endExclusiveOffer } from './commerce/end_exclusive_offer.ts'
import { exclusiveOffers } from './commerce/exclusive_offers.ts'
import { giveFeedback } from './commerce/give_feedback.ts'
import { hold } from './commerce/hold.ts'
import { holds } from './commerce/holds.ts'
import { makeCounterOffer } from './commerce/make_counter_offer.ts'
import { negotiation } from './commerce/negotiation.ts'
import { negotiations } from './commerce/negotiations.ts'
import { openHandoff } from './commerce/open_handoff.ts'
import { openNegotiation } from './commerce/open_negotiation.ts'
import { pricingPolicies } from './commerce/pricing_policies.ts'
import { publishExclusiveOffer } from './commerce/publish_exclusive_offer.ts'
import { rejectCounterOffer } from './commerce/reject_counter_offer.ts'
import { releaseHold } from './commerce/release_hold.ts'
import { reportTransaction } from './commerce/report_transaction.ts'
import { respondToNegotiation } from './commerce/respond_to_negotiation.ts'
import { revokeFeedback } from './commerce/revoke_feedback.ts'
import { setPricingPolicy } from './commerce/set_pricing_policy.ts'
import { addDisputeStatement } from './commerce/add_dispute_statement.ts'
import { simulateNegotiation } from './commerce/simulate_negotiation.ts'
import { transaction } from './commerce/transaction.ts'
import { transactions } from './commerce/transactions.ts'
import { withdrawNegotiation } from './commerce/withdraw_negotiation.ts'

/**
 * All operations of commerce, below /api/storefront/{brand_id} like those of the storefront. None of them moves money.
 */
export const commerceOperations: readonly Operation[] = [
  openNegotiation, //       POST /negotiations
  negotiations, //          GET  /negotiations
  negotiation, //           GET  /negotiations/{negotiation_id}
  makeCounterOffer, //      POST /negotiations/{negotiation_id}/offers
  acceptCounterOffer, //    POST /negotiations/{negotiation_id}/accept
  rejectCounterOffer, //    POST /negotiations/{negotiation_id}/reject
  withdrawNegotiation, //   POST /negotiations/{negotiation_id}/withdraw
  respondToNegotiation, //  POST /negotiations/{negotiation_id}/respond
  createHold, //            POST /holds
  holds, //                 GET  /holds
  hold, //                  GET  /holds/{hold_id}
  releaseHold, //           DELETE /holds/{hold_id}
  createTransaction, //     POST /transactions
  transactions, //          GET  /transactions
  transaction, //           GET  /transactions/{transaction_id}
  reportTransaction, //     POST /transactions/{transaction_id}/report
  cancelTransaction, //     POST /transactions/{transaction_id}/cancel
  confirmTransaction, //    POST /transactions/{transaction_id}/confirmation-window/confirm
  openDispute, //           POST /transactions/{transaction_id}/confirmation-window/dispute
  openHandoff, //           GET  /handoff/{token}
  disputes, //              GET  /disputes
  dispute, //               GET  /disputes/{dispute_id}
  addDisputeStatement, //   POST /disputes/{dispute_id}/statements
  closeDispute, //          POST /disputes/{dispute_id}/close
  exclusiveOffers, //       GET  /offers
  publishExclusiveOffer, // POST /offers
  endExclusiveOffer, //     DELETE /offers/{offer_id}
  giveFeedback, //          POST /feedback
  revokeFeedback, //        DELETE /feedback/{feedback_id}
  pricingPolicies, //       GET  /pricing-policies
  setPricingPolicy, //      POST /pricing-policies
  simulateNegotiation, //   POST /pricing-policies/simulations
  agents, //                GET  /agents
]
