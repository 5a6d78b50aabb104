/**
 * An example request: the kind of key and the input. test/docs/examples.test.ts sends each and records the response.
 */
export interface ExampleRequest {
  key: 'analytics_test' | 'experimenter' | 'connector_test' | 'connector_live' | 'events' | 'agent' | 'merchant'
  input: Record<string, unknown>
}

type Input = Record<string, unknown>

const brand_id = 'brd_aurora'
const product_id = 'sim-03-1'
const week = { date_from: '2026-11-09', date_to: '2026-11-15' }
const endpoint = { id: 'whe_00000000000000000000000000000001' }
const design = { platform: 'meta', starts_on: '2026-11-30', pairs: 8, block_days: 7 }
const roasRule = { metric: 'roas', comparison: 'below', threshold: 2, days: 2 }
const target = { level: 'campaign', platform: 'meta', id: 'campaign of meta' }
const agent = { platform: 'claude', session_id: 'session-1' }
const analytics = (input: Record<string, unknown>): ExampleRequest => ({ key: 'analytics_test', input })
/** Returns a request with a live key that may run experiments and change promotions and alert rules, because test keys cannot. */
const experimenter = (input: Input): ExampleRequest => ({ key: 'experimenter', input: { brand_id, ...input } })
const shop = (input: Input = {}): ExampleRequest => ({ key: 'connector_test', input: { brand_id, ...input } })
const tool = (input: Record<string, unknown>): ExampleRequest => ({ key: 'connector_test', input })
/** Returns a request for a stored webhook endpoint. It uses a live key, because nothing is stored for a test key. */
const stored = (input: Record<string, unknown>): ExampleRequest => ({
  key: 'connector_live',
  input: { ...endpoint, ...input },
})

const nth = (prefix: string, number: number) => `${prefix}_${String(number).padStart(32, '0')}`
const first = (prefix: string) => nth(prefix, 1)
let keys = 0
/** Returns a write request of an agent to a live shop. `answer` returns one of the merchant. */
const move = (input: Record<string, unknown>): ExampleRequest => ({
  key: 'agent',
  input: { brand_id, idempotency_key: `example-${++keys}`, ...input },
})
const answer = (input: Record<string, unknown>): ExampleRequest => ({ ...move(input), key: 'merchant' })
const look = (input: Record<string, unknown>): ExampleRequest => ({ key: 'agent', input: { brand_id, ...input } })
/** A change of UCP with an idempotency key. */
const keyed = (number: number) => ({ idempotency_key: `550e8400-e29b-41d4-a716-${String(number).padStart(12, '0')}` })
/** The session that the example before creates. Another checkout is created before it. */
const session = { checkout_session_id: nth('chk', 2) }
const usd = (amount: number) => ({ amount, currency: 'USD' })

/** One example request for each operation, in the order in which the test sends them. */
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
  'analytics.breakdown': analytics({
    ...week,
    metrics: 'spend,roas',
    compare_to: 'previous_period',
    trend: 'spend',
    limit: 1,
    brand_id,
  }),
  'analytics.explanations': analytics({ ...week, metric: 'roas', limit: 2, brand_id }),
  'analytics.digest': analytics({ week: '2026-11-09', brand_id }),
  'analytics.metric_definitions': analytics({}),
  'sources.sources': analytics({ brand_id }),
  'analytics.query': analytics({ question: 'What did we spend on Meta last week?', brand_id }),
  'analytics.forecasts': analytics({ type: 'revenue', horizon_days: 7, brand_id }),
  'analytics.anomalies': analytics({ days: 30, limit: 2, brand_id }),
  'analytics.anomaly': experimenter({ anomaly_id: nth('ano', 1) }),
  'analytics.change_anomaly': experimenter({ anomaly_id: nth('ano', 1), status: 'confirmed' }),
  'connector.propose_changes': experimenter({
    changes: [{ target, change: { kind: 'budget', to: 120 } }],
    rationale: 'It earns more.',
  }),
  'analytics.attribution': analytics({ ...week, metric: 'revenue', brand_id }),
  'analytics.attribution_comparison': analytics({ ...week, level: 'campaign', model: 'position', limit: 1, brand_id }),
  'analytics.attribution_paths': analytics({ ...week, limit: 2, brand_id }),
  'analytics.attribution_settings': analytics({ brand_id }),
  'analytics.targets': analytics({ month: '2026-11', brand_id }),
  'analytics.attribution_preview': analytics({ model: 'last_touch', click_days: 7, brand_id }),
  'analytics.creatives': analytics({ ...week, platform: 'meta', sort: 'roas', limit: 2, brand_id }),
  'analytics.budget_recommendations': analytics({ level: 'campaign', limit: 2, brand_id }),
  'analytics.experiment_preview': experimenter({ pairs: 6, block_days: 7, platform: 'meta' }),
  'analytics.create_experiment': experimenter({ name: 'Is Meta incremental?', ...design }),
  'analytics.start_experiment': experimenter({ experiment_id: nth('exp', 2) }),
  'analytics.cancel_experiment': experimenter({ experiment_id: nth('exp', 2) }),
  'analytics.end_experiment': experimenter({ experiment_id: nth('exp', 1) }),
  'analytics.experiment': experimenter({ experiment_id: nth('exp', 1) }),
  'analytics.experiments': experimenter({ limit: 1, status: 'ended' }),
  'analytics.create_promotion': experimenter({ name: 'Winter sale', starts_on: '2026-12-28', ends_on: '2027-01-06' }),
  'analytics.scenario': analytics({ brand_id, horizon_days: 30, changes: [{ platform: 'google', change_pct: 20 }] }),
  'analytics.alert_rule_preview': analytics({ brand_id, text: 'ROAS under 2 for two days' }),
  'analytics.create_alert_rule': experimenter(roasRule),
  'analytics.alert_rules': experimenter({ limit: 1 }),
  'analytics.change_alert_rule': experimenter({
    ...roasRule,
    threshold: 1.8,
    rule_id: nth('rul', 1),
    version: 1,
    is_on: true,
  }),
  'analytics.delete_alert_rule': experimenter({ rule_id: nth('rul', 1), version: 2 }),
  'analytics.promotions': experimenter({ limit: 1 }),
  'analytics.delete_promotion': experimenter({ promotion_id: nth('prm', 1) }),
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
  'storefront.ucp_host': { key: 'connector_test', input: {} },
  'storefront.ucp_search': shop({ query: 'tent', pagination: { limit: 1 } }),
  'storefront.ucp_lookup': shop({ ids: [product_id] }),
  'storefront.ucp_product': shop({ id: product_id }),
  'storefront.ucp_create_cart': shop({ ...keyed(1), line_items: [{ item: { id: product_id }, quantity: 1 }] }),
  'storefront.ucp_cart': shop({ cart_id: 'crt_unknown' }),
  'storefront.ucp_update_cart': shop({
    ...keyed(2),
    cart_id: 'crt_unknown',
    line_items: [{ item: { id: product_id }, quantity: 2 }],
  }),
  'storefront.ucp_cancel_cart': shop({ ...keyed(3), cart_id: 'crt_unknown' }),
  'storefront.ucp_create_checkout': shop({ ...keyed(4), line_items: [{ item: { id: product_id }, quantity: 1 }] }),
  'storefront.ucp_checkout': shop({ checkout_id: 'chk_unknown' }),
  'storefront.ucp_update_checkout': shop({
    ...keyed(7),
    checkout_id: 'chk_unknown',
    line_items: [{ item: { id: product_id }, quantity: 2 }],
  }),
  'storefront.ucp_complete_checkout': shop({ ...keyed(5), checkout_id: 'chk_unknown' }),
  'storefront.ucp_cancel_checkout': shop({ ...keyed(6), checkout_id: 'chk_unknown' }),
  'storefront.acp': shop(),
  'storefront.acp_host': { key: 'connector_test', input: {} },
  'storefront.acp_create_checkout_session': shop({ line_items: [{ id: product_id, quantity: 2 }], currency: 'usd' }),
  'storefront.acp_checkout_session': shop(session),
  'storefront.acp_update_checkout_session': shop({ ...session, line_items: [{ id: product_id, quantity: 1 }] }),
  'storefront.acp_complete_checkout_session': shop(session),
  'storefront.acp_cancel_checkout_session': shop(session),
  'storefront.feed_problems': { key: 'merchant', input: { brand_id, platform: 'google', limit: 2 } },
  'storefront.hide_product': { key: 'merchant', input: { brand_id, product_id: 'desk' } },
  'storefront.hidden_products': { key: 'merchant', input: { brand_id } },
  'storefront.restore_product': { key: 'merchant', input: { brand_id, product_id: 'desk' } },
  'storefront.queries': { key: 'merchant', input: { brand_id, has_results: false } },
  'storefront.health': { key: 'connector_test', input: {} },
  'commerce.pricing_policies': { key: 'merchant', input: { brand_id } },
  'commerce.agents': { key: 'merchant', input: { brand_id } },
  'commerce.set_pricing_policy': answer({
    floor: { percent: 60 },
    target_percent: 80,
    decline_percent: 40,
    price_step: 0.5,
    quantity_tiers: [{ quantity_min: 10, percent_off: 5 }],
  }),
  'commerce.simulate_negotiation': {
    key: 'merchant',
    input: { brand_id, product_id: 'lamp', quantity: 10, offers: [60, 75] },
  },
  'commerce.open_negotiation': move({
    product_id: 'lamp',
    quantity: 2,
    offer: usd(70),
    message: 'Two for a school, could you come down?',
    agent,
  }),
  'commerce.make_counter_offer': move({ negotiation_id: nth('neg', 4), offer: usd(75) }),
  'commerce.accept_counter_offer': move({ negotiation_id: nth('neg', 4) }),
  'commerce.negotiation': look({ negotiation_id: nth('neg', 4) }),
  'commerce.negotiations': look({ status: 'accepted', limit: 1 }),
  'commerce.respond_to_negotiation': answer({
    negotiation_id: nth('neg', 1),
    action: 'counter',
    offer: usd(230),
    message: 'With the old legs.',
  }),
  'commerce.reject_counter_offer': move({ negotiation_id: nth('neg', 2) }),
  'commerce.withdraw_negotiation': move({ negotiation_id: nth('neg', 3) }),
  'commerce.create_hold': move({ product_id: 'desk', minutes: 30, agent }),
  'commerce.hold': look({ hold_id: nth('hold', 2) }),
  'commerce.release_hold': look({ hold_id: nth('hold', 2) }),
  'commerce.create_transaction': move({
    items: [{ hold_id: first('hold') }],
    buyer_reference: 'basket 7f3a',
    confirmation_window_days: 7,
    agent,
  }),
  'commerce.open_handoff': { key: 'agent', input: { brand_id, token: nth('hnd', 4) } },
  'commerce.report_transaction': answer({
    transaction_id: nth('txn', 4),
    action: 'confirm',
    merchant_order_id: 'A-10',
  }),
  'storefront.ucp_order': look({ transaction_id: nth('txn', 4) }),
  'commerce.transaction': look({ transaction_id: nth('txn', 4) }),
  'commerce.holds': look({ status: 'active', limit: 1 }),
  'commerce.disputes': look({ status: 'open', limit: 1 }),
  'commerce.transactions': look({ status: 'confirmed', limit: 1 }),
  'commerce.confirm_transaction': move({ transaction_id: nth('txn', 1), note: 'All well.' }),
  'commerce.open_dispute': move({
    transaction_id: nth('txn', 2),
    reason_code: 'damaged',
    description: 'The shade came broken.',
    evidence_urls: ['https://example.com/shade.jpg'],
  }),
  'commerce.add_dispute_statement': answer({ dispute_id: first('dsp'), statement: 'A new shade is on its way.' }),
  'commerce.dispute': look({ dispute_id: first('dsp') }),
  'commerce.close_dispute': move({ dispute_id: first('dsp'), action: 'resolve' }),
  'commerce.cancel_transaction': move({ transaction_id: nth('txn', 3), reason: 'The buyer found another.' }),
  'commerce.publish_exclusive_offer': answer({
    type: 'percent_off',
    title: 'A tenth off lamps',
    percent_off: 10,
    product_ids: ['lamp'],
  }),
  'commerce.exclusive_offers': look({}),
  'commerce.end_exclusive_offer': { key: 'merchant', input: { brand_id, offer_id: first('exo') } },
  'commerce.give_feedback': move({
    subject: { type: 'product', id: 'lamp' },
    outcome: 'recommended',
    rating: 5,
    agent,
  }),
  'commerce.revoke_feedback': look({ feedback_id: first('fb') }),

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
  'webhooks.replay_delivery': stored({ delivery_id: 'dlv_00000000000000000000000000000001' }),
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
  'connector.negotiate_price': tool({
    brand_id,
    product_id,
    quantity: 10,
    action: 'open',
    offer: { amount: 140, currency: 'USD' },
    idempotency_key: 'tents-for-the-club-1',
  }),
  'connector.propose_change': tool({
    target: { level: 'campaign', id: '70000001', platform: 'google' },
    change: { kind: 'budget', from: 225, to: 250 },
    rationale: 'It returns more than the others, and its budget is spent by noon.',
    evidence: ['roas of the last 28 days (get_campaign)'],
    idempotency_key: 'budget-2026-11-20',
    brand_id,
  }),
}
