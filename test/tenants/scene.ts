import { QuoteSigner } from '../../shared/commerce/quotes.ts'
import { fakePlatforms } from '../judges/ucp/platforms.ts'
import { ConsoleScene } from '../support/console.ts'
import { fillBrand } from '../support/console_brand.ts'
import { review, stock } from '../support/catalog_rows.ts'
import { configure } from '../support/configure_shop.ts'
import { createAccount, createBrand, issueKey } from '../support/factories.ts'
import { ingestJourneys } from '../support/journeys.ts'
import { ingest } from '../support/ingest.ts'
import { markCanaries } from './canaries.ts'
import { copyBrand } from './copy_brand.ts'
import { connectApp, holdCredentials } from './credentials.ts'
import type { Credentials } from './credentials.ts'
import { fillSources } from '../support/source_rows.ts'
import { trade } from './trade.ts'

export const brandNames = ['own', 'sibling', 'foreign', 'archived', 'missing', 'malformed'] as const
export type BrandName = (typeof brandNames)[number]

/** The brands that exist. */
export const kept = ['own', 'sibling', 'foreign', 'archived'] as const
export type Kept = (typeof kept)[number]

/** The ids of a brand, by the name of their path or body parameter. */
export type Ids = Record<string, string>

/**
 * Two accounts of two brands each. Importers, the worker and requests fill `own`. `stranger` is another agent that trades
 * with it. Every other brand is a copy of it with other ids and other canaries.
 */
export interface TenantScene {
  console: ConsoleScene
  brands: Record<BrandName, string>
  ids: Record<BrandName, Ids>
  credentials: Credentials
  /** The form token of the viewer. */
  formToken: string
  stop: () => Promise<void>
}

/** Ids in this form are replaced in a copy. */
const productId = `prd_${'0'.repeat(31)}1`
const campaignId = `cmp_${'0'.repeat(31)}1`

export async function openTenants(): Promise<TenantScene> {
  const resolve = async (host: string) => [
    { address: host === 'example.com' ? '93.184.216.34' : '127.0.0.1', family: 4 },
  ]
  const console = await ConsoleScene.start({
    isSimulated: true,
    isReachable: true,
    connectionsMax: 16,
    events: { closeAfterSeconds: 1, streamsPerKeyMax: 1000 },
    ucp: fakePlatforms(),
    // Orders are served over UCP where their events can be signed.
    quotes: await QuoteSigner.open(Buffer.alloc(32, 7).toString('base64url'), 'http://vitrine.test'),
    webhooks: { secretKey: Buffer.alloc(32, 7).toString('base64'), allowsLoopback: true, resolve },
  })
  const { sql } = console.database
  // The clock is fixed, so the minute of a rate limit never ends.
  await sql`update core.key_kinds set requests_per_minute = 1000000 where requests_per_minute is not null`
  await sql`update core.plans set requests_per_minute = 1000000`
  const own = await fillBrand(console)
  const other = await createAccount(sql)
  const brands: Record<BrandName, string> = {
    own: own.brandId,
    sibling: await createBrand(sql, own.accountId),
    foreign: await createBrand(sql, other),
    archived: await createBrand(sql, other),
    missing: 'brd_00000000000000000000000000000000',
    malformed: 'b\u0000',
  }
  await fillRest(console, own.brandId)
  await fillSources(sql, own.brandId, own.accountId)
  const credentials = await holdCredentials(console, own.accountId, brands)
  await own.connectApp(credentials.viewer.person)
  await fillNotifications(console, own.brandId)
  const traded = await trade(console, own.brandId, credentials)
  const ids: Ids = {
    ...traded,
    ...(await findIds(console, own.brandId)),
    import_id: own.importId,
    invitation_id: 'inv_' + '1'.repeat(32),
    person_id: (await console.person({ [own.brandId]: 'owner' })).id,
    id: own.endpointId,
    endpoint_id: own.endpointId,
  }
  await sql`
    insert into storefront.ordered_stock (brand_id, transaction_id, product_id, quantity, created_by)
    select brand_id, transaction_id, product_id, quantity, created_by
    from commerce.transaction_items where brand_id = ${own.brandId} and product_id is not null
    on conflict do nothing`
  await sql`
    insert into storefront.hidden_products (brand_id, product_id, title, product, content_hash, created_at, updated_at, hidden_by)
    values (${own.brandId}, 'hidden', 'Hidden', '{"id": "hidden", "title": "Hidden"}', 'hash', '2026-11-01', '2026-11-01', 'key_of_shop')`
  await sql`
    insert into storefront.order_events (brand_id, transaction_id, webhook_url, protocol_version, created_by)
    select brand_id, transaction_id, 'https://agent.example/orders', '2026-04-08', created_by
    from commerce.transactions where brand_id = ${own.brandId}`
  await markCanaries(sql, own.brandId, credentials.strangerId)
  const copies = await Promise.all(
    (['sibling', 'foreign', 'archived'] as const).map(
      async (name) =>
        [
          name,
          await copyBrand(sql, {
            from: own,
            to: brands[name],
            toAccount: name === 'sibling' ? own.accountId : other,
            name,
            ids,
          }),
        ] as const,
    ),
  )
  for (const [name, copied] of copies) {
    const { keyId } = await issueKey(sql, name === 'sibling' ? own.accountId : other, { brandId: brands[name] })
    await sql`update core.api_keys set name = ${`CANARY_${name}_core_api_keys`} where key_id = ${keyId}`
    Object.assign(copied, { key_id: keyId, grant_id: await connectApp(console, [brands[name]]) })
  }
  await sql`update core.brands set status = 'archived' where brand_id = ${brands.archived}`
  const page = await credentials.viewer.browser.open(`/console/brands/${brands.own}`)
  return {
    console,
    brands,
    ids: {
      own: ids,
      ...(Object.fromEntries(copies) as Record<'sibling' | 'foreign' | 'archived', Ids>),
      missing: mapIds(ids, (id) => id.replace(/[0-9a-f]{32}$/, '0'.repeat(32))),
      malformed: mapIds(ids, () => 'b\u0000'),
    },
    credentials,
    formToken: /(?<=name="form_token" value=")[^"]+/.exec(page.html)?.[0] ?? '',
    stop: () => console.stop(),
  }
}

function mapIds(ids: Ids, as: (id: string) => string): Ids {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, as(id)]))
}

/** Fills the tables of brand data that no factory fills, so that every table has a row. */
async function fillRest({ database }: ConsoleScene, brandId: string): Promise<void> {
  const { sql } = database
  await ingest(database, brandId, [
    {
      date: '2026-11-18',
      platform: 'google',
      account_id: 'a',
      campaign_id: campaignId,
      campaign_name: 'Own',
      spend: 5,
      revenue: 9,
    },
  ])
  await ingest(database, brandId, [
    {
      date: '2026-11-18',
      hour: 9,
      platform: 'tiktok',
      account_id: 't',
      campaign_id: '9',
      campaign_name: 'Nine',
      spend: 3,
      adset_id: 'x',
      adset_name: 'x',
      ad_id: 'y',
      ad_name: 'y',
      creative_id: 'z',
      creative_name: 'z',
      revenue: 9,
    },
  ])
  await sql`
    with uploaded as (
      insert into analytics.uploads (brand_id, file_name, state) values (${brandId}, 'CANARY_own_analytics_uploads', 'received')
      returning brand_id, upload_id
    )
    insert into analytics.upload_chunks (brand_id, upload_id, position, bytes)
    select brand_id, upload_id, 0, 'date,platform,spend' from uploaded`
  await sql`insert into core.brand_schedules (brand_id, queue, made_at) values (${brandId}, 'trust', now())`
  const bundles = [{ id: 'set', name: 'A set', price: 50, products: ['tent-0', 'tent-1'] }]
  const shipping = { state: 'configured', destinations: [{ country: 'US', service: 'Parcel', price: 5 }] }
  const payment = { state: 'configured', methods: [{ type: 'card', brands: ['visa'] }] }
  await configure(database, brandId, {
    description: 'A shop',
    category: 'Outdoor',
    bundles,
    shipping,
    payment,
    website: 'https://shop.example',
    legal_name: 'A',
    support_contact: 'a@shop.example',
  })
  await sql`
    insert into storefront.certificates (brand_id, certificate_id, level, issued_at, valid_until)
    values (${brandId}, ${'crt_' + 'c'.repeat(32)}, 'silver', '2026-01-01', '2026-12-31T00:00:00Z')`
  await sql`
    insert into storefront.trust_signals (brand_id, signal_id, component, value, occurred_at, source)
    values (${brandId}, 's1', 'fulfillment', 1, '2026-11-01', 'import')`
  await sql`
    insert into core.invitations (brand_id, invitation_id, email, role)
    values (${brandId}, ${'inv_' + '1'.repeat(32)}, 'viewer@people.example', 'viewer'),
      (${brandId}, ${'inv_' + '2'.repeat(32)}, 'owner@people.example', 'owner')`
  await sql`
    with opened as (
      insert into storefront.checkouts (brand_id, kind, line_items, expires_at)
      values (${brandId}, 'checkout', '[{"item_id": "CANARY_own_storefront_checkouts", "quantity": 1}]', '2030-01-01T00:00:00Z'),
        (${brandId}, 'cart', '[{"item_id": "CANARY_own_storefront_checkouts", "quantity": 1}]', '2030-01-01T00:00:00Z')
      returning brand_id, line_items
    )
    insert into storefront.checkout_requests (brand_id, request_key, request_hash, answer)
    select brand_id, sha256('key'), sha256('request'), line_items from opened limit 1`
  await sql`insert into analytics.identity_links values (${brandId}, 'visitor', 'linked')`
  await sql`
    insert into analytics.erased_visitors (brand_id, visitor_hash) values (${brandId}, analytics.visitor_hash(${brandId}, 'erased'))`
  await sql`
    insert into core.job_failures (brand_id, queue, subject, error_class)
    values (${brandId}, 'forecasts', 'CANARY_own_core_job_failures', '22012')`
  // A reason may be a text, which the page shows as it is.
  await sql`
    update analytics.import_rejections set reasons = '["CANARY_own_analytics_import_rejections"]'
    where brand_id = ${brandId}`
  await sql`
    insert into analytics.unfinished_days (brand_id, entity_id, day, by_hour)
    select brand_id, entity_id, '2026-11-18', false from analytics.entities where brand_id = ${brandId} and level = 'account' limit 1`
  await sql`insert into analytics.detected_days (brand_id, day, tested, flagged, detected_at) values (${brandId}, '2026-11-19', 1, 1, now())`
  await stock(database, brandId, [
    { id: productId, title: 'Ridge tent, green', price: 90, item_group_id: 'ridge' },
    { id: 'tent-1', title: 'Ridge tent, red', price: 107, item_group_id: 'ridge' },
  ])
  await review(database, brandId, [
    {
      id: 'said',
      product_id: productId,
      rating: 4,
      created_at: '2026-11-02T00:00:00Z',
      author: 'Ada',
      title: 'Dry',
      body: 'It kept us dry.',
    },
  ])
  await sql`update analytics.creatives set headline = 'Out there' where brand_id = ${brandId}`
  await stock(database, brandId, [{ id: 'named', title: 'Lantern', brand: 'Glow', category: 'Lights' }])
  await sql`
    insert into webhooks.secrets (endpoint_id, sealed)
    select endpoint_id, repeat('k', 16) || '.' || repeat('s', 80) from webhooks.endpoints where brand_id = ${brandId}`
  await sql`select events.sequence_events()`
  await sql`insert into analytics.attribution_transitions values (${brandId}, '2026-11-19', 'google', 'meta', 1, 1, 1)`
  const touch = {
    customer_id: 'reported',
    touched_at: '2026-11-18T00:00:00Z',
    channel: 'CANARY_own_analytics_touchpoints',
    kind: 'click',
    touch_id: 'reported',
  }
  await ingestJourneys(
    database,
    brandId,
    [touch],
    [{ order_id: 'reported', customer_id: 'reported', ordered_at: '2026-11-18T09:00:00Z', revenue: 9 }],
  )
  await sql`
    insert into analytics.targets (brand_id, month, campaign_entity_id, budget_micros)
    select ${brandId}, date '2026-11-01', entity_id, 9000000 from analytics.entities where brand_id = ${brandId} and level = 'campaign'
    union all select ${brandId}, date '2026-11-01', null, 9000000`
  await sql`
    insert into analytics.experiments
      (brand_id, name, platform, metric, starts_on, pairs, block_days, washout_days, seed, power, created_by)
    values (${brandId}, 'Off', 'google', 'orders', '2026-12-01', 6, 7, 1, 1, '{"level":0.9,"power":0.8,"days":84,"history_from":"2026-05-21","history_to":"2026-08-12","effects":[]}', 'key')`
  await sql`
    insert into analytics.promotions (brand_id, name, starts_on, ends_on, created_by)
    values (${brandId}, 'Sale', '2026-12-01', '2026-12-07', 'key')`
  await sql`
    with added as (
      insert into analytics.alert_rules (brand_id, name, metric, comparison, threshold, days, created_by, changed_by)
      values (${brandId}, 'Weak', 'roas', 'below', 2, 2, 'key', 'key')
      returning brand_id, rule_id
    )
    insert into analytics.rule_alerts (brand_id, rule_id, first_on, last_on, value, rule)
    select brand_id, rule_id, '2026-11-18', '2026-11-19', 1.5, '{}' from added`
  await sql`
    insert into analytics.attribution_changes (brand_id, model, click_days, view_days, half_life_hours, accounting, version)
    values (${brandId}, 'linear', 7, 1, 24, 'cash', 1)`
  await sql`insert into analytics.chosen_detectors (brand_id, detector) values (${brandId}, 'revenue_drop')`
  await sql`
    insert into analytics.anomaly_thresholds (brand_id, detector, entity_id, z_min)
    select brand_id, detector, entity_id, 3 from analytics.anomalies where brand_id = ${brandId} limit 1`
}

/** Fills the tables of mails and messages about a brand, for each of its members and a Slack channel. */
async function fillNotifications({ database: { sql } }: ConsoleScene, brandId: string): Promise<void> {
  await sql`
    insert into core.slack_receivers (brand_id, receiver_id, sealed, host, ending)
    values (${brandId}, ${`slk_${'5'.repeat(32)}`}, ${`${'k'.repeat(16)}.sealed`}, 'hooks.slack.com', 'CANA')`
  await sql`
    insert into core.notification_choices (brand_id, person_id, kind, is_on)
    select brand_id, person_id, 'alerts', true from core.memberships where brand_id = ${brandId}`
  await sql`
    insert into oauth.notifications (brand_id, person_id, kind, subject_id)
    select brand_id, person_id, 'alerts', 'an event' from core.memberships where brand_id = ${brandId}`
  await sql`
    insert into oauth.notification_mails (brand_id, person_id, kind)
    select brand_id, person_id, 'alerts' from core.memberships where brand_id = ${brandId}`
  await sql`
    insert into oauth.unsubscribe_tokens (token_hash, brand_id, person_id, kind, expires_at)
    select sha256(person_id::text::bytea), brand_id, person_id, 'alerts', '2027-01-01' from core.memberships where brand_id = ${brandId}`
}

async function findIds({ database: { sql } }: ConsoleScene, brandId: string): Promise<Ids> {
  const [row] = await sql`
    select
      (select anomaly_id from analytics.anomalies where brand_id = ${brandId} and status = 'active' limit 1) as anomaly_id,
      (select experiment_id from analytics.experiments where brand_id = ${brandId}) as experiment_id,
      (select promotion_id from analytics.promotions where brand_id = ${brandId}) as promotion_id,
      (select rule_id from analytics.alert_rules where brand_id = ${brandId}) as rule_id,
      (select proposal_id from connector.proposals where brand_id = ${brandId} and status = 'pending_approval' limit 1) as proposal_id,
      (select delivery_id from webhooks.deliveries where brand_id = ${brandId} and status = 'delivered' limit 1) as delivery_id,
      (select upload_id from analytics.uploads where brand_id = ${brandId}) as upload_id,
      (select key_id from core.api_keys where brand_id = ${brandId} and prefix = 'pk_live_' limit 1) as key_id,
      (select source_id from sources.sources where brand_id = ${brandId}) as source_id,
      (select connection_id from sources.sources where brand_id = ${brandId}) as connection_id,
      (select grant_id from oauth.grants order by created_at desc limit 1) as grant_id`
  return { ...(row as Ids), product_id: productId, campaign_id: campaignId }
}
