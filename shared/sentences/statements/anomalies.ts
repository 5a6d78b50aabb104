/** How far the anomalies of a response can be trusted. */
export const anomalyStatements = {
  false_alarms_are_expected: ({ days, tests, expected }: { days: number; tests: number; expected: number }) =>
    `Detection made ${tests} tests of ${days} day${days === 1 ? '' : 's'} of this brand. If all days were ordinary, ` +
    `about ${expected} of these tests would still report an anomaly, at the rates of reference series.`,
}
