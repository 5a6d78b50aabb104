/** The attribution models whose credits add up to the orders. `analytics.attribution_models` has their rules. */
export const attributionModels = [
  'first_touch',
  'last_touch',
  'last_non_direct',
  'linear',
  'linear_unique',
  'position',
  'time_decay',
  'markov',
] as const
