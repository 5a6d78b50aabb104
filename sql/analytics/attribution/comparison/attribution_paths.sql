create function analytics.attribution_paths(
  brand_id text,
  date_from date,
  date_to date,
  click_days integer default null,
  view_days integer default null,
  "limit" integer default 50,
  page integer default 1
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_orders analytics.data_status;
  v_settings analytics.attribution_settings;
  v_rows record;
begin
  perform platform.require_page(attribution_paths."limit", attribution_paths.page);
  perform analytics.check_range(attribution_paths.date_from, attribution_paths.date_to, 'day');
  v_brand := core.data_brand(attribution_paths.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_settings.click_days := coalesce(attribution_paths.click_days, v_settings.click_days);
  v_settings.view_days := coalesce(attribution_paths.view_days, v_settings.view_days);
  perform platform.require_number('click_days', v_settings.click_days, 1, 365);
  perform platform.require_number('view_days', v_settings.view_days, 0, 365);
  with movements as materialized (
    select held.order_id, sum(held.value_micros) as value_micros, sum(held.conversions) as conversions,
      sum(held.new_customers) as new_customers
    from analytics.order_movements(
      v_brand.brand_id, v_settings.accounting, v_brand.timezone, attribution_paths.date_from, attribution_paths.date_to
    ) as held
    group by held.order_id
  ),
  paths as (
    select
      touches.order_id, pg_catalog.array_agg(touches.channel order by touches.position) as path,
      extract(epoch from touches.ordered_at - min(touches.touched_at)) / 86400 as days
    from analytics.touches_of_range(v_brand, v_settings, attribution_paths.date_from, attribution_paths.date_to) as touches
    group by touches.ordered_at, touches.order_id
  ),
  counted as materialized (
    select
      paths.path, sum(movements.conversions) as orders, sum(movements.value_micros) as value_micros, sum(movements.new_customers) as new_customers,
      avg(paths.days) as days
    from paths
    join movements using (order_id)
    group by paths.path
  )
  select
    (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'path', shown.path,
          'orders', shown.orders,
          'share', pg_catalog.round(shown.orders / nullif((select sum(counted.orders) from counted), 0), 6),
          'revenue', pg_catalog.trim_scale(pg_catalog.round(shown.value_micros * 0.000001, v_exponent)),
          'new_customers', shown.new_customers,
          'days_to_order', pg_catalog.trim_scale(pg_catalog.round(shown.days, 1))
        )
        order by shown.orders desc, shown.value_micros desc, shown.path
      )
      from (
        select * from counted
        order by counted.orders desc, counted.value_micros desc, counted.path
        limit attribution_paths."limit" offset attribution_paths."limit"::bigint * (attribution_paths.page - 1)
      ) as shown
    ) as data,
    (select count(*) from counted) as total_rows
  into v_rows;
  return pg_catalog.json_build_object(
    'brand_id', attribution_paths.brand_id,
    'date_from', attribution_paths.date_from,
    'date_to', attribution_paths.date_to,
    'window', pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days),
    'data', coalesce(v_rows.data, '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_through', v_orders.last_on,
      'total_rows', v_rows.total_rows,
      'truncated', v_rows.total_rows > attribution_paths."limit"::bigint * attribution_paths.page,
      'warnings', analytics.attribution_warnings(
        v_brand, attribution_paths.date_from, attribution_paths.date_to, 'revenue', null, v_orders, '{}'
      )
    )
  );
end
$$;
comment on function analytics.attribution_paths(text, date, date, integer, integer, integer, integer) is
  'GET /v1/attribution/paths: the paths of channels to the orders of a range, most frequent first. Raises NTRDY if no order was ever ingested.';
grant execute on function analytics.attribution_paths(text, date, date, integer, integer, integer, integer) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution_paths', 'read:marketing', may_lag => true, served_by => '{analytics,console}');
