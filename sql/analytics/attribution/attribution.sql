create function analytics.channel_answer(result analytics.channel_result, metric text, total numeric)
returns json
-- A stable function becomes a part of the query that calls it. An immutable one with such arguments does not.
language sql stable
return pg_catalog.json_build_object(
  'channel', (channel_answer.result).channel,
  'platform', (channel_answer.result).platform,
  'attributed_value', pg_catalog.trim_scale((channel_answer.result).attributed_value),
  'share', case when channel_answer.metric in ('revenue', 'purchases', 'spend')
    then pg_catalog.round((channel_answer.result).attributed_value / nullif(channel_answer.total, 0), 6)
  end,
  'attributed_revenue', pg_catalog.trim_scale((channel_answer.result).revenue),
  'attributed_conversions', pg_catalog.trim_scale((channel_answer.result).conversions),
  'assisted_conversions', (channel_answer.result).assisted_conversions,
  'first_touches', (channel_answer.result).first_touches,
  'last_touches', (channel_answer.result).last_touches,
  'spend', pg_catalog.trim_scale((channel_answer.result).spend),
  'roas', pg_catalog.trim_scale((channel_answer.result).roas),
  'cac', pg_catalog.trim_scale((channel_answer.result).cac)
);
comment on function analytics.channel_answer(analytics.channel_result, text, numeric) is
  'A channel in the response of GET /v1/attribution. total: the total of the metric, of which the channel has a share.';

create function analytics.attribution(
  brand_id text,
  date_from date,
  date_to date,
  metric text default 'revenue',
  channels text[] default null,
  model text default null,
  platform text default null
)
returns json
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand core.brands;
  v_exponent smallint;
  v_settings analytics.attribution_settings;
  v_orders analytics.data_status;
  v_model text;
  v_platforms text[];
  v_days analytics.ratio_days;
  v_totals record;
  v_results analytics.channel_result[];
  v_unattributed numeric;
  v_decimals integer;
begin
  perform platform.require_choice('metric', attribution.metric, array['purchases', 'revenue', 'spend', 'roas', 'cac']);
  perform platform.require_choice(
    'model', attribution.model, array(select models.model from analytics.attribution_models as models order by models.position) || null::text
  );
  perform analytics.check_range(attribution.date_from, attribution.date_to, 'day');
  v_brand := core.data_brand(attribution.brand_id);
  select currencies.exponent into strict v_exponent from core.currencies where currencies.currency = v_brand.currency;
  select * into v_orders from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'orders';
  if not found then
    perform platform.fail('NTRDY', 'no_orders_are_ingested');
  end if;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = v_brand.brand_id;
  v_model := coalesce(attribution.model, v_settings.model);
  if v_model = 'markov' then
    perform analytics.require_lost_journeys(v_brand.brand_id);
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, attribution.platform);
  perform analytics.check_channels(v_brand.brand_id, attribution.channels);

  v_days := analytics.ratio_days(v_brand, attribution.date_from, attribution.date_to, v_orders);
  select * into strict v_totals
  from analytics.attribution_totals(v_brand, attribution.date_from, attribution.date_to, attribution.metric, v_orders, v_days);
  v_results := array(
    select results
    from analytics.channel_results(
      v_brand.brand_id, v_model, attribution.date_from, attribution.date_to, attribution.metric, v_exponent, v_days
    ) as results
  );
  v_decimals := case when attribution.metric in ('revenue', 'spend', 'cac') then v_exponent else 6 end;
  v_unattributed := case attribution.metric
    when 'revenue' then v_totals.unattributed_revenue
    when 'purchases' then v_totals.unattributed_conversions
    when 'spend' then pg_catalog.round(v_totals.total, v_decimals) - (select coalesce(sum(results.spend), 0) from pg_catalog.unnest(v_results) as results)
  end;

  return pg_catalog.json_build_object(
    'brand_id', attribution.brand_id,
    'date_from', attribution.date_from,
    'date_to', attribution.date_to,
    'metric', attribution.metric,
    'model', v_model,
    'model_version', v_settings.version,
    'window', pg_catalog.json_build_object('click_days', v_settings.click_days, 'view_days', v_settings.view_days, 'basis', 'conversion_time'),
    'accounting', v_settings.accounting,
    'channels', (
      select coalesce(
        pg_catalog.json_agg(
          analytics.channel_answer(results, attribution.metric, v_totals.total)
          order by results.attributed_value desc nulls last, results.channel
        ), '[]'
      )
      from pg_catalog.unnest(v_results) as results
      where (attribution.channels is null or pg_catalog.lower(results.channel) = any (analytics.lowered(attribution.channels)))
        and (v_platforms is null or results.platform = any (v_platforms))
    ),
    'total', pg_catalog.trim_scale(pg_catalog.round(v_totals.total, v_decimals)),
    'unattributed', pg_catalog.json_build_object(
      'value', pg_catalog.trim_scale(pg_catalog.round(v_unattributed, v_decimals)),
      'conversions', v_totals.unattributed_conversions,
      'share', pg_catalog.round(v_unattributed / nullif(v_totals.total, 0), 6)
    ),
    'conversions_considered', v_totals.orders,
    'touchpoints_considered', v_totals.touches,
    'currency', v_brand.currency,
    'timezone', v_brand.timezone,
    'computed_at', platform.utc(v_totals.computed_at),
    'data_through', v_orders.last_on,
    'partial', analytics.is_attribution_partial(v_brand, attribution.date_from, attribution.date_to, attribution.metric, v_orders),
    'warnings', analytics.ratio_warnings(v_days, attribution.date_from, attribution.date_to, v_orders) || analytics.attribution_warnings(
      v_brand, attribution.date_from, attribution.date_to, attribution.metric, attribution.platform, v_orders, v_results
    ) || analytics.markov_warnings(v_brand.brand_id, v_model)
      || case when attribution.metric = 'roas' and v_totals.total is not null then array[platform.warning('total_roas_is_of_all_orders')] else '{}' end
      -- The rows have a CAC for every metric.
      || case when attribution.metric = 'cac'
          or exists (select from pg_catalog.unnest(v_results) as result where result.spend is not null and result.cac is null)
        then analytics.acquisition_warnings(v_brand, v_days) else '{}'
      end
  );
end
$$;
comment on function analytics.attribution(text, date, date, text, text[], text, text) is
  'GET /v1/attribution: the results of each channel for the orders of a range, under the model and windows of the brand. The credits of channels and the '
  'unattributed part add up to the total to the cent. channels hides rows and changes no credit. ROAS and CAC cover the days of analytics.ratio_days. Raises NTRDY if no order was ever ingested, and for the model '
  'markov if only shops and GA4 report journeys.';

grant execute on function
  analytics.channel_answer(analytics.channel_result, text, numeric),
  analytics.attribution(text, date, date, text, text[], text, text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.attribution', 'read:marketing', may_lag => true, served_by => '{analytics,mcp}');
