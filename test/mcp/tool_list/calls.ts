type Call = readonly [tool: string, given: Record<string, unknown>]

const range = { date_from: '2026-10-01', date_to: '2026-10-31' }
const week = { date_from: '2026-11-09', date_to: '2026-11-15' }
const shop = { brand_id: '$brand' }
const product = { ...shop, product_id: '$product' }
const detailed = { response_format: 'detailed' }
const offer = (amount: number) => ({ amount, currency: 'USD' })
const open = { ...product, quantity: 1, action: 'open', offer: offer(150), idempotency_key: 'calls-0001' }
const change = {
  target: { level: 'campaign', id: '70000008', platform: 'meta' },
  change: { kind: 'budget', from: 1020, to: 900 },
  rationale: 'It returns less than its neighbors.',
  idempotency_key: 'calls-0002',
}

/** Sixty calls of the 22 tools: usual ones, with details, with null, and with wrong arguments. `$name` is filled in. */
export const calls: readonly Call[] = [
  ['list_brands', {}],
  ['list_brands', { limit: 3 }],
  ['get_data_status', {}],
  ['get_data_status', { brand_id: 'brd_of_others' }],
  ['ask_question', { question: 'top 3 campaigns by roas last month' }],
  ['ask_question', { question: 'spend and revenue by platform in October', ...detailed }],
  ['ask_question', { question: 'how do you feel' }],
  ['ask_question', { question: '' }],
  ['get_ad_performance', week],
  ['get_ad_performance', { ...range, level: 'campaign', granularity: 'month', metrics: ['spend', 'roas'], limit: 3 }],
  ['get_ad_performance', { ...week, granularity: 'none', compare_to: 'previous_period', ...detailed }],
  ['get_ad_performance', { ...range, level: 'adset', granularity: 'week', sort_by: 'spend', order: 'asc', limit: 2 }],
  ['get_ad_performance', { ...week, platform: 'facebook', metrics: 'clicks,ctr', cursor: null }],
  ['get_ad_performance', { date_from: 'x', platforms: ['meta'] }],
  ['get_ad_performance', { ...week, metrics: ['no_such_metric'] }],
  ['get_ad_performance', { ...week, sort_by: 'no_such_metric', limit: 501 }],
  ['list_campaigns', { platform: 'meta', limit: 3 }],
  ['list_campaigns', { level: 'adset', parent_id: '$campaign', status: null }],
  ['list_campaigns', { level: 'account', limit: '0' }],
  ['get_campaign', { campaign_id: '$campaign' }],
  ['get_campaign', { campaign_id: '$campaign', ...range, ...detailed }],
  ['get_campaign', { campaign_id: 'none' }],
  ['list_creatives', { ...range, sort_by: 'roas', limit: 3 }],
  ['list_creatives', { ...range, metrics: ['spend', 'ctr'], format: 'video', limit: 2, ...detailed }],
  ['list_creatives', { ...range, format: 'gif', metrics: [] }],
  ['list_anomalies', { days: 365 }],
  ['list_anomalies', { days: 365, metric: 'spend', status: 'active', ...detailed }],
  ['list_anomalies', { days: 0, metric: 'clicks' }],
  ['get_forecast', { type: 'revenue', horizon_days: 7, include_confidence: false }],
  ['get_forecast', { type: 'custom', metric: 'spend', horizon_days: 7, total: true, ...detailed }],
  ['get_forecast', { type: 'custom' }],
  ['get_attribution', { ...range, channels: ['Meta'] }],
  ['get_attribution', { ...range, metric: 'roas', model: 'linear', ...detailed }],
  ['get_attribution', { ...range, model: 'best', date_to: null }],
  ['get_budgets', { level: 'account' }],
  ['get_budgets', { limit: 2 }],
  ['get_budgets', { month: '2026-13' }],
  ['list_budget_recommendations', {}],
  ['list_budget_recommendations', { level: 'adset', limit: 2, ...detailed }],
  ['get_profit', { ...range, by: 'channel' }],
  ['get_profit', { ...range, by: 'campaign', granularity: 'month', limit: 3 }],
  ['search_catalog', { ...shop, query: 'tent', limit: 3 }],
  ['search_catalog', { ...shop, query: 'cheapest tent under 300, not red', facets: true, limit: 2, ...detailed }],
  ['search_catalog', { ...shop, query: 'do you ship to Austria' }],
  ['search_catalog', { ...shop, query: 'tent', currency: 'dollars', price_min: -1, cursor: 'p0' }],
  ['get_product', product],
  ['get_product', { ...product, ...detailed }],
  ['get_product', { ...shop, product_id: 'none' }],
  ['compare_products', { ...shop, product_ids: ['$product', '$other'] }],
  ['compare_products', { ...shop, product_ids: ['$product', 7] }],
  ['recommend_products', { ...product, type: 'similar_to', limit: 2, ...detailed }],
  ['get_product_reviews', { ...product, limit: 2, ...detailed }],
  ['get_trust_signals', shop],
  ['get_trust_signals', { ...shop, ...detailed }],
  ['get_store_overview', shop],
  ['negotiate_price', open],
  ['negotiate_price', { ...open, offer: { amount: 'ten', currency: 'USD', price: 2 }, idempotency_key: 'k' }],
  [
    'negotiate_price',
    { ...open, action: 'accept', negotiation_id: 'none', offer: null, confirm: true, idempotency_key: 'calls-0003' },
  ],
  ['propose_change', change],
  ['propose_change', { ...change, target: { ...change.target, level: 'shop' }, change: { kind: 'budget' } }],
]
