/** The pairs of bench/pairs.ts: a read of the demo, and SQL by hand that returns the same values. */
import type { Sql } from 'postgres'
import { sha256Hex } from '../shared/credentials/sha256.ts'

// oxlint-disable-next-line no-explicit-any
export type Answer = any

/** Two statements that each return one JSON value. */
export interface Pair {
  name: string
  goal: number
  ours: string
  handwritten: string
  /** Takes the compared values from an answer of ours, as the statement by hand returns them. */
  values: (answer: Answer) => unknown
  /** By how much numbers may differ. */
  tolerance?: number
  /** Whether the pair measures a whole request: ours as the login of the functions, the other as the owner. */
  isRequest?: boolean
}

/** The pairs, for 13 whole weeks and 30 days of the demo. The last reported day can be incomplete and is left out. */
export async function pairs(sql: Sql, key: string): Promise<Pair[]> {
  const [days] = await sql<{ sunday: string; monday: string; last: string; first: string }[]>`
    select weeks.sunday::text, (weeks.sunday - 90)::text as monday, (last_on - 1)::text as last, (last_on - 30)::text as first
    from analytics.data_status
    cross join lateral (select date_trunc('week', last_on)::date - 1 as sunday) as weeks
    where brand_id = 'brd_aurora' and kind = 'ads_daily'`
  if (!days) throw new Error('The demo has no reports of brd_aurora.')
  return [
    {
      name: 'analytics.metrics, account by day',
      goal: 0.6,
      ours: `select analytics.metrics('brd_aurora', '${days.monday}', '${days.sunday}', "limit" => 100)`,
      handwritten: `
        with sums as (
          select
            facts.day, sum(facts.spend_micros) * 0.000001 as spend, sum(facts.revenue_micros) * 0.000001 as revenue,
            sum(facts.conversions_micros) * 0.000001 as conversions
          from analytics.rollups_daily as facts
          where facts.brand_id = 'brd_aurora' and facts.level = 'account' and facts.day between '${days.monday}' and '${days.sunday}'
          group by rollup (facts.day)
        )
        select json_agg(
          json_build_object(
            'date', sums.day, 'spend', round(sums.spend, 2), 'revenue', round(sums.revenue, 2),
            'roas', round(sums.revenue / nullif(sums.spend, 0), 6), 'cpa', round(sums.spend / nullif(sums.conversions, 0), 2),
            'conversions', round(sums.conversions, 6)
          )
          order by sums.day
        )
        from sums`,
      values: (answer) => [...answer.data, { date: null, ...answer.totals }],
    },
    {
      name: 'analytics.metrics, campaign by week',
      goal: 0.6,
      ours: `select analytics.metrics('brd_aurora', '${days.monday}', '${days.sunday}', 'campaign', granularity => 'week', "limit" => 1000)`,
      handwritten: `
        with sums as (
          select
            date_trunc('week', facts.day)::date as week, facts.entity_id, sum(facts.spend_micros) * 0.000001 as spend,
            sum(facts.revenue_micros) * 0.000001 as revenue, sum(facts.conversions_micros) * 0.000001 as conversions
          from analytics.rollups_daily as facts
          where facts.brand_id = 'brd_aurora' and facts.level = 'campaign' and facts.day between '${days.monday}' and '${days.sunday}'
          group by grouping sets ((1, 2), ())
        )
        select json_agg(
          json_build_object(
            'date', sums.week, 'platform', campaigns.platform, 'account_id', accounts.external_id, 'campaign_id', campaigns.external_id,
            'campaign_name', campaigns.name, 'campaign_status', campaigns.status, 'spend', round(sums.spend, 2), 'revenue', round(sums.revenue, 2),
            'roas', round(sums.revenue / nullif(sums.spend, 0), 6), 'cpa', round(sums.spend / nullif(sums.conversions, 0), 2),
            'conversions', round(sums.conversions, 6)
          )
          order by sums.week, sums.spend desc
        )
        from sums
        left join analytics.entities as campaigns on campaigns.brand_id = 'brd_aurora' and campaigns.entity_id = sums.entity_id
        left join analytics.entities as accounts on accounts.brand_id = 'brd_aurora' and accounts.entity_id = campaigns.account_entity_id`,
      values: (answer) => [
        ...answer.data,
        {
          date: null,
          platform: null,
          account_id: null,
          campaign_id: null,
          campaign_name: null,
          campaign_status: null,
          ...answer.totals,
        },
      ],
    },
    {
      name: 'storefront.products, first 20',
      goal: 0.5,
      ours: `select storefront.products('brd_aurora')`,
      handwritten: `
        select json_build_object(
          'total', (select count(*) from storefront.products where products.brand_id = 'brd_aurora'),
          'products', json_agg(
            json_build_object(
              'id', page.product_id, 'title', page.title, 'summary', page.description, 'availability', page.availability,
              'price', json_build_object(
                'amount', round(page.price_micros / 1000000.0, 2), 'currency', page.currency,
                'formatted', round(page.price_micros / 1000000.0, 2) || ' ' || page.currency, 'amount_minor', page.price_micros / 10000
              ),
              'list_price', case when page.list_price_micros is not null then json_build_object(
                'amount', round(page.list_price_micros / 1000000.0, 2), 'currency', page.currency,
                'formatted', round(page.list_price_micros / 1000000.0, 2) || ' ' || page.currency, 'amount_minor', page.list_price_micros / 10000
              ) end,
              'rating', case when page.shown_count > 0
                then json_build_object('score', round(page.shown_score, 2), 'count', page.shown_count) end,
              'attributes', page.attributes, 'purchase_url', page.link, 'images', page.images,
              'percent', case when peers.compared_products >= 3
                then round(100.0 * page.price_micros / peers.middle_price_micros - 100) end
            )
            order by page.product_id
          )
        )
        from (select * from storefront.products where products.brand_id = 'brd_aurora' order by products.product_id limit 20) as page
        left join storefront.names as peers on peers.brand_id = 'brd_aurora' and peers.kind = 'category' and peers.name = page.category`,
      values: ({ meta, products }) => ({
        total: meta.total,
        products: products.map(({ comparison_context, ...product }: Answer) => ({
          list_price: null,
          ...product,
          percent: comparison_context?.values.percent ?? null,
        })),
      }),
    },
    {
      name: 'analytics.attribution, 30 days',
      goal: 0.6,
      // Ours rounds the revenue of the channels together, so that it adds up to the total.
      tolerance: 0.01,
      ours: `select analytics.attribution('brd_aurora', '${days.first}', '${days.last}')`,
      handwritten: `
        with credits as (
          select
            held.channel,
            sum(held.value_micros) filter (where held.model = settings.model) / 1000000 as revenue,
            sum(held.conversions) filter (where held.model = settings.model) as conversions,
            sum(held.new_customers) filter (where held.model = settings.model) as customers,
            sum(held.conversions) filter (where held.model = 'first_touch') as first_touches,
            sum(held.conversions) filter (where held.model = 'last_touch') as last_touches,
            sum(held.conversions) filter (where held.model = 'participation') as participations
          from analytics.attribution_settings as settings
          join analytics.attribution_credits as held
            on held.brand_id = 'brd_aurora' and held.model in (settings.model, 'first_touch', 'last_touch', 'participation')
          where settings.brand_id = 'brd_aurora' and held.day between '${days.first}' and '${days.last}'
          group by held.channel
        ),
        spent as (
          select accounts.platform, sum(facts.spend_micros) * 0.000001 as spend
          from analytics.rollups_daily as facts
          join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
          where facts.brand_id = 'brd_aurora' and facts.level = 'account' and facts.day between '${days.first}' and '${days.last}'
          group by accounts.platform
        )
        select json_build_object(
          'total', round(sum(held.value_micros) * 0.000001, 2), 'unattributed', round(sum(held.unattributed_value_micros) * 0.000001, 2),
          'orders', sum(held.orders), 'touches', sum(held.touches),
          'channels', (
            select json_agg(
              json_build_object(
                'channel', credits.channel, 'revenue', round(credits.revenue::numeric, 2), 'conversions', round(credits.conversions::numeric, 6),
                'first_touches', coalesce(round(credits.first_touches::numeric), 0), 'last_touches', coalesce(round(credits.last_touches::numeric), 0),
                'assisted', coalesce(round((credits.participations - coalesce(credits.last_touches, 0))::numeric), 0), 'spend', round(spent.spend, 2),
                'roas', round((credits.revenue / nullif(spent.spend, 0))::numeric, 6),
                'cac', round((spent.spend / nullif(credits.customers, 0))::numeric, 2)
              )
              order by credits.revenue desc, credits.channel
            )
            from credits
            left join spent on spent.platform = credits.channel
          )
        )
        from analytics.attribution_days as held
        where held.brand_id = 'brd_aurora' and held.day between '${days.first}' and '${days.last}'`,
      values: (answer) => ({
        total: answer.total,
        unattributed: answer.unattributed.value,
        orders: answer.conversions_considered,
        touches: answer.touchpoints_considered,
        channels: answer.channels.map((row: Answer) => ({
          channel: row.channel,
          revenue: row.attributed_revenue,
          conversions: row.attributed_conversions,
          first_touches: row.first_touches,
          last_touches: row.last_touches,
          assisted: row.assisted_conversions,
          spend: row.spend,
          roas: row.roas,
          cac: row.cac,
        })),
      }),
    },
    request(key),
  ]
}

/**
 * The request GET /v1/brands, counted by Redis. By hand: a transaction finds the key, compares the limit of its plan, limits itself to the
 * role and the brands of the key, and reads. The platforms of a brand are those of its facts and of its connected sources, as the API
 * documents. It records no use of the key, and returns no reset time, error or refusal.
 */
function request(key: string): Pair {
  const hash = `'\\x${sha256Hex(key)}'`
  return {
    name: 'core.call of /v1/brands',
    goal: 0.9,
    ours: `select body from core.call('analytics.brands', ${hash}, '127.0.0.1', '{}', counted => 1)`,
    // pgbench reads a colon before a word as a variable.
    handwritten: `
      begin;
      select
        set_config('vitrine.brand_ids', array_agg(brands.brand_id)::text, true),
        1 <= any_value(coalesce(key_kinds.requests_per_minute, plans.requests_per_minute)) as is_within_limit
      from core.api_keys
      join core.key_kinds on key_kinds.prefix = api_keys.prefix
      join core.accounts on accounts.account_id = api_keys.account_id
      join core.plans on plans.plan = accounts.plan
      join core.brands on brands.account_id = api_keys.account_id and (api_keys.brand_id is null or brands.brand_id = api_keys.brand_id)
      where api_keys.hash = ${hash} and api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())
        and 'read' || ':' || 'marketing' = any (api_keys.scopes) and brands.status <> 'archived';
      set local role vitrine_key;
      select json_build_object('data', json_agg(
        json_build_object(
          'id', brands.brand_id, 'name', brands.name, 'currency', brands.currency, 'timezone', brands.timezone, 'status', brands.status,
          'platforms', array(
            select entities.platform from analytics.entities
            where entities.brand_id = brands.brand_id and entities.level = 'account'
            union
            select case sources.platform when 'google_ads' then 'google' else sources.platform end from sources.sources
            where sources.brand_id = brands.brand_id and sources.status <> 'disconnected' and sources.platform in ('google_ads', 'meta', 'tiktok')
            order by 1
          )
        )
        order by brands.name
      ))
      from core.brands;
      commit`,
    values: (answer) => answer,
    isRequest: true,
  }
}
