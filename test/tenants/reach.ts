/** The rows that each database role may read and write, written by hand from sql/README.md and not from the policies. */

/** Who runs a statement: an agent or viewer, or the storefront or an admin of the whole account. */
export type Side = 'agent' | 'shop'

/** The person whom statements of the role vitrine_person act for. */
export const callingPerson = '11111111-1111-4111-8111-111111111111'

export interface Caller {
  role: string
  side: Side
  brandId: string
  accountId: string
  credentialId: string
}

/** Tables shared by one agent and the storefront only. */
const parties = [
  'negotiations',
  'negotiation_offers',
  'price_holds',
  'transactions',
  'transaction_items',
  'adjustments',
  'confirmation_windows',
  'disputes',
  'dispute_statements',
  'feedback',
]
  .map((table) => `commerce.${table}`)
  .concat('storefront.order_events')
/** Tables that only the storefront writes. */
const merchants = ['commerce.pricing_policies', 'commerce.quantity_tiers', 'commerce.exclusive_offers']
/** Tables with the same rows for every role. */
const reference = [
  'analytics.anomaly_transitions',
  'analytics.attribution_models',
  'analytics.detectors',
  'analytics.experiment_transitions',
  'analytics.metric_definitions',
  'analytics.platform_aliases',
  'commerce.machines',
  'commerce.transitions',
  'core.currencies',
  'core.catalog',
  'core.exchange_rates',
  'core.key_kinds',
  'core.operations',
  'core.plans',
  'core.schedules',
  'events.types',
  'storefront.feed_columns',
  'storefront.feed_platforms',
  'storefront.feed_rules',
  'storefront.lookups',
  'storefront.platforms',
  'storefront.trust_components',
  'storefront.trust_tiers',
]
/** Tables that the gates read before they resolve a credential, or process for all brands. */
const ofEveryRole: Record<string, string[]> = {
  vitrine_gate: [
    'sources.authorizations',
    'storefront.catalogs',
    'analytics.attribution_changes',
    'analytics.experiments',
    'analytics.uploads',
    'core.accounts',
    'core.analyst_grants',
    'core.api_keys',
    'core.brands',
    'core.idempotent_requests',
    'core.invitations',
    'core.memberships',
    'core.rate_limits',
    'core.slack_receivers',
    'core.brand_schedules',
    'core.job_failures',
    'core.schedules',
    ...['confirmation_windows', 'disputes', 'negotiations', 'price_holds', 'transactions'].map(
      (each) => `commerce.${each}`,
    ),
    'events.outbox',
    'events.streams',
    'events.sequencer',
    'events.wake_requests',
    'oauth.access_tokens',
    'oauth.grants',
    'commerce.pricing_policies',
    'storefront.bundles',
    'storefront.catalog_products',
    'storefront.checkout_requests',
    'storefront.checkouts',
    'storefront.order_events',
    'storefront.ordered_stock',
    'storefront.terms',
    'sources.connections',
    'sources.data_requests',
    'sources.due_objects',
    'sources.reachable_accounts',
    'sources.sources',
    'sources.webhooks',
    'sources.windows',
    'storefront.trust_scores',
    'webhooks.attempts',
    'webhooks.deliveries',
    'webhooks.endpoints',
    'webhooks.secrets',
  ],
  vitrine_oauth: [
    'core.notification_choices',
    'core.slack_receivers',
    'core.brands',
    'core.invitations',
    'core.memberships',
    'core.rate_limits',
  ],
  vitrine_owner: ['core.catalog', 'core.currencies', 'core.key_kinds', 'core.operations', 'core.plans'],
  vitrine_worker: ['core.exchange_rates', 'sources.connections', 'sources.reachable_accounts'],
}

/** Tables of carts and sessions, which a caller without a credential can create too. */
const sessions = ['storefront.checkouts', 'storefront.checkout_requests']
/** The verified agent whose signature statements have. */
export const callingAgent = 'agent.example'

const nothing = 'false'

/** Returns the rows of a table that a caller sees, as SQL over `held`. */
export function seen(table: string, { role, side, brandId, accountId, credentialId }: Caller): string {
  if (reference.includes(table)) return 'true'
  if (ofEveryRole[role]?.includes(table) || (role === 'vitrine_oauth' && table.startsWith('oauth.'))) return 'true'
  const own = `held.brand_id = '${brandId}'`
  const simulated = "held.brand_id = 'brd_simulated'"
  const begun = `held.created_by = '${credentialId}'`
  const ofAccount = side === 'shop' ? `held.account_id = '${accountId}'` : nothing
  if (role === 'vitrine_analyst') return table.includes('secrets') ? nothing : own
  if (sessions.includes(table) && ['vitrine_anonymous', 'vitrine_key', 'vitrine_simulated'].includes(role)) {
    const quoted = table === 'storefront.checkouts' ? ` and coalesce(${begun}, held.created_by is null)` : ''
    const owned = `coalesce(held.owner in ('key ${credentialId}', 'agent ${callingAgent}'), true)`
    return `(${role === 'vitrine_simulated' ? simulated : own} and ${owned}${quoted})`
  }
  if (role === 'vitrine_simulated') {
    if (table === 'core.brands') return `(${simulated} or ${own})`
    if (table.startsWith('webhooks.endpoints') || table === 'webhooks.secrets') return nothing
    return parties.includes(table) || ['connector.proposals', 'storefront.ordered_stock'].includes(table)
      ? `(${simulated} and ${begun})`
      : simulated
  }
  if (['vitrine_key', 'vitrine_person'].includes(role)) {
    if (table === 'core.api_keys') return `(${own} or (held.brand_id is null and ${ofAccount}))`
    const ofEndpoint =
      role === 'vitrine_key' ? `(${own} or ${ofAccount})` : `(${own} or (held.brand_id is null and ${ofAccount}))`
    if (table === 'webhooks.endpoints') return ofEndpoint
    if (table === 'webhooks.secrets')
      return `exists (select from webhooks.endpoints as e where e.endpoint_id = held.endpoint_id and ${ofEndpoint.replaceAll('held.', 'e.')})`
  }
  if (role === 'vitrine_person') {
    if (['core.invitations', 'commerce.pricing_policies', 'commerce.quantity_tiers'].includes(table))
      return side === 'shop' ? own : nothing
    if (table === 'core.notification_choices') return `(${own} and held.person_id = '${callingPerson}')`
    if (table === 'sources.connections') return `held.account_id = '${accountId}'`
    if (table === 'sources.reachable_accounts') {
      const given = `c.account_id = '${accountId}' and c.person_id = '${callingPerson}'`
      return side === 'shop'
        ? `exists (select from sources.connections as c where c.connection_id = held.connection_id and ${given})`
        : nothing
    }
    if (table === 'sources.authorizations') return side === 'shop' ? own : nothing
  }
  if (role === 'vitrine_key' && table === 'storefront.hidden_products') return side === 'shop' ? own : nothing
  if (role === 'vitrine_key' && parties.includes(table)) return side === 'shop' ? own : `(${own} and ${begun})`
  if (['vitrine_key', 'vitrine_person', 'vitrine_worker', 'vitrine_anonymous'].includes(role)) return own
  return nothing
}

/** Returns the rows that a caller may write if its role has the privilege. */
export function written(table: string, command: 'insert' | 'update' | 'delete', caller: Caller): string {
  const { role, side, brandId, credentialId } = caller
  if (role !== 'vitrine_gate' && role !== 'vitrine_oauth' && reference.includes(table)) {
    return ofEveryRole[role]?.includes(table) ? 'true' : nothing
  }
  // Reminders of switches are recorded for all brands.
  if (table === 'analytics.experiments' && role === 'vitrine_gate') return seen(table, caller)
  if (table === 'analytics.experiments' || table === 'analytics.promotions') {
    const never = table === 'analytics.experiments' ? 'delete' : 'update'
    // The person of the agent is a viewer, who runs no experiments. Promotions are added by keys only.
    if (table === 'analytics.experiments' && role === 'vitrine_person' && side === 'shop' && command !== never) {
      const inOwnName = command === 'insert' ? ` and held.created_by = '${callingPerson}'` : ''
      return `(held.brand_id = '${brandId}'${inOwnName})`
    }
    if (role !== 'vitrine_key' || command === never) return nothing
    const inOwnName = command === 'insert' ? ` and held.created_by = '${credentialId}'` : ''
    return `(held.brand_id = '${brandId}'${inOwnName})`
  }
  if (table === 'analytics.alert_rules' && role === 'vitrine_key') {
    const inOwnName = command === 'insert' ? ` and held.created_by = '${credentialId}'` : ''
    return `(held.brand_id = '${brandId}'${inOwnName})`
  }
  // The person of the agent is a viewer, who writes no rules.
  if (table === 'analytics.alert_rules' && role === 'vitrine_person' && side === 'shop') {
    const inOwnName = command === 'insert' ? ` and held.created_by = '${callingPerson}'` : ''
    return `(held.brand_id = '${brandId}'${inOwnName})`
  }
  if (table === 'connector.proposals') {
    if (role === 'vitrine_worker') return `(held.brand_id = '${brandId}' and held.brand_id = 'brd_simulated')`
    if (role === 'vitrine_simulated') return `(held.brand_id = 'brd_simulated' and held.created_by = '${credentialId}')`
    if (role === 'vitrine_key' && command === 'insert')
      return `(held.brand_id = '${brandId}' and held.created_by = '${credentialId}' and held.person_id is null)`
    // The person of the agent is a viewer, who proposes nothing.
    if (role === 'vitrine_person' && command === 'insert')
      return side === 'shop'
        ? `(held.brand_id = '${brandId}' and held.created_by = '${callingPerson}' and held.person_id = '${callingPerson}')`
        : nothing
  }
  // Every caller of a shop reads what was ordered, and only the shop and the agent that ordered change it.
  if (table === 'storefront.ordered_stock' && role === 'vitrine_key' && side === 'agent')
    return `(held.brand_id = '${brandId}' and held.created_by = '${credentialId}')`
  // Every member chooses their own mails, with any role.
  if (role === 'vitrine_person' && table === 'core.notification_choices') return seen(table, caller)
  if (side === 'agent' && (role === 'vitrine_person' || merchants.includes(table)) && role !== 'vitrine_worker')
    return nothing
  // An admin gives roles up to admin, and changes no owner.
  if (
    role === 'vitrine_person' &&
    (table === 'core.memberships' || (table === 'core.invitations' && command === 'insert'))
  )
    return `(held.brand_id = '${brandId}' and held.role <> 'owner')`
  // The operator creates keys of an account; a person creates keys of one brand.
  if (table === 'core.api_keys' && role === 'vitrine_person' && command === 'insert')
    return `held.brand_id = '${brandId}'`
  return seen(table, caller)
}
