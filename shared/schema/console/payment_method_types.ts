/** The kinds of payment methods that a shop can state. */
export const paymentMethodTypes = ['card', 'wallet', 'bank_transfer', 'bnpl', 'invoice', 'cash_on_delivery'] as const
