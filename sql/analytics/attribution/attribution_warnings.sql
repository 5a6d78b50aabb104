create function analytics.order_warnings(brand_id text, date_from date, date_to date, orders analytics.data_status)
returns jsonb[]
language plpgsql stable
as $$
begin
  return (
    select
      coalesce(pg_catalog.array_agg(known.warning order by known.position), '{}')
      || sources.unread_warnings(order_warnings.brand_id, order_warnings.date_from, order_warnings.date_to, report => 'orders')
      || sources.unread_warnings(order_warnings.brand_id, order_warnings.date_from, order_warnings.date_to, report => 'transactions')
    from (
      select
        1 as position,
        platform.warning('earlier_orders_are_unknown', pg_catalog.jsonb_build_object('first_on', (order_warnings.orders).first_on)) as warning
      where order_warnings.date_from < (order_warnings.orders).first_on
      union all
      select 2, platform.warning('later_orders_are_unknown', pg_catalog.jsonb_build_object('last_on', (order_warnings.orders).last_on))
      where order_warnings.date_to > (order_warnings.orders).last_on
      union all
      select 3, platform.warning('range_has_no_known_orders')
      where order_warnings.date_from > (order_warnings.orders).last_on or order_warnings.date_to < (order_warnings.orders).first_on
      union all
      select 4, platform.warning('journeys_are_unknown')
      where not exists (
        select from analytics.data_status where data_status.brand_id = order_warnings.brand_id and data_status.kind = 'journeys'
      )
      union all
      select 5, core.failure_warning(order_warnings.brand_id, 'attribution')
    ) as known
    where known.warning is not null
  );
end
$$;
comment on function analytics.order_warnings(text, date, date, analytics.data_status) is 'What is missing in the orders and journeys of a range. orders: the period for which the brand has orders.';

create function analytics.unattributed_spend(brand core.brands, date_from date, date_to date, results analytics.channel_result[])
returns jsonb[]
language sql stable
as $$
  select coalesce(
    pg_catalog.array_agg(
      platform.warning(
        'spend_has_no_single_channel',
        pg_catalog.jsonb_build_object(
          'platform', spent.platform,
          'spend', pg_catalog.round(spent.spend_micros * 0.000001, currencies.exponent)::text,
          'currency', currencies.currency
        )
      )
      order by spent.platform
    ), '{}'
  )
  from analytics.platform_spend((unattributed_spend.brand).brand_id, unattributed_spend.date_from, unattributed_spend.date_to) as spent
  join core.currencies on currencies.currency = (unattributed_spend.brand).currency
  where spent.spend_micros > 0
    and not exists (
      select from pg_catalog.unnest(unattributed_spend.results) as results
      where results.platform = spent.platform and results.spend is not null
    );
$$;
comment on function analytics.unattributed_spend(core.brands, date, date, analytics.channel_result[]) is
  'A warning for each platform whose spend is in no row: it has no channel in the paths, or several, so that its spend cannot be divided.';

create function analytics.attribution_warnings(
  brand core.brands, date_from date, date_to date, metric text, platform text, orders analytics.data_status, results analytics.channel_result[]
)
returns jsonb[]
language plpgsql stable
as $$
begin
  return (
    select
      analytics.order_warnings((attribution_warnings.brand).brand_id, attribution_warnings.date_from, attribution_warnings.date_to, attribution_warnings.orders)
      || analytics.platform_warnings((attribution_warnings.brand).brand_id, attribution_warnings.platform)
      || case when attribution_warnings.platform is not null then array[platform.warning('totals_are_of_all_platforms')] else '{}' end
      || case when attribution_warnings.metric in ('revenue', 'purchases')
        then array(
          select platform.warning('orders_of_today_are_not_over', pg_catalog.jsonb_build_object('today', today.day))
          from (select (platform.now() at time zone (attribution_warnings.brand).timezone)::date as day) as today
          where today.day between attribution_warnings.date_from and attribution_warnings.date_to
        )
        else analytics.partial_warnings(attribution_warnings.brand, attribution_warnings.date_from, attribution_warnings.date_to)
          || analytics.unattributed_spend(
            attribution_warnings.brand, attribution_warnings.date_from, attribution_warnings.date_to, attribution_warnings.results
          )
      end
  );
end
$$;
comment on function analytics.attribution_warnings(core.brands, date, date, text, text, analytics.data_status, analytics.channel_result[]) is
  'What a reader of the attribution of a range must know. orders: the period for which the brand has orders.';

create function analytics.is_attribution_partial(brand core.brands, date_from date, date_to date, metric text, orders analytics.data_status)
returns boolean
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return not (
    is_attribution_partial.date_from >= (is_attribution_partial.orders).first_on
    and is_attribution_partial.date_to <= least(
      (is_attribution_partial.orders).last_on, (platform.now() at time zone (is_attribution_partial.brand).timezone)::date - 1
    )
    and not exists (
      select from sources.unread_days(
        (is_attribution_partial.brand).brand_id, is_attribution_partial.date_from, is_attribution_partial.date_to, report => 'orders'
      )
    )
    and (
      is_attribution_partial.metric in ('revenue', 'purchases')
      or analytics.complete_days((is_attribution_partial.brand).brand_id, is_attribution_partial.date_from, is_attribution_partial.date_to)
        @> pg_catalog.daterange(is_attribution_partial.date_from, is_attribution_partial.date_to, '[]')
    )
  );
end
$$;
comment on function analytics.is_attribution_partial(core.brands, date, date, text, analytics.data_status) is
  'Whether orders are missing in a range, or for metrics of spend the reports of an account.';
grant execute on function
  analytics.order_warnings(text, date, date, analytics.data_status),
  analytics.unattributed_spend(core.brands, date, date, analytics.channel_result[]),
  analytics.attribution_warnings(core.brands, date, date, text, text, analytics.data_status, analytics.channel_result[]),
  analytics.is_attribution_partial(core.brands, date, date, text, analytics.data_status)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
