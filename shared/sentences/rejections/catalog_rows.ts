import type { Audience } from '../audience.ts'

interface Cell {
  column: string
  text: string
}

/** Why a product or review of a file is not imported. The column precedes the predicate. */
export const catalogRowRejections = {
  row_is_wider_or_narrower: ({ cells, header_cells }: { cells: number; header_cells: number }, { number }: Audience) =>
    `the row has ${number(cells)} cells and the header ${number(header_cells)}. Quote values that hold the delimiter or a line end.`,
  element_is_too_large: ({ kind }: { kind: 'product' | 'review' }) =>
    `the element is too large for a ${kind}. Shorten its texts.`,
  cell_is_missing: ({ column }: { column: string }) => `${column}: is required.`,
  id_is_repeated: ({ id, first_line }: { id: string; first_line: number }, { number }: Audience) =>
    `id: "${id}" is a duplicate of line ${number(first_line)}. Use unique ids.`,
  integer_is_inexact: ({ text }: { text: string }) => `${text}: too large for a number. Write it in quotes.`,
  field_is_not_a_number: ({ column, text }: Cell) => `${column}: "${text}" is not a number. Correct it.`,
  quantity_is_not_whole: ({ text }: { text: string }) => `quantity: "${text}" is not a whole number.`,

  price_is_unreadable: ({ column, text }: Cell) => `${column}: "${text}" is not a price. Write it as 12.50 EUR.`,
  price_is_negative: ({ column }: { column: string }) => `${column}: must not be negative.`,
  price_has_two_currencies: ({ column, text }: Cell) =>
    `${column}: "${text}" has two currencies. Write it as 12.50 EUR.`,
  price_has_no_currency: ({ column, text }: Cell) =>
    `${column}: "${text}" has no ISO 4217 currency. Write the code after the amount, as in 12.50 EUR.`,
  price_is_not_a_number: ({ column, text }: Cell) => `${column}: "${text}" is not a number. Write it as 1234.50.`,
  price_currency_is_unknown: ({ currency }: { currency: string }) =>
    `price: ${currency} is not an ISO 4217 code such as EUR.`,
  price_has_another_currency: (given: { column: string; currency: string; price_currency: string }) =>
    `${given.column}: is in ${given.currency} and the price in ${given.price_currency}. Use one currency.`,
  sale_price_is_above_price: () => 'sale_price: is above the price. Correct one of them.',
  sale_period_is_unreadable: ({ text }: { text: string }) =>
    `sale_price_effective_date: "${text}" is not a period. Write it as 2026-11-20T00:00+0100/2026-11-30T23:59+0100.`,

  product_rows_are_apart: ({ handle, first_line }: { handle: string; first_line: number }, { number }: Audience) =>
    `the rows of "${handle}" began on line ${number(first_line)}. Sort the file so that they are consecutive.`,
  product_is_not_active: ({ status }: { status: string }) => `status: the product is ${status}, so it is not imported.`,
  product_is_not_published: () => 'published: false, so the product is not imported.',
  product_is_not_eligible: () => 'is_eligible_search: false, so the product is not imported.',
  product_breaks_acp_schema: ({ field, message }: { field: string; message: string }) =>
    `${field}: ${message} See ACP's schema.feed.json.`,
  variant_is_no_object: () => 'variant_dict: is not a JSON object. Write it as {"color": "Black"}.',

  review_is_spam: () => 'is_spam: true, so the review is not imported.',
  review_names_no_product: () => 'product_ids: has no <sku>, <gtin> or <mpn>. Add one.',
  rating_is_out_of_scale: ({ text }: { text: string }) => `ratings: "${text}" is not between min and max. Correct it.`,
}
