/** A sentence for each limitation of a reply of a platform (`limitations` of GET /v1/sources). */
export const limitationSentences: Readonly<Record<string, string>> = {
  data_loss_from_other_row: 'Google Analytics combined rare sources into (other).',
  days_no_longer_kept: 'The platform no longer has the oldest days. What was stored of them before stays.',
  hour_skipped: 'The platform reported numbers at an hour that the clock skipped. Days include them, and hours do not.',
  newest_days_lack_rates:
    'The newest days have no exchange rate yet. They are stored as soon as their rates are known.',
  older_orders_are_invisible:
    'Shopify gives only the orders of the last 60 days, because the scope read_all_orders is missing. Earlier orders are not known.',
  products_rejected: 'Some products have no valid form for a catalog and are left out.',
  sampled: 'The platform estimates the numbers from a sample.',
  subject_to_thresholding: 'Google Analytics leaves out sources with few people.',
}

/** Returns what a limitation means. */
export function sentenceOfLimitation(limitation: string): string {
  return limitationSentences[limitation] ?? `The platform states: ${limitation.replaceAll('_', ' ')}.`
}
