interface ExpectedAlarms {
  days: number
  tests: number
  expected: number
  expected_with_outliers: number
}

/** How far the anomalies of a response can be trusted. */
export const anomalyStatements = {
  false_alarms_are_expected: ({ days, tests, expected, expected_with_outliers: withOutliers }: ExpectedAlarms) =>
    `Detection made ${tests} tests of ${days} day${days === 1 ? '' : 's'} of this brand. If nothing changed for the brand, about ` +
    `${withOutliers} of these tests would still report an anomaly when natural outliers, such as holidays, are as frequent as in the reference ` +
    `series, and about ${expected} without any.`,
}
