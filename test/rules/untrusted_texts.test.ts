import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

/** Columns that no caller fills with words of their own, by the reason. */
const ownColumns: Record<string, Record<string, string>> = {
  'migrations write them': {
    'analytics.anomaly_transitions': 'from_status to_status',
    'analytics.attribution_models': 'label model rule',
    'analytics.detectors': 'detector',
    'analytics.experiment_transitions': 'action from_status to_status',
    'analytics.metric_definitions': 'bases denominator description label name numerator source_column',
    'analytics.platform_aliases': 'alias name platform',
    'commerce.machines': 'clock_action description event_fields id_column machine relation',
    'commerce.transitions': 'action from_state to_state',
    'core.currencies': 'currency',
    'core.key_kinds': 'accepted_by default_scopes kind prefix scopes',
    'core.operations': 'call operation recorder scope',
    'core.plans': 'plan',
    'core.schedules': 'queue',
    'events.types': 'type',
    'oauth.scopes': 'meaning scope title',
    'storefront.feed_columns': 'name value',
    'storefront.feed_platforms': 'files platform version',
    'storefront.feed_rules': 'choices field pattern rule source value',
    'storefront.platforms': 'citation_format name platform',
    'storefront.trust_components': 'component description',
    'storefront.trust_tiers': 'tier',
  },
  'copied or computed from columns that are cleaned': {
    'analytics.attribution_ad_credits': 'ad campaign channel creative',
    'analytics.attribution_credits': 'channel',
    'analytics.attribution_settings': 'direct_channels',
    'analytics.attribution_transitions': 'from_channel to_channel',
    'analytics.channels': 'key',
    'analytics.detected_days': 'detectors',
    'analytics.forecasts': 'accuracy events factors holidays model spend_response warnings',
    'analytics.orders': 'file_order person_id',
    'analytics.platform_status': 'platform',
    'analytics.touchpoints': 'person_id',
    'commerce.negotiations': 'bundle_id product_id',
    'commerce.price_holds': 'bundle_id product_id',
    'commerce.pricing_policies': 'product_id',
    'commerce.transaction_items': 'bundle_id product_id',
    'core.idempotent_requests': 'answer',
    'core.job_failures': 'subject',
    'storefront.bundle_products': 'product_id',
    'storefront.certificates': 'checks',
    'storefront.checkout_requests': 'answer',
    'storefront.feed_judgments': 'available_on conditions expires_on handle rules',
    'storefront.hidden_products': 'product product_id title',
    'storefront.lookups': 'total words',
    'storefront.names': 'currency name words',
    'storefront.ordered_stock': 'product_id',
    'storefront.postings': 'brand_id product_id term',
    'storefront.product_terms': 'terms',
    'storefront.reviews': 'brand_id product_id',
    'storefront.terms': 'term',
    'storefront.trust_scores': 'category components platform_scores',
    'webhooks.deliveries': 'data',
  },
  'compared or returned byte for byte, and not shown to agents': {
    'analytics.uploads': 'options',
    'connector.proposals': 'idempotency_key',
    'core.idempotent_requests': 'idempotency_key',
    'core.rate_limits': 'bucket',
    'oauth.attempt_counts': 'bucket',
    'oauth.authorization_requests': 'code_challenge redirect_uri registered_uri resource scopes state',
    'oauth.clients': 'redirect_uris',
    'oauth.codes': 'code_challenge redirect_uri',
    'oauth.grants': 'redirect_uri resource',
    'oauth.refresh_tokens': 'sealed_pair',
    'oauth.sent_forms': 'form_id',
    'storefront.order_events': 'webhook_url',
    'storefront.trust_signals': 'signal_id',
    'webhooks.endpoints': 'url',
  },
  'ids, codes and states that our functions write or check': {
    'analytics.alert_rules': 'changed_by created_by platform rule_id',
    'analytics.anomalies': 'also anomaly_id contributors deviations level',
    'analytics.coverage': 'measure',
    'analytics.entities': 'currency timezone',
    'analytics.experiments': 'closed_by created_by experiment_id power result_at_end started_by',
    'analytics.facts_daily': 'brand_id summed_measures',
    'analytics.facts_daily_versions': 'brand_id summed_measures',
    'analytics.facts_hourly': 'brand_id',
    'analytics.facts_hourly_versions': 'brand_id',
    'analytics.imports': 'import_id kind undo_refused',
    'analytics.mixed_reports': 'measure',
    'analytics.orders': 'source_id',
    'analytics.promotions': 'created_by promotion_id',
    'analytics.rollups_daily': 'brand_id',
    'analytics.rule_alerts': 'alert_id rule',
    'analytics.targets': 'target_id',
    'analytics.touchpoints': 'reported_by',
    'analytics.uploads': 'import_id kind lease upload_id',
    'commerce.adjustments': 'created_by',
    'commerce.confirmation_windows': 'created_by status',
    'commerce.dispute_statements': 'created_by',
    'commerce.disputes': 'created_by dispute_id status',
    'commerce.exclusive_offers': 'offer_id type',
    'commerce.feedback': 'created_by feedback_id',
    'commerce.negotiation_offers': 'created_by currency offer_id status',
    'commerce.negotiations':
      'created_by current_offer_id hold_id negotiation_id policy_id resolution status transaction_id',
    'commerce.price_holds': 'created_by exclusive_offer_id hold_id status transaction_id',
    'commerce.pricing_policies': 'policy_id',
    'commerce.transaction_items': 'created_by',
    'commerce.transactions': 'checkout_id created_by handoff_token status transaction_id',
    'connector.proposals': 'created_by proposal_id',
    'core.accounts': 'account_id',
    'core.api_keys': 'display key_id platform_origin scopes',
    'core.brands': 'brand_id slug timezone',
    'core.catalog': 'fingerprint object',
    'core.exchange_rates': 'source',
    'core.idempotent_requests': 'credential_id operation',
    'core.job_failures': 'error_class',
    'events.outbox': 'event_id',
    'events.wake_requests': 'channel',
    'oauth.passkeys': 'rp_id',
    'oauth.sessions': 'network session_id',
    'oauth.access_tokens': 'scopes',
    'oauth.audit_events': 'client_id client_ip event grant_id',
    'oauth.clients': 'client_id grant_types',
    'oauth.codes': 'client_id',
    'oauth.grants': 'brand_ids grant_id scopes',
    'oauth.mails': 'mail_id',
    'core.invitations': 'email invitation_id',
    'core.slack_receivers': 'ending host receiver_id refusal sealed',
    'oauth.notifications': 'mail_id notification_id subject_id',
    'oauth.notification_mails': 'mail_id refusal',
    'oauth.address_mails': 'email invitation_id mail_id',
    'oauth.sign_up_links': 'email invitation_id',
    'oauth.totp_secrets': 'sealed',
    'storefront.catalog_products': 'content_hash mpn_key sku_key source_id',
    'storefront.hidden_products': 'content_hash hidden_by source_id',
    'sources.authorizations': 'bound_to redirect_uri sealed_verifier shop source_id',
    'sources.connections': 'client_id connection_id lease scopes sealed shop',
    'sources.data_requests': 'shop',
    'sources.due_objects': 'failure trouble',
    'sources.reachable_accounts': 'currency manager_id timezone',
    'sources.sources': 'attention currency lease manager_id planned source_id timezone version_notice',
    'sources.webhooks': 'content proof webhook_id',
    'sources.windows': 'failure trouble window_id',
    'storefront.catalogs': 'currencies',
    'storefront.certificates': 'certificate_id',
    'storefront.checkout_requests': 'owner',
    'storefront.checkouts': 'checkout_id created_by handoff_token kind owner',
    'storefront.order_events': 'created_by event_id last_error protocol_version',
    'storefront.ordered_stock': 'created_by',
    'storefront.shipping_destinations': 'country',
    'storefront.trust_history': 'tier',
    'webhooks.deliveries': 'delivery_id event_id type',
    'webhooks.endpoints': 'disabled_reason endpoint_id types',
    'webhooks.secrets': 'sealed secret_id',
  },
}

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.stop())

describe('columns of text', () => {
  test('are cleaned by platform.keep_plain, or are listed with the reason why no caller fills them', async () => {
    const rows = await database.sql<{ name: string; columns: string }[]>`
      select n.nspname || '.' || c.relname as name, string_agg(a.attname, ' ' order by a.attname) as columns
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and n.nspname in (
          'core', 'analytics', 'storefront', 'commerce', 'events', 'connector', 'oauth', 'webhooks', 'console', 'simulate', 'sources', 'platform'
        )
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
        -- The value is that of another table, or one of a list.
        and not exists (
          select from pg_constraint k
          where k.conrelid = c.oid and a.attnum = any (k.conkey)
            and (k.contype = 'f' or k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '= ANY|<@' and cardinality(k.conkey) = 1)
        )
        and not exists (
          select from pg_trigger t
          where t.tgrelid = c.oid and t.tgfoid = 'platform.write_plain'::regproc and a.attnum = any (t.tgattr)
        )
      group by 1 order by 1`
    const found = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
    const listed: Record<string, string> = {}
    for (const tables of Object.values(ownColumns)) {
      for (const [name, columns] of Object.entries(tables)) {
        listed[name] = [...(listed[name]?.split(' ') ?? []), ...columns.split(' ')].toSorted().join(' ')
      }
    }
    expect(found).toEqual(listed)
  })
})
