create function analytics.previewed_credits(
  brand core.brands, settings analytics.attribution_settings, date_from date, date_to date,
  out channels text[], out credits double precision[], out total numeric, out credited numeric
)
returns record
language plpgsql stable
as $$
declare
  v_first timestamptz;
  v_last timestamptz;
begin
  select sum(movements.value_micros) * 0.000001, min(movements.ordered_at), max(movements.ordered_at) into total, v_first, v_last
  from analytics.order_movements(
    (previewed_credits.brand).brand_id, (previewed_credits.settings).accounting, (previewed_credits.brand).timezone,
    previewed_credits.date_from, previewed_credits.date_to
  ) as movements;
  with amounts as materialized (
    select movements.order_id, sum(movements.value_micros) as value_micros
    from analytics.order_movements(
      (previewed_credits.brand).brand_id, (previewed_credits.settings).accounting, (previewed_credits.brand).timezone,
      previewed_credits.date_from, previewed_credits.date_to
    ) as movements
    group by movements.order_id
  ),
  touches as materialized (
    select
      held.order_id, held.channel,
      sum(case (previewed_credits.settings).model
        when 'first_touch' then held.first_touch
        when 'last_touch' then held.last_touch
        when 'last_non_direct' then held.last_non_direct
        when 'linear' then held.linear
        when 'linear_unique' then held.linear_unique
        when 'position' then held.position_based
        when 'time_decay' then held.time_decay
      end) as share
    from analytics.touches_before_orders(
      (previewed_credits.brand).brand_id, (previewed_credits.settings).click_days, (previewed_credits.settings).view_days,
      (previewed_credits.settings).half_life_hours, (previewed_credits.settings).first_share::double precision,
      (previewed_credits.settings).last_share::double precision, (previewed_credits.settings).is_collapsed,
      (previewed_credits.settings).is_cut_at_orders, (previewed_credits.settings).direct_channels
    ) as held
    where held.brand_id = (previewed_credits.brand).brand_id and held.ordered_at >= v_first and held.ordered_at <= v_last
    group by held.order_id, held.channel
  ),
  parts as (
    select touches.channel, sum(touches.share * amounts.value_micros) / 1000000 as credit
    from touches
    join amounts on amounts.order_id = touches.order_id
    group by touches.channel
  )
  select
    pg_catalog.array_agg(parts.channel order by parts.channel),
    pg_catalog.array_agg(parts.credit order by parts.channel),
    (select sum(amounts.value_micros) * 0.000001 from amounts where amounts.order_id in (select touches.order_id from touches))
  into channels, credits, credited
  from parts;
end
$$;
comment on function analytics.previewed_credits(core.brands, analytics.attribution_settings, date, date) is
  'The value that each channel is credited with for the orders of a range under the given settings, the value of these orders, and the part of it '
  'with touches, in units of the currency and not rounded. Stores nothing. Not for the model markov.';

create function analytics.previewed_channels(
  brand core.brands, settings analytics.attribution_settings, date_from date, date_to date, exponent integer, ratio_days analytics.ratio_days
)
returns table (channel text, revenue numeric, roas numeric, total numeric, unattributed numeric)
language sql stable
as $$
  select
    parts.channel, parts.revenue,
    pg_catalog.round(
      (
        case when (previewed_channels.ratio_days).is_whole then parts.credit else coalesce(ratio.credit, 0) end * 1000000
          / nullif(spent.spend_micros, 0)
      )::numeric, 6
    ),
    pg_catalog.round(preview.total, previewed_channels.exponent),
    pg_catalog.round(preview.total - coalesce(preview.credited, 0), previewed_channels.exponent)
  from analytics.previewed_credits(
    previewed_channels.brand, previewed_channels.settings, previewed_channels.date_from, previewed_channels.date_to
  ) as preview
  left join lateral rows from (
    pg_catalog.unnest(preview.channels),
    pg_catalog.unnest(preview.credits),
    pg_catalog.unnest(analytics.round_to_total(preview.credits, preview.credited, previewed_channels.exponent))
  ) as parts (channel, credit, revenue) on true
  left join lateral analytics.channel_spend(
    (previewed_channels.brand).brand_id, preview.channels, (previewed_channels.ratio_days).first_on, (previewed_channels.ratio_days).last_on
  ) as spent on spent.channel = parts.channel
  left join (
    select held.channel, held.credit
    from (select previewed_channels.ratio_days as days where not (previewed_channels.ratio_days).is_whole) as other
    cross join lateral analytics.previewed_credits(
      previewed_channels.brand, previewed_channels.settings, (other.days).first_on, (other.days).last_on
    ) as own
    cross join lateral rows from (pg_catalog.unnest(own.channels), pg_catalog.unnest(own.credits)) as held (channel, credit)
  ) as ratio on ratio.channel = parts.channel;
$$;
comment on function analytics.previewed_channels(core.brands, analytics.attribution_settings, date, date, integer, analytics.ratio_days) is
  'The revenue and ROAS of each channel under the given settings, rounded as in GET /v1/attribution, with the totals in each row.';

create function analytics.stored_channels(
  brand_id text, model text, date_from date, date_to date, exponent integer, ratio_days analytics.ratio_days
)
returns table (channel text, revenue numeric, roas numeric, total numeric, unattributed numeric)
language sql stable
as $$
  select
    results.channel, results.revenue, results.roas,
    pg_catalog.round(sums.value_micros * 0.000001, stored_channels.exponent),
    pg_catalog.round(sums.unattributed_value_micros * 0.000001, stored_channels.exponent)
  from analytics.attribution_sums(stored_channels.brand_id, stored_channels.date_from, stored_channels.date_to) as sums
  left join analytics.channel_results(
    stored_channels.brand_id, stored_channels.model, stored_channels.date_from, stored_channels.date_to, 'revenue', stored_channels.exponent,
    stored_channels.ratio_days
  ) as results on true;
$$;
comment on function analytics.stored_channels(text, text, date, date, integer, analytics.ratio_days) is
  'The columns of analytics.previewed_channels for the stored windows and accounting of the brand, as GET /v1/attribution returns them.';

create function analytics.attribution_preview(
  brand_id text,
  model text default null,
  click_days integer default null,
  view_days integer default null,
  half_life_hours integer default null,
  accounting text default null,
  days integer default 28
)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := core.data_brand(attribution_preview.brand_id);
  v_stored constant analytics.attribution_settings := analytics.attribution_settings_of(v_brand.brand_id);
  v_chosen analytics.attribution_settings := v_stored;
  v_orders analytics.data_status;
  v_exponent smallint;
  v_last constant date := (platform.now() at time zone v_brand.timezone)::date - 1;
  v_first date;
  v_days analytics.ratio_days;
  v_has_stored_paths boolean;
  v_channels jsonb;
  v_totals jsonb;
begin
  perform platform.require_number('days', attribution_preview.days, 1, 92);
  perform platform.require_choice(
    'model', attribution_preview.model,
    array(select models.model from analytics.attribution_models as models where models.model <> 'participation' order by models.position) || null::text
  );
  v_first := v_last - attribution_preview.days + 1;
  v_chosen.model := coalesce(attribution_preview.model, v_stored.model);
  v_chosen.click_days := coalesce(attribution_preview.click_days, v_stored.click_days);
  v_chosen.view_days := coalesce(attribution_preview.view_days, v_stored.view_days);
  v_chosen.half_life_hours := coalesce(attribution_preview.half_life_hours, v_stored.half_life_hours);
  v_chosen.accounting := coalesce(attribution_preview.accounting, v_stored.accounting);
  perform analytics.check_attribution(v_chosen);
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  v_has_stored_paths := (v_chosen.click_days, v_chosen.view_days, v_chosen.half_life_hours, v_chosen.accounting)
    = (v_stored.click_days, v_stored.view_days, v_stored.half_life_hours, v_stored.accounting);
  if v_chosen.model = 'markov' and not v_has_stored_paths then
    perform platform.fail('NTRDY', 'markov_is_previewed_with_stored_windows');
  end if;

  v_days := analytics.ratio_days(v_brand, v_first, v_last, v_orders);
  with stored as materialized (
    select * from analytics.stored_channels(v_brand.brand_id, v_stored.model, v_first, v_last, v_exponent, v_days)
  ),
  chosen as materialized (
    select held.* from analytics.stored_channels(v_brand.brand_id, v_chosen.model, v_first, v_last, v_exponent, v_days) as held where v_has_stored_paths
    union all
    select held.* from analytics.previewed_channels(v_brand, v_chosen, v_first, v_last, v_exponent, v_days) as held where not v_has_stored_paths
  )
  select
    (
      select coalesce(
        pg_catalog.jsonb_agg(
          pg_catalog.jsonb_build_object(
            'channel', coalesce(stored.channel, chosen.channel),
            'stored', pg_catalog.jsonb_build_object('revenue', coalesce(stored.revenue, 0), 'roas', pg_catalog.trim_scale(stored.roas)),
            'chosen', pg_catalog.jsonb_build_object('revenue', coalesce(chosen.revenue, 0), 'roas', pg_catalog.trim_scale(chosen.roas))
          )
          order by stored.revenue desc nulls last, chosen.revenue desc nulls last, coalesce(stored.channel, chosen.channel)
        ), '[]'
      )
      from (select * from stored where stored.channel is not null) as stored
      full join (select * from chosen where chosen.channel is not null) as chosen on chosen.channel = stored.channel
    ),
    pg_catalog.jsonb_build_object(
      'stored', (select pg_catalog.jsonb_build_object('total', stored.total, 'unattributed', stored.unattributed) from stored limit 1),
      'chosen', (select pg_catalog.jsonb_build_object('total', chosen.total, 'unattributed', chosen.unattributed) from chosen limit 1)
    )
  into v_channels, v_totals;
  return pg_catalog.jsonb_build_object(
    'brand_id', attribution_preview.brand_id,
    'date_from', v_first,
    'date_to', v_last,
    'currency', v_brand.currency,
    'stored', analytics.shown_attribution(v_stored) || (v_totals -> 'stored'),
    'chosen', analytics.shown_attribution(v_chosen) || (v_totals -> 'chosen'),
    'channels', v_channels,
    'data_through', v_orders.last_on,
    'partial', analytics.is_attribution_partial(v_brand, v_first, v_last, 'revenue', v_orders),
    'warnings', analytics.ratio_warnings(v_days, v_first, v_last, v_orders)
      || analytics.order_warnings(v_brand.brand_id, v_first, v_last, v_orders)
  );
end
$$;
comment on function analytics.attribution_preview(text, text, integer, integer, integer, text, integer) is
  'GET /v1/attribution-preview: the revenue and ROAS of each channel over the days up to yesterday, under the settings of the brand and under the '
  'given ones. Stores nothing. Raises BADRQ for invalid settings, and NTRDY if no order was ever ingested or for markov '
  'with other windows than the stored ones.';
grant execute on function
  analytics.previewed_credits(core.brands, analytics.attribution_settings, date, date),
  analytics.previewed_channels(core.brands, analytics.attribution_settings, date, date, integer, analytics.ratio_days),
  analytics.stored_channels(text, text, date, date, integer, analytics.ratio_days),
  analytics.attribution_preview(text, text, integer, integer, integer, text, integer)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution_preview', 'read:marketing', served_by => '{analytics,console}');
