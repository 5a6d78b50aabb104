/** The kinds of answer that a question can ask for. */
export const intents = [
  'metric_value',
  'breakdown',
  'ranking',
  'timeseries',
  'comparison',
  'anomalies',
  'explain_change',
  'forecast',
  'attribution',
  'creatives',
  'budget_recommendations',
  'scenario',
  'pacing',
  'orders',
  'targets',
  'experiments',
  'list',
  'definition',
] as const
export type Intent = (typeof intents)[number]
