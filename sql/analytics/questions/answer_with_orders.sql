create function analytics.order_rows(brand core.brands, unit text, date_from date, date_to date, days analytics.ratio_days default null)
returns table (first_on date, figures jsonb)
language sql stable
as $$
  with buckets as (
    select begun.at::date as first_on
    from pg_catalog.generate_series(
      pg_catalog.date_trunc(order_rows.unit, order_rows.date_from::timestamp), order_rows.date_to::timestamp, ('1 ' || order_rows.unit)::interval
    ) as begun (at)
    where order_rows.unit is not null
    union all
    select order_rows.date_from where order_rows.unit is null
  ),
  -- Without a unit there is one bucket, the whole range.
  sums as (
    select
      coalesce(pg_catalog.date_trunc(order_rows.unit, days.day::timestamp)::date, order_rows.date_from) as first_on,
      sum(days.conversions) as conversions, sum(days.value_micros) as value_micros
    from analytics.attribution_days as days
    where days.brand_id = (order_rows.brand).brand_id and days.day between order_rows.date_from and order_rows.date_to
    group by 1
  ),
  customers as (
    select
      coalesce(pg_catalog.date_trunc(order_rows.unit, days.day::timestamp)::date, order_rows.date_from) as first_on,
      sum(days.new_customers) as new_customers, sum(days.unknown_orders) as unknown_orders
    from analytics.new_customers_by_day(order_rows.brand, order_rows.date_from, order_rows.date_to) as days
    group by 1
  )
  select
    buckets.first_on,
    pg_catalog.jsonb_build_object(
      'orders', coalesce(sums.conversions, 0),
      'store_revenue', pg_catalog.trim_scale(pg_catalog.round(coalesce(sums.value_micros, 0) * 0.000001, currencies.exponent)),
      'aov', pg_catalog.trim_scale(pg_catalog.round(sums.value_micros * 0.000001 / nullif(sums.conversions, 0)::numeric, currencies.exponent)),
      'new_customers', case when coalesce(customers.unknown_orders, 0) = 0 then coalesce(customers.new_customers, 0) end,
      'unknown_orders', coalesce(customers.unknown_orders, 0),
      'mer', case when (order_rows.days).first_on is not null then pg_catalog.trim_scale(pg_catalog.round(
        analytics.store_efficiency(order_rows.brand, row(
          greatest(buckets.first_on, (order_rows.days).first_on),
          least(coalesce((buckets.first_on + ('1 ' || order_rows.unit)::interval)::date - 1, order_rows.date_to), (order_rows.days).last_on),
          true
        )::analytics.ratio_days), 6
      )) end
    )
  from buckets
  left join sums on sums.first_on = buckets.first_on
  left join customers on customers.first_on = buckets.first_on
  join core.currencies on currencies.currency = (order_rows.brand).currency;
$$;
comment on function analytics.order_rows(core.brands, text, date, date, analytics.ratio_days) is
  'Returns the orders, their revenue and average value, the new customers and the MER of each day, week from Monday, or month, or of the whole range without a unit, as the totals of '
  'attribution: less refunds, by the accounting of the brand. The first and the last period have only their days in the range. new_customers is null '
  'if an order does not say whether its customer is new, and unknown_orders is the number of such orders. mer is analytics.store_efficiency of the days '
  'of analytics.ratio_days that are given: null without them.';

create function analytics.order_figures(brand core.brands, date_from date, date_to date, days analytics.ratio_days default null)
returns jsonb
language sql stable
return (
  select whole.figures
  from analytics.order_rows(order_figures.brand, null, order_figures.date_from, order_figures.date_to, order_figures.days) as whole
);
comment on function analytics.order_figures(core.brands, date, date, analytics.ratio_days) is 'Returns the figures of orders of a range (analytics.order_rows).';

create function analytics.order_channels(
  brand core.brands, metrics text[], model text, date_from date, date_to date, channels text[], sort text, "limit" integer
)
returns json
language sql stable
as $$
  with rows as (
    select
      pg_catalog.jsonb_build_object('channel', credits.channel) || (
        select pg_catalog.jsonb_object_agg(metric.name, pg_catalog.trim_scale(pg_catalog.round(
          case metric.name when 'orders' then credits.conversions when 'store_revenue' then credits.value_micros / 1000000 when 'new_customers' then credits.new_customers end::numeric,
          case metric.name when 'store_revenue' then currencies.exponent else 2 end
        )))
        from pg_catalog.unnest(order_channels.metrics) as metric (name)
      ) as value,
      case order_channels.metrics[1] when 'orders' then credits.conversions when 'store_revenue' then credits.value_micros / 1000000 when 'new_customers' then credits.new_customers end::numeric as credited
    from analytics.channel_credits((order_channels.brand).brand_id, order_channels.model, order_channels.date_from, order_channels.date_to) as credits
    join core.currencies on currencies.currency = (order_channels.brand).currency
    where order_channels.channels is null or pg_catalog.lower(credits.channel) = any (analytics.lowered(order_channels.channels))
  ),
  placed as (
    select
      rows.value, rows.credited,
      pg_catalog.row_number() over (
        order by (rows.value ->> order_channels.metrics[1])::numeric * case order_channels.sort when 'asc' then 1 else -1 end, rows.value ->> 'channel'
      ) as place
    from rows
  )
  select pg_catalog.json_build_object(
    'data', coalesce((select pg_catalog.jsonb_agg(placed.value order by placed.place) from placed where placed.place <= order_channels."limit"), '[]'),
    'total_rows', (select count(*) from placed),
    'credited', (select coalesce(sum(placed.credited), 0) from placed)
  );
$$;
comment on function analytics.order_channels(core.brands, text[], text, date, date, text[], text, integer) is
  'Returns the figures of orders that each channel is credited with under a model, as in attribution, and the unrounded credited sum of the first metric.';

create function analytics.mer_warnings(brand core.brands, days analytics.ratio_days, date_from date, date_to date, orders analytics.data_status)
returns jsonb[]
language sql stable
return analytics.store_ratio_warnings(
  mer_warnings.brand,
  -- Days without any known spend are whole for attribution, which has orders to show. MER has nothing to show.
  row((mer_warnings.days).first_on, (mer_warnings.days).last_on, (mer_warnings.days).is_whole and (mer_warnings.days).first_on is not null)::analytics.ratio_days,
  mer_warnings.date_from, mer_warnings.date_to, mer_warnings.orders
);
comment on function analytics.mer_warnings(core.brands, analytics.ratio_days, date, date, analytics.data_status) is
  'Warnings of analytics.store_ratio_warnings, also for known orders without any known spend, for which MER is null.';

create function analytics.answer_with_orders(brand core.brands, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_with_orders.brand;
  v_time constant jsonb := answer_with_orders.interpretation -> 'time';
  v_metrics constant text[] := analytics.texts(answer_with_orders.interpretation -> 'metrics');
  v_channels constant text[] := analytics.texts(answer_with_orders.interpretation #> '{filters,channel}');
  v_asked_from constant date := (v_time ->> 'date_from')::date;
  v_asked_to constant date := (v_time ->> 'date_to')::date;
  v_known analytics.data_status;
  v_days analytics.ratio_days;
  v_base_days analytics.ratio_days;
  v_from date;
  v_to date;
  v_compared record;
  v_model text;
  v_known_figures jsonb;
  v_figures jsonb;
  v_base jsonb;
  v_channel_rows json;
  v_data jsonb := '[]'::jsonb;
  v_total bigint;
  v_uncredited numeric;
  v_warnings jsonb[] := '{}'::jsonb[];
begin
  select data_status.* into v_known
  from analytics.data_status
  where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  v_from := greatest(v_asked_from, v_known.first_on);
  v_to := least(v_asked_to, v_known.last_on);
  if v_time ->> 'compare_from' is not null then
    v_compared := analytics.comparable_part(v_asked_from, v_asked_to, (v_time ->> 'compare_from')::date, (v_time ->> 'compare_to')::date, v_known.last_on);
    v_to := coalesce(v_compared.last_on, v_to);
  end if;
  if v_from <> v_asked_from or v_to <> v_asked_to then
    v_warnings := v_warnings || platform.warning(
      'orders_are_known_for', pg_catalog.jsonb_build_object('first_on', v_known.first_on, 'last_on', v_known.last_on)
    );
  end if;
  if v_to >= v_from then
    if 'mer' = any (v_metrics) then
      v_days := analytics.ratio_days(v_brand, v_from, v_to, v_known);
      v_warnings := v_warnings || analytics.mer_warnings(v_brand, v_days, v_from, v_to, v_known);
    end if;
    v_known_figures := analytics.order_figures(v_brand, v_from, v_to, v_days);
    if (v_known_figures ->> 'unknown_orders')::bigint > 0 and 'new_customers' = any (v_metrics) then
      v_warnings := v_warnings || platform.warning(
        'new_customers_are_unknown', pg_catalog.jsonb_build_object('orders', v_known_figures -> 'unknown_orders')
      );
    end if;
    select pg_catalog.jsonb_object_agg(metric.name, v_known_figures -> metric.name) into v_figures
    from pg_catalog.unnest(v_metrics) as metric (name);
    if answer_with_orders.interpretation ->> 'group_by' = 'channel' then
      select settings.model into strict v_model from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
      v_channel_rows := analytics.order_channels(
        v_brand, v_metrics, v_model, v_from, v_to, v_channels, answer_with_orders.interpretation ->> 'sort',
        coalesce((answer_with_orders.interpretation ->> 'limit')::integer, 50)
      );
      v_data := v_channel_rows -> 'data';
      v_total := (v_channel_rows ->> 'total_rows')::bigint;
      v_warnings := v_warnings || platform.warning('orders_are_credited', pg_catalog.jsonb_build_object('model', v_model));
      v_uncredited := pg_catalog.round(
        (v_figures ->> v_metrics[1])::numeric - (v_channel_rows ->> 'credited')::numeric,
        case v_metrics[1] when 'store_revenue' then (select currencies.exponent from core.currencies where currencies.currency = v_brand.currency) else 1 end
      );
      if v_channels is null and v_model <> 'participation' and v_uncredited > 0 then
        v_warnings := v_warnings || platform.warning('orders_have_no_channel', pg_catalog.jsonb_build_object(
          'metric', v_metrics[1], 'total', (v_figures ->> v_metrics[1])::numeric,
          'uncredited', pg_catalog.trim_scale(v_uncredited)
        ));
      end if;
    elsif v_time ->> 'compare_from' is not null then
      -- A compared time before the first known order is not known.
      if v_compared.base_first_on >= v_known.first_on then
        if 'mer' = any (v_metrics) then
          v_base_days := analytics.ratio_days(v_brand, v_compared.base_first_on, v_compared.base_last_on, v_known);
          v_warnings := v_warnings || analytics.mer_warnings(v_brand, v_base_days, v_compared.base_first_on, v_compared.base_last_on, v_known);
        end if;
        select pg_catalog.jsonb_object_agg(metric.name, figures.value -> metric.name) into v_base
        from analytics.order_figures(v_brand, v_compared.base_first_on, v_compared.base_last_on, v_base_days) as figures (value)
        cross join pg_catalog.unnest(v_metrics) as metric (name);
      end if;
      v_data := pg_catalog.jsonb_build_array(
        pg_catalog.jsonb_build_object('period', 'current', 'date_from', v_from, 'date_to', v_to) || v_figures
          || analytics.differences(v_figures, v_base, v_metrics, 'change'),
        pg_catalog.jsonb_build_object(
          'period', 'previous', 'date_from', coalesce(v_compared.base_first_on, (v_time ->> 'compare_from')::date),
          'date_to', coalesce(v_compared.base_last_on, (v_time ->> 'compare_to')::date)
        ) || coalesce(v_base, '{}')
      );
    elsif v_time ->> 'granularity' is not null then
      select coalesce(pg_catalog.jsonb_agg(period.value order by period.first_on), '[]') into v_data
      from (
        select rows.first_on, pg_catalog.jsonb_build_object('date', rows.first_on) || pg_catalog.jsonb_object_agg(metric.name, rows.figures -> metric.name) as value
        from analytics.order_rows(v_brand, v_time ->> 'granularity', v_from, v_to, v_days) as rows
        cross join pg_catalog.unnest(v_metrics) as metric (name)
        group by rows.first_on
      ) as period;
    else
      v_data := pg_catalog.jsonb_build_array(v_figures);
    end if;
  end if;
  v_total := coalesce(v_total, pg_catalog.jsonb_array_length(v_data));
  return pg_catalog.json_build_object(
    'data', v_data,
    'total_rows', v_total,
    'truncated', v_total > pg_catalog.jsonb_array_length(v_data),
    'data_through', v_known.last_on,
    'warnings', pg_catalog.to_jsonb(v_warnings)
  );
end
$$;
comment on function analytics.answer_with_orders(core.brands, jsonb) is
  'Answers a question about orders, store revenue, average order value, new customers or MER from the imported orders, as attribution counts them: a total, by day, week or month, by '
  'channel under the model of the brand, or compared with another time. Raises NTRDY without orders.';

grant execute on function
  analytics.order_rows(core.brands, text, date, date, analytics.ratio_days),
  analytics.order_figures(core.brands, date, date, analytics.ratio_days),
  analytics.order_channels(core.brands, text[], text, date, date, text[], text, integer),
  analytics.mer_warnings(core.brands, analytics.ratio_days, date, date, analytics.data_status),
  analytics.answer_with_orders(core.brands, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
