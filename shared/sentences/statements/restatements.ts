/** Why it is not known how much last week changed. */
export const restatementStatements = {
  last_week_was_not_reported: () => 'Nothing was reported for last week.',
  last_week_was_reported_once: () =>
    'Some days of last week were reported only once, so it is not known whether they changed since.',
}
