/** What an example sends: the key of a kind, and the input. test/docs/examples.test.ts asks each and keeps the answer. */
export interface ExampleRequest {
  key: 'analytics_test' | 'connector_test' | 'connector_live' | 'events'
  input: Record<string, unknown>
  /** Where no shop of the example answers otherwise. */
  status?: 404
}

const brand_id = 'brd_aurora'
const product_id = 'sim-03-1'
const week = { date_from: '2026-11-09', date_to: '2026-11-15' }
const endpoint = { id: 'whe_00000000000000000000000000000001' }
const agent = { platform: 'claude', session_id: 'session-1' }

const analytics = (input: Record<string, unknown>): ExampleRequest => ({ key: 'analytics_test', input })
const shop = (input: Record<string, unknown> = {}): ExampleRequest => ({
  key: 'connector_test',
  input: { brand_id, ...input },
})
const tool = (input: Record<string, unknown>): ExampleRequest => ({ key: 'connector_test', input })
/** With a test key nothing is stored, so that only a live one has an endpoint to show. */
const stored = (input: Record<string, unknown>): ExampleRequest => ({
  key: 'connector_live',
  input: { ...endpoint, ...input },
})

/** One for every operation, in the order in which they are asked. */
export const exampleRequests: Record<string, ExampleRequest> = {
  'analytics.brands': analytics({}),
  'analytics.metrics': analytics({
    ...week,
    level: 'campaign',
    metrics: 'spend,roas',
    granularity: 'week',
    limit: 2,
    brand_id,
  }),
  'analytics.metric_catalogue': analytics({}),
  'analytics.query': analytics({ question: 'What did we spend on Meta last week?', brand_id }),
  'analytics.forecasts': analytics({ type: 'revenue', horizon_days: 7, brand_id }),
  'analytics.anomalies': analytics({ days: 30, limit: 2, brand_id }),
  'analytics.attribution': analytics({ ...week, metric: 'revenue', brand_id }),
  'analytics.creatives': analytics({ ...week, platform: 'meta', sort: 'roas', limit: 2, brand_id }),
  'analytics.budget_recommendations': analytics({ level: 'campaign', limit: 2, brand_id }),

  'storefront.search': shop({ q: 'tent under 300 in stock', limit: 2 }),
  'storefront.products': shop({ limit: 2, category: 'Tents' }),
  'storefront.product': shop({ product_id }),
  'storefront.recommend': shop({ product_id, limit: 2 }),
  'storefront.compare': shop({ ids: 'sim-01-1,sim-03-1' }),
  'storefront.reviews': shop({ product_id: 'sim-01-1', limit: 2 }),
  'storefront.query': shop({
    agent,
    query: { text: 'tent under 300 in stock' },
    pagination: { page: 1, limit: 1 },
    response: { format: 'minimal' },
  }),
  'storefront.docs': shop(),
  'storefront.feed': shop({ platform: 'google', limit: 2 }),
  'storefront.platform_config': shop({ platform: 'claude' }),
  'storefront.feed_file': shop({ platform: 'google', file: 'feed.tsv' }),
  'storefront.bundles': shop(),
  'storefront.fulfillment': shop(),
  'storefront.trust': shop(),
  'storefront.trust_network': shop(),
  'storefront.certification': shop(),
  'storefront.manifest': shop(),
  'storefront.ucp': shop(),
  'storefront.ucp_search': shop({ query: 'tent', pagination: { limit: 1 } }),
  'storefront.ucp_lookup': shop({ ids: [product_id] }),
  'storefront.ucp_product': shop({ id: product_id }),
  'storefront.health': { key: 'connector_test', input: {} },

  'events.stream': { key: 'events', input: { brand_id, types: 'trust.updated' } },

  'webhooks.event_types': tool({}),
  'webhooks.endpoints': { key: 'connector_live', input: {} },
  'webhooks.create_endpoint': {
    key: 'connector_live',
    input: { url: 'https://example.com/hooks', types: ['trust.updated'] },
  },
  'webhooks.endpoint': stored({}),
  'webhooks.update_endpoint': stored({
    types: ['trust.updated', 'alert.triggered'],
    description: 'To the chat of the shop',
  }),
  'webhooks.rotate_secret': stored({}),
  'webhooks.deliveries': stored({ limit: 1 }),
  'webhooks.replay': stored({ delivery_id: 'dlv_00000000000000000000000000000001' }),
  'webhooks.test_endpoint': stored({}),
  'webhooks.delete_endpoint': stored({}),

  'connector.list_brands': tool({}),
  'connector.get_data_status': tool({ brand_id }),
  'connector.ask_question': tool({ question: 'Which campaigns had the best ROAS last week?', brand_id }),
  'connector.get_ad_performance': tool({ ...week, metrics: ['spend', 'roas'], granularity: 'week', brand_id }),
  'connector.list_campaigns': tool({ platform: 'google', limit: 2, brand_id }),
  'connector.get_campaign': tool({ campaign_id: '70000001', platform: 'google', ...week, brand_id }),
  'connector.list_creatives': tool({ ...week, limit: 2, brand_id }),
  'connector.list_anomalies': tool({ days: 30, limit: 2, brand_id }),
  'connector.get_forecast': tool({ type: 'revenue', horizon_days: 7, brand_id }),
  'connector.get_attribution': tool({ ...week, metric: 'revenue', brand_id }),
  'connector.get_budgets': tool({ month: '2026-11', limit: 2, brand_id }),
  'connector.list_budget_recommendations': tool({ level: 'campaign', limit: 2, brand_id }),
  'connector.get_profit': tool({ ...week, granularity: 'week', brand_id }),
  'connector.search_catalog': tool({ brand_id, query: 'tent under 300 in stock', limit: 2 }),
  'connector.get_product': tool({ brand_id, product_id }),
  'connector.compare_products': tool({ brand_id, product_ids: ['sim-01-1', 'sim-03-1'] }),
  'connector.recommend_products': tool({ brand_id, product_id, limit: 2 }),
  'connector.get_product_reviews': tool({ brand_id, product_id: 'sim-01-1', limit: 2 }),
  'connector.get_trust_signals': tool({ brand_id }),
  'connector.get_store_overview': tool({ brand_id }),
  'connector.negotiate_price': {
    ...tool({
      brand_id,
      product_id,
      quantity: 10,
      action: 'open',
      offer: { amount: 140, currency: 'USD' },
      idempotency_key: 'tents-for-the-club-1',
    }),
    status: 404,
  },
  'connector.propose_change': tool({
    target: { level: 'campaign', id: '70000001', platform: 'google' },
    change: { kind: 'budget', from: 3150, to: 3500 },
    rationale: 'It returns more than the others, and its budget is spent by noon.',
    evidence: ['roas of the last 28 days (get_campaign)'],
    idempotency_key: 'budget-2026-11-20',
    brand_id,
  }),
}
