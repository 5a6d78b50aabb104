import { integer } from '../number.ts'

/** The windows by which touches count, instead of those of the brand. */
export const windows = {
  click_days: integer(1, 365)
    .optional()
    .describe('Days before an order in which clicks count. Default: the window of the brand.'),
  view_days: integer(0, 365)
    .optional()
    .describe('Days before an order in which views count. Default: the window of the brand.'),
}
