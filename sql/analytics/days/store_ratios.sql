create function analytics.platform_spend(brand_id text, date_from date, date_to date)
returns table (platform text, spend_micros numeric)
language sql stable
as $$
  select accounts.platform, sum(facts.spend_micros)
  from analytics.rollups_daily as facts
  join analytics.entities as accounts on accounts.brand_id = facts.brand_id and accounts.entity_id = facts.entity_id
  where facts.brand_id = core.data_brand_id(platform_spend.brand_id)
    and facts.level = 'account'
    and facts.day between platform_spend.date_from and platform_spend.date_to
  group by accounts.platform;
$$;
comment on function analytics.platform_spend(text, date, date) is
  'The spend of each platform in a range, in micros. Raises NTFND for an unknown brand.';

create function analytics.attribution_sums(brand_id text, date_from date, date_to date)
returns table (
  orders numeric, touches numeric, value_micros numeric, conversions numeric,
  unattributed_value_micros numeric, unattributed_conversions numeric, computed_at timestamptz
)
language sql stable
as $$
  select
    sum(days.orders), sum(days.touches), sum(days.value_micros), sum(days.conversions),
    sum(days.unattributed_value_micros), sum(days.unattributed_conversions), max(days.computed_at)
  from analytics.attribution_days as days
  where days.brand_id = core.data_brand_id(attribution_sums.brand_id) and days.day between attribution_sums.date_from and attribution_sums.date_to;
$$;
comment on function analytics.attribution_sums(text, date, date) is
  'The sums of analytics.attribution_days over a range, and when the latest of its days was computed. All null without a day.';

create function analytics.store_efficiency(brand core.brands, days analytics.ratio_days)
returns numeric
language sql stable
return (
  select coalesce(sold.value_micros, 0)
  from analytics.attribution_sums(
    (store_efficiency.brand).brand_id, (store_efficiency.days).first_on, (store_efficiency.days).last_on
  ) as sold
) / (
  select nullif(sum(platforms.spend_micros), 0)
  from analytics.platform_spend(
    (store_efficiency.brand).brand_id, (store_efficiency.days).first_on, (store_efficiency.days).last_on
  ) as platforms
);
comment on function analytics.store_efficiency(core.brands, analytics.ratio_days) is
  'The only rule of the marketing efficiency ratio (MER) by orders: the revenue of all orders, less refunds, divided by the spend of all ad accounts, '
  'unrounded. days: the days of analytics.ratio_days, or a part of them. Null without such days and without spend.';

create function analytics.new_customer_roas(
  brand core.brands, accounting text, days analytics.ratio_days, known_orders analytics.data_status
)
returns numeric
language sql stable
return (
  select kinds.value_micros
  from analytics.customer_kinds(
    new_customer_roas.brand, new_customer_roas.accounting, (new_customer_roas.days).first_on, (new_customer_roas.days).last_on, new_customer_roas.known_orders
  ) as kinds
  where kinds.kind = 'new'
    and analytics.unmarked_orders(new_customer_roas.brand, (new_customer_roas.days).first_on, (new_customer_roas.days).last_on) = 0
) / (
  select nullif(sum(platforms.spend_micros), 0)
  from analytics.platform_spend(
    (new_customer_roas.brand).brand_id, (new_customer_roas.days).first_on, (new_customer_roas.days).last_on
  ) as platforms
);
comment on function analytics.new_customer_roas(core.brands, text, analytics.ratio_days, analytics.data_status) is
  'The revenue of the orders of new customers, less refunds, divided by the spend of all ad accounts on the days of analytics.ratio_days, unrounded. Null '
  'without such days, without spend, and if an order of these days does not say whether its customer is new, as analytics.acquisition_cost.';

create function analytics.store_ratios(brand core.brands, accounting text, days analytics.ratio_days, known_orders analytics.data_status)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'mer', pg_catalog.trim_scale(pg_catalog.round(analytics.store_efficiency(store_ratios.brand, store_ratios.days), 6)),
  'new_customer_roas', pg_catalog.trim_scale(pg_catalog.round(
    analytics.new_customer_roas(store_ratios.brand, store_ratios.accounting, store_ratios.days, store_ratios.known_orders), 6
  )),
  'ratio_days', case when (store_ratios.days).first_on is not null then pg_catalog.jsonb_build_object(
    'date_from', (store_ratios.days).first_on, 'date_to', (store_ratios.days).last_on, 'is_whole', (store_ratios.days).is_whole
  ) end
);
comment on function analytics.store_ratios(core.brands, text, analytics.ratio_days, analytics.data_status) is
  'The ratios of orders and spend of GET /v1/attribution/comparison: mer and new_customer_roas, to six digits, and their days.';

create function analytics.store_ratio_warnings(
  brand core.brands, days analytics.ratio_days, date_from date, date_to date, known_orders analytics.data_status
)
returns jsonb[]
language sql stable
return analytics.ratio_warnings(
  store_ratio_warnings.days, store_ratio_warnings.date_from, store_ratio_warnings.date_to, store_ratio_warnings.known_orders
) || case when (store_ratio_warnings.days).first_on is not null
  then analytics.partial_warnings(store_ratio_warnings.brand, (store_ratio_warnings.days).first_on, (store_ratio_warnings.days).last_on)
  else '{}'
end;
comment on function analytics.store_ratio_warnings(core.brands, analytics.ratio_days, date, date, analytics.data_status) is
  'Warnings of ratios of orders and spend: the days that they cover, and those of these days that an ad account has not reported or not finished, whose '
  'missing spend makes the ratios too high.';

grant execute on function analytics.attribution_sums(text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  analytics.platform_spend(text, date, date),
  analytics.store_efficiency(core.brands, analytics.ratio_days),
  analytics.new_customer_roas(core.brands, text, analytics.ratio_days, analytics.data_status),
  analytics.store_ratios(core.brands, text, analytics.ratio_days, analytics.data_status),
  analytics.store_ratio_warnings(core.brands, analytics.ratio_days, date, date, analytics.data_status)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
