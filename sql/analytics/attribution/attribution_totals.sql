create function analytics.attributed_new_customers(brand_id text, date_from date, date_to date)
returns double precision
language sql stable
return (
  -- Each model credits every new customer once, so that their number is the same under all of them.
  select sum(credits.new_customers)
  from analytics.attribution_credits as credits
  where credits.brand_id = attributed_new_customers.brand_id
    and credits.model = 'linear'
    and credits.day between attributed_new_customers.date_from and attributed_new_customers.date_to
);
comment on function analytics.attributed_new_customers(text, date, date) is
  'The number of new customers with an attributed order in a range. Null without any credits.';

create function analytics.attributed_value(metric text, revenue numeric, conversions numeric, spend numeric, roas numeric, cac numeric)
returns numeric
language sql immutable
return case attributed_value.metric
  when 'revenue' then attributed_value.revenue
  when 'purchases' then attributed_value.conversions
  when 'spend' then attributed_value.spend
  when 'roas' then attributed_value.roas
  else attributed_value.cac
end;
comment on function analytics.attributed_value(text, numeric, numeric, numeric, numeric, numeric) is 'The number of a metric of GET /v1/attribution.';

create function analytics.attribution_totals(
  brand core.brands, date_from date, date_to date, metric text, known_orders analytics.data_status, ratio_days analytics.ratio_days
)
returns table (
  orders numeric, touches numeric, total numeric, unattributed_revenue numeric, unattributed_conversions numeric, computed_at timestamptz
)
language sql stable
as $$
  select
    coalesce(sums.orders, known.zero),
    coalesce(sums.touches, known.zero),
    analytics.attributed_value(
      attribution_totals.metric,
      coalesce(sums.value_micros, known.zero) * 0.000001,
      coalesce(sums.conversions, known.zero),
      -- Subqueries, so that those of the other metrics are not computed.
      (
        select sum(platforms.spend_micros) * 0.000001
        from analytics.platform_spend((attribution_totals.brand).brand_id, attribution_totals.date_from, attribution_totals.date_to) as platforms
      ),
      analytics.store_efficiency(attribution_totals.brand, attribution_totals.ratio_days),
      case when attribution_totals.metric = 'cac' then analytics.acquisition_cost(attribution_totals.brand, attribution_totals.ratio_days) end
    ),
    coalesce(sums.unattributed_value_micros, known.zero) * 0.000001,
    coalesce(sums.unattributed_conversions, known.zero),
    -- Simulated data is the same whenever it was made.
    case when current_user = 'vitrine_simulated'
      then ((attribution_totals.known_orders).last_on + 1)::timestamp at time zone 'UTC'
      else sums.computed_at
    end
  from analytics.attribution_sums((attribution_totals.brand).brand_id, attribution_totals.date_from, attribution_totals.date_to) as sums
  cross join (
    -- A day between the first and the last order without a row had no order. Other days are unknown.
    select case when attribution_totals.date_from <= (attribution_totals.known_orders).last_on and attribution_totals.date_to >= (attribution_totals.known_orders).first_on
      then 0
    end as zero
  ) as known;
$$;
comment on function analytics.attribution_totals(core.brands, date, date, text, analytics.data_status, analytics.ratio_days) is
  'The total of a metric over a range, unrounded, what of it is unattributed, and the number of orders and touches behind it. known_orders: the period for which '
  'the brand has orders. ratio_days: the days of ROAS and CAC (analytics.ratio_days). CAC is '
  'analytics.acquisition_cost.';

grant execute on function
  analytics.attributed_new_customers(text, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  analytics.attributed_value(text, numeric, numeric, numeric, numeric, numeric),
  analytics.attribution_totals(core.brands, date, date, text, analytics.data_status, analytics.ratio_days)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
