-- The operations of pages of release 0.2.0. Its functions call them while an upgrade replaces the processes. The release after this one drops them.

create function console.performance(brand_id text, days integer default 90)
returns jsonb
language plpgsql stable
as $$
declare
  v_metrics constant text[] := array['spend', 'revenue', 'roas', 'cpa', 'conversions'];
  v_yesterday date;
  v_first date;
  v_shown jsonb;
begin
  select (platform.now() at time zone brands.timezone)::date - 1 into strict v_yesterday
  from core.brands
  where brands.brand_id = performance.brand_id;
  v_first := v_yesterday - performance.days + 1;
  v_shown := analytics.metrics(performance.brand_id, v_first, v_yesterday, metrics => v_metrics, "limit" => 500);
  -- The previous period is comparable only if there is data for all of its days.
  return v_shown || pg_catalog.jsonb_build_object('previous', case
    when (v_shown #>> '{meta,ready_from}')::date <= v_first - performance.days then
      analytics.metrics(performance.brand_id, v_first - performance.days, v_first - 1, metrics => v_metrics, granularity => 'month') -> 'totals'
  end);
end
$$;
comment on function console.performance(text, integer) is
  'Returns the metrics of a brand for the finished days up to yesterday, as in GET /v1/metrics. previous contains the totals of the same number of '
  'days before, or null if data for some of them is missing.';
grant execute on function console.performance(text, integer) to vitrine_person;
call core.register_operation('console.performance', 'console', is_part => true);

create function console.attribution(brand_id text, days integer default 90, compared_model text default null)
returns jsonb
language plpgsql stable
as $$
declare
  v_yesterday date;
  v_first date;
  v_exponent smallint;
  v_own jsonb;
  v_model text;
  v_models jsonb;
  v_names text[];
  v_credited numeric;
  v_channels jsonb;
begin
  select (platform.now() at time zone brands.timezone)::date - 1, currencies.exponent into strict v_yesterday, v_exponent
  from core.brands
  join core.currencies on currencies.currency = brands.currency
  where brands.brand_id = attribution.brand_id;
  v_first := v_yesterday - attribution.days + 1;
  -- Checked before the data is read, so that a brand without orders answers an unknown model with the same error.
  if attribution.compared_model is not null then
    perform platform.require_choice('compared_model', attribution.compared_model, array(
      select known.model from analytics.attribution_models as known where known.is_additive order by known.position
    ));
  end if;
  v_own := analytics.attribution(attribution.brand_id, v_first, v_yesterday)::jsonb;
  v_model := coalesce(attribution.compared_model, case when v_own ->> 'model' = 'last_touch' then 'first_touch' else 'last_touch' end);
  -- The Markov chain is calculated only for brands whose own model is markov.
  select
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('model', known.model, 'label', known.label, 'rule', known.rule) order by known.position),
    pg_catalog.array_agg(known.model order by known.position)
  into v_models, v_names
  from analytics.attribution_models as known
  where known.is_additive and (known.model <> 'markov' or v_own ->> 'model' = 'markov');
  perform platform.require_choice('compared_model', v_model, v_names);
  v_credited := (v_own ->> 'total')::numeric - (v_own #>> '{unattributed,value}')::numeric;
  select pg_catalog.jsonb_object_agg(parts.channel, pg_catalog.trim_scale(parts.value)) into v_channels
  from (
    select
      pg_catalog.array_agg(credits.channel order by credits.channel) as channels,
      analytics.round_to_total(pg_catalog.array_agg(credits.value_micros / 1000000 order by credits.channel), v_credited, v_exponent) as values
    from analytics.channel_credits(attribution.brand_id, v_model, v_first, v_yesterday) as credits
  ) as credited
  cross join lateral rows from (pg_catalog.unnest(credited.channels), pg_catalog.unnest(credited.values)) as parts (channel, value);
  return pg_catalog.jsonb_build_object(
    'own', v_own,
    'compared', pg_catalog.jsonb_build_object('model', v_model, 'channels', coalesce(v_channels, '{}')),
    'models', v_models
  );
end
$$;
comment on function console.attribution(text, integer, text) is
  'Returns the value that each channel is credited with for orders of the days up to yesterday: as in GET /v1/attribution, and under a second model. '
  'Raises BADRQ for an unknown model.';
grant execute on function console.attribution(text, integer, text) to vitrine_person;
call core.register_operation('console.attribution', 'console', is_part => true);
