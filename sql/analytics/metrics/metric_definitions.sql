create table analytics.metric_definitions (
  position smallint generated always as identity,
  name text not null,
  label text not null,
  unit text not null,
  better text not null,
  description text,
  source_column text,
  multiplier integer not null default 1,
  numerator text not null,
  denominator text,
  formula text not null generated always as (
    case when multiplier = 1 then '' else multiplier::text || ' * ' end
    || case when denominator is not null and numerator like '% %' then '(' || numerator || ')' else numerator end
    || coalesce(' / ' || denominator, '')
  ) stored,
  additive boolean not null generated always as (denominator is null and name <> 'reach') stored,
  bases text[] not null default '{}',
  constraint metric_definitions_pkey primary key (name),
  constraint metric_definitions_unit_check check (unit in ('money', 'count', 'fraction', 'multiple')),
  constraint metric_definitions_better_check check (better in ('up', 'down'))
);
comment on table analytics.metric_definitions is
  'The metric catalog. Base metrics are columns of the facts, the others are derived from sums of base metrics. Queries and GET '
  '/v1/metrics/definitions use it.';
comment on column analytics.metric_definitions.numerator is 'Expression over base metrics. With a denominator of 0 or null the metric is null, never 0.';
comment on column analytics.metric_definitions.additive is 'Whether rows can be added up. False for ratios and reach.';
comment on column analytics.metric_definitions.description is 'Description of what the formula does not show. Null if not needed.';
comment on column analytics.metric_definitions.better is 'up means that more is better, down that less is better.';

insert into analytics.metric_definitions (name, label, unit, better, source_column, numerator) values
  ('spend', 'Spend', 'money', 'down', 'spend_micros', 'spend'),
  ('revenue', 'Revenue', 'money', 'up', 'revenue_micros', 'revenue'),
  ('cogs', 'Cost of goods sold', 'money', 'down', 'cogs_micros', 'cogs'),
  ('refunds', 'Refunds', 'money', 'down', 'refunds_micros', 'refunds'),
  ('store_revenue', 'Store revenue', 'money', 'up', 'store_revenue_micros', 'store_revenue'),
  ('impressions', 'Impressions', 'count', 'up', 'impressions', 'impressions'),
  ('clicks', 'Clicks (all)', 'count', 'up', 'clicks', 'clicks'),
  ('link_clicks', 'Link clicks', 'count', 'up', 'link_clicks', 'link_clicks'),
  ('landing_page_views', 'Landing page views', 'count', 'up', 'landing_page_views', 'landing_page_views'),
  ('reach', 'Reach', 'count', 'up', 'reach', 'reach'),
  ('conversions', 'Conversions', 'count', 'up', 'conversions_micros', 'conversions'),
  ('view_conversions', 'View-through conversions', 'count', 'up', 'view_conversions_micros', 'view_conversions'),
  ('purchases', 'Purchases', 'count', 'up', 'purchases_micros', 'purchases'),
  ('leads', 'Leads', 'count', 'up', 'leads_micros', 'leads'),
  ('installs', 'App installs', 'count', 'up', 'installs_micros', 'installs'),
  ('add_to_carts', 'Adds to cart', 'count', 'up', 'add_to_carts_micros', 'add_to_carts'),
  ('checkouts', 'Checkouts started', 'count', 'up', 'checkouts_micros', 'checkouts'),
  ('new_customers', 'New customers', 'count', 'up', 'new_customers_micros', 'new_customers'),
  ('orders', 'Store orders', 'count', 'up', 'orders', 'orders'),
  ('video_views_3s', '3-second video views', 'count', 'up', 'video_views_3s', 'video_views_3s'),
  ('thruplays', 'ThruPlays', 'count', 'up', 'thruplays', 'thruplays'),
  ('video_p25', 'Video watched to 25 %', 'count', 'up', 'video_p25', 'video_p25'),
  ('video_p50', 'Video watched to 50 %', 'count', 'up', 'video_p50', 'video_p50'),
  ('video_p75', 'Video watched to 75 %', 'count', 'up', 'video_p75', 'video_p75'),
  ('video_p100', 'Video watched to the end', 'count', 'up', 'video_p100', 'video_p100');

insert into analytics.metric_definitions (name, label, unit, better, multiplier, numerator, denominator) values
  ('profit', 'Profit', 'money', 'up', 1, 'revenue - cogs - spend', null),
  ('roas', 'ROAS', 'multiple', 'up', 1, 'revenue', 'spend'),
  ('poas', 'POAS', 'multiple', 'up', 1, 'revenue - cogs - spend', 'spend'),
  ('mer', 'Marketing efficiency ratio', 'multiple', 'up', 1, 'store_revenue', 'spend'),
  ('cpa', 'CPA', 'money', 'down', 1, 'spend', 'conversions'),
  ('cpp', 'Cost per purchase', 'money', 'down', 1, 'spend', 'purchases'),
  ('cpl', 'Cost per lead', 'money', 'down', 1, 'spend', 'leads'),
  ('cpi', 'Cost per install', 'money', 'down', 1, 'spend', 'installs'),
  ('cac', 'Customer acquisition cost', 'money', 'down', 1, 'spend', 'new_customers'),
  ('cpc', 'Cost per click', 'money', 'down', 1, 'spend', 'clicks'),
  ('cplc', 'Cost per link click', 'money', 'down', 1, 'spend', 'link_clicks'),
  ('cpm', 'Cost per thousand impressions', 'money', 'down', 1000, 'spend', 'impressions'),
  ('cpv', 'Cost per 3-second video view', 'money', 'down', 1, 'spend', 'video_views_3s'),
  ('ctr', 'Click-through rate', 'fraction', 'up', 1, 'clicks', 'impressions'),
  ('link_ctr', 'Link click-through rate', 'fraction', 'up', 1, 'link_clicks', 'impressions'),
  ('cvr', 'Conversion rate', 'fraction', 'up', 1, 'conversions', 'clicks'),
  ('atc_rate', 'Add-to-cart rate', 'fraction', 'up', 1, 'add_to_carts', 'link_clicks'),
  ('aov', 'Average order value', 'money', 'up', 1, 'revenue', 'purchases'),
  ('rpc', 'Revenue per click', 'money', 'up', 1, 'revenue', 'clicks'),
  ('acos', 'Advertising cost of sales', 'fraction', 'down', 1, 'spend', 'revenue'),
  ('frequency', 'Frequency', 'multiple', 'down', 1, 'impressions', 'reach'),
  ('spend_share', 'Share of spend', 'fraction', 'up', 1, 'spend', 'total_spend'),
  ('hook_rate', 'Hook rate', 'fraction', 'up', 1, 'video_views_3s', 'impressions'),
  ('hold_rate', 'Hold rate', 'fraction', 'up', 1, 'thruplays', 'video_views_3s');

update analytics.metric_definitions as metric
set bases = array(
  select base.name
  from analytics.metric_definitions as base
  where base.source_column is not null
    and pg_catalog.concat_ws(' ', metric.numerator, metric.denominator) ~ ('\m' || base.name || '\M')
  order by base.position
);

update analytics.metric_definitions as metric
set description = described.description
from (
  values
    ('profit', 'An account that has never reported revenue, or never the cost of goods, is left out. Spend counts on days without a sale too.'),
    (
      'cac',
      'By the new customers that ad platforms claim: two platforms may claim the same customer. By the first orders of the store it is in the SQL view '
      'analytics.monthly_acquisition.'
    )
) as described (name, description)
where metric.name = described.name;

create function analytics.metric_definitions()
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'data',
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'name', metric_definitions.name,
        'label', metric_definitions.label,
        'unit', metric_definitions.unit,
        'formula', metric_definitions.formula,
        'additive', metric_definitions.additive,
        'better', metric_definitions.better,
        'description', metric_definitions.description
      )
      order by metric_definitions.position
    )
  )
  from analytics.metric_definitions;
$$;
comment on function analytics.metric_definitions() is 'GET /v1/metrics/definitions: every metric with its unit and formula.';
grant execute on function analytics.metric_definitions() to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.metric_definitions', 'read:marketing', brand => 'none', may_lag => true, served_by => '{analytics,mcp,console}');
