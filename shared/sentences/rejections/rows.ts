import { decimalAdvice, rateAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'

/** Why a row of a file is not imported. The column precedes the predicate. */
export const rowRejections = {
  line_is_no_object: () => 'the line is not a JSON object. Write one object per line.',
  order_is_a_test: () => 'the order was paid through the test gateway of the shop, so it is left out.',
  customer_is_missing: () => 'customer_id: empty, and device_id too. Give one of them.',
  rate_currency_is_unknown: ({ currency }: { currency: string }) => `${currency} is not an ISO 4217 code. Correct it.`,
  day_is_in_the_future: ({ day: given }: { day: string }, { day }: Audience) =>
    `date: ${day(given)} is in the future. Correct it.`,
  hour_is_skipped: (given: { hour: number; day: string; timezone: string }, { day }: Audience) =>
    `hour: ${given.hour} does not exist on ${day(given.day)} in ${given.timezone}, where the clock was put forward. Correct the hour.`,
  row_is_repeated: ({ first_line }: { first_line: number }, { number }: Audience) =>
    `the row repeats line ${number(first_line)}: it has the same day and the same campaign, ad set or ad. Export the report without a further breakdown, such as device or age.`,
  instant_is_in_the_future: ({ field }: { field: string }) => `${field}: is in the future. Correct it.`,
  row_lacks_exchange_rate: (
    { from_currency, to_currency }: { from_currency: string; to_currency: string },
    { reader }: Audience,
  ) => `currency: no rate from ${from_currency} to ${to_currency} is known for that day. ${rateAdvice[reader]}`,
  refund_exceeds_revenue: () => 'refunded: is more than the revenue of the order. Correct it.',
  refund_precedes_order: () => 'refunded_at: is before the order. Correct it.',
  person_is_erased: () => 'the person was erased after this time. The line is left out.',
  order_is_repeated: () => 'order_id: is on an earlier line too. Keep one line for each order.',
  price_is_ambiguous: ({ column, text }: { column: string; text: string }, { reader }: Audience) =>
    `${column}: "${text}" is ambiguous. ${decimalAdvice[reader]}`,
  currency_is_unknown: ({ currency }: { currency: string }) =>
    `currency: ${currency} is not an ISO 4217 code. Use one such as USD or EUR.`,
  review_is_of_no_product: ({ product_id }: { product_id: string }) =>
    `product_id: the catalog has no product ${product_id}. Import the products first.`,
}
