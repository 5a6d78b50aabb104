create function analytics.answer_with_forecast(
  brand_id text, metric text, date_from date, date_to date, today date, planned_spend double precision default null
)
returns json
language sql stable
as $$
  with made as materialized (
    select analytics.forecasts(
      answer_with_forecast.brand_id, case answer_with_forecast.metric when 'revenue' then 'revenue' else 'custom' end,
      least(365, greatest(7, answer_with_forecast.date_to - answer_with_forecast.today + 2)), true, answer_with_forecast.metric,
      planned_spend => answer_with_forecast.planned_spend
    )::jsonb as forecast
  ),
  points as (
    select point.value, (point.value ->> 'date')::date as day
    from made
    cross join pg_catalog.jsonb_array_elements(made.forecast -> 'points') as point
  ),
  total as materialized (
    select coalesce(
      analytics.forecast_total(
        data.brand_id, answer_with_forecast.metric, answer_with_forecast.date_from, answer_with_forecast.date_to,
        plan => case when answer_with_forecast.planned_spend is not null then (
          select analytics.spend_plan(held, answer_with_forecast.planned_spend)
          from analytics.forecasts as held
          where held.brand_id = data.brand_id and held.metric = answer_with_forecast.metric
        ) end
      ),
      analytics.later_ratio_total(data.brand_id, answer_with_forecast.metric, answer_with_forecast.date_from, answer_with_forecast.date_to)
    ) as value
    from (select core.data_brand_id(answer_with_forecast.brand_id) as brand_id) as data
  )
  select pg_catalog.json_build_object(
    'data', pg_catalog.jsonb_agg(points.value order by points.day) filter (where points.day between answer_with_forecast.date_from and answer_with_forecast.date_to),
    'total_rows', count(*) filter (where points.day between answer_with_forecast.date_from and answer_with_forecast.date_to),
    'data_through', min(made.forecast -> 'meta' ->> 'trained_through'),
    'total', (select total.value from total),
    'accuracy', pg_catalog.jsonb_build_object(
      'coverage_80', min(made.forecast #>> '{accuracy,coverage_80}')::numeric,
      'coverage_95', min(made.forecast #>> '{accuracy,coverage_95}')::numeric,
      'origins', min(made.forecast #>> '{accuracy,origins}')::integer
    ),
    'warnings', (
      select coalesce(pg_catalog.jsonb_agg(known.warning order by known.position), '[]')
      from (
        select
          0 as position,
          platform.warning(
            'forecast_ends_earlier', pg_catalog.jsonb_build_object('last_on', max(points.day), 'date_to', answer_with_forecast.date_to)
          ) as warning
        where max(points.day) < answer_with_forecast.date_to
        union all
        select 1, platform.warning('forecast_begins_later', pg_catalog.jsonb_build_object('first_on', min(points.day)))
        where min(points.day) > answer_with_forecast.date_from
        union all
        select 2, platform.warning('forecast_has_no_total')
        where (select total.value from total) is null
          and count(*) filter (where points.day between answer_with_forecast.date_from and answer_with_forecast.date_to) > 1
        union all
        select 2 + own.position, own.warning
        from made
        cross join pg_catalog.jsonb_array_elements(made.forecast -> 'meta' -> 'warnings') with ordinality as own (warning, position)
      ) as known
    )
  )
  from made
  left join points on true;
$$;
comment on function analytics.answer_with_forecast(text, text, date, date, date, double precision) is
  'Returns the stored forecast of these days, with their total and warnings. planned_spend, a mean amount a day, changes a forecast of revenue.';

create function analytics.answer_with_anomalies(brand_id text, metrics text[], filters jsonb, date_from date, date_to date, today date)
returns json
language sql stable
as $$
  with detected as materialized (
    select analytics.anomalies(
      answer_with_anomalies.brand_id, least(3660, greatest(1, answer_with_anomalies.today - answer_with_anomalies.date_from + 1)), "limit" => 1000,
      metric => (
        select detectors.metric
        from analytics.detectors
        where pg_catalog.cardinality(answer_with_anomalies.metrics) = 1 and detectors.metric = answer_with_anomalies.metrics[1]
        limit 1
      )
    )::jsonb as answer
  ),
  found as (
    select anomaly.value, anomaly.position
    from detected
    cross join pg_catalog.jsonb_array_elements(detected.answer -> 'data') with ordinality as anomaly (value, position)
    where (anomaly.value ->> 'date')::date between answer_with_anomalies.date_from and answer_with_anomalies.date_to
      and (
        not answer_with_anomalies.filters ? 'status'
        or anomaly.value ->> 'status' = any (analytics.texts(answer_with_anomalies.filters -> 'status'))
      )
      and (
        answer_with_anomalies.metrics is null
        or exists (
          select
          from analytics.detectors
          where detectors.metric = any (answer_with_anomalies.metrics)
            and (detectors.detector = anomaly.value ->> 'detector' or anomaly.value -> 'also' ? detectors.detector)
        )
      )
      and analytics.is_meant(
        (
          null, null, anomaly.value ->> 'level', anomaly.value #>> '{entity,platform}', null, null, null,
          case when anomaly.value ->> 'level' = 'campaign' then anomaly.value #>> '{entity,name}' end, null, null, null, null, null, null, null
        )::analytics.entity_paths,
        answer_with_anomalies.filters
      )
  )
  select pg_catalog.json_build_object(
    'data', (select pg_catalog.jsonb_agg(found.value order by found.position) from found),
    'total_rows', (select count(*) from found),
    'truncated', detected.answer #> '{meta,truncated}',
    'warnings', detected.answer #> '{meta,warnings}'
  )
  from detected;
$$;
comment on function analytics.answer_with_anomalies(text, text[], jsonb, date, date, date) is 'Returns the anomalies of a range that match filters.';

create function analytics.answer_with_creatives(brand_id text, interpretation jsonb, filters jsonb, date_from date, date_to date)
returns json
language sql stable
as $$
  -- Filters that the operation does not support apply to its complete result.
  with parameters as (
    select
      analytics.texts(answer_with_creatives.interpretation -> 'metrics') as metrics,
      analytics.texts(answer_with_creatives.filters -> 'platform') as platforms,
      coalesce(answer_with_creatives.interpretation -> 'thresholds', '[]') as thresholds,
      coalesce((answer_with_creatives.interpretation ->> 'limit')::integer, 50) as row_limit
  ),
  given as materialized (
    select
      parameters.*,
      analytics.creatives(
        answer_with_creatives.brand_id, answer_with_creatives.date_from, answer_with_creatives.date_to,
        case
          when pg_catalog.cardinality(parameters.platforms) = 1
            and parameters.platforms <@ analytics.connected_platforms(core.data_brand_id(answer_with_creatives.brand_id))
          then parameters.platforms[1]
        end, null, null,
        parameters.metrics[1], coalesce(answer_with_creatives.interpretation ->> 'sort', 'desc'), parameters.metrics, 1000000
      )::jsonb as answer
    from parameters
  ),
  kept as (
    select
      creative.value, given.row_limit,
      pg_catalog.row_number() over (order by creative.position) as rank
    from given
    cross join pg_catalog.jsonb_array_elements(given.answer -> 'data') with ordinality as creative (value, position)
    where (given.platforms is null or creative.value ->> 'platform' = any (given.platforms))
      and (
        not answer_with_creatives.filters ? 'platform_not'
        or creative.value ->> 'platform' <> all (analytics.texts(answer_with_creatives.filters -> 'platform_not'))
      )
      and (
        not answer_with_creatives.filters ? 'format'
        or creative.value ->> 'format' = any (analytics.texts(answer_with_creatives.filters -> 'format'))
      )
      and (
        not answer_with_creatives.filters ? 'fatigue'
        or creative.value #>> '{fatigue,state}' = any (analytics.texts(answer_with_creatives.filters -> 'fatigue'))
      )
      and analytics.holds(creative.value, given.thresholds)
  )
  select pg_catalog.json_build_object(
    'data', (
      select pg_catalog.jsonb_agg(kept.value || pg_catalog.jsonb_build_object('rank', kept.rank) order by kept.rank)
      from kept
      where kept.rank <= kept.row_limit
    ),
    'total_rows', (select count(*) from kept),
    'truncated', (select count(*) from kept) > given.row_limit,
    'warnings', given.answer #> '{meta,warnings}'
  )
  from given;
$$;
comment on function analytics.answer_with_creatives(text, jsonb, jsonb, date, date) is 'Returns creatives that match filters, in the given order.';

create function analytics.answer_with_budgets(data_brand_id text, brand_id text, level text, filters jsonb)
returns json
language sql stable
as $$
  with planned as materialized (
    select analytics.budget_recommendations(answer_with_budgets.brand_id, answer_with_budgets.level, "limit" => 1000000) as answer
  ),
  meant as materialized (
    select
      advice.value, advice.position, (advice.value ->> 'change_pct')::numeric as change_pct,
      (advice.value ->> 'current_daily_spend')::numeric as present, (advice.value ->> 'recommended_daily_spend')::numeric as recommended
    from planned
    cross join pg_catalog.json_array_elements(planned.answer -> 'data') with ordinality as advice (value, position)
    join analytics.entity_paths as paths
      on paths.brand_id = answer_with_budgets.data_brand_id
      and paths.level = answer_with_budgets.level
      and paths.platform = advice.value ->> 'platform'
      and case answer_with_budgets.level when 'adset' then paths.adset_id else paths.campaign_id end = advice.value #>> '{entity,id}'
    where analytics.is_meant(paths, answer_with_budgets.filters)
  ),
  kept as (
    select meant.value, meant.position
    from meant
    where not answer_with_budgets.filters ? 'change'
      or case when meant.change_pct < 0 then 'cut' when meant.change_pct > 0 then 'raise' end = any (analytics.texts(answer_with_budgets.filters -> 'change'))
  )
  select pg_catalog.json_build_object(
    -- The total also has the recommendations that the filter change leaves out.
    'total', (
      select pg_catalog.json_build_object(
        'current_daily_spend', sum(meant.present), 'recommended_daily_spend', sum(meant.recommended), 'rows', count(*),
        'raises', count(*) filter (where meant.change_pct > 0), 'cuts', count(*) filter (where meant.change_pct < 0)
      )
      from meant
      having count(*) > 0
    ),
    'data', (select pg_catalog.json_agg(kept.value order by kept.position) from (select kept.* from kept order by kept.position limit 50) as kept),
    'total_rows', (select count(*) from kept),
    'truncated', (select count(*) from kept) > 50,
    'warnings', (planned.answer #> '{meta,warnings}')::jsonb || case when answer_with_budgets.filters = '{}' then '[]'::jsonb
      else pg_catalog.jsonb_build_array(platform.warning('plan_is_of_the_brand'))
    end
  )
  from planned;
$$;
comment on function analytics.answer_with_budgets(text, text, text, jsonb) is 
  'Returns budget recommendations that match filters, at most 50, and their total. The filter change keeps those that cut or raise the spend, but the total is of all.';

create function analytics.answer_with_attribution(brand_id text, metric text, models text[], filters jsonb, date_from date, date_to date)
returns json
language sql stable
as $$
  with parameters as (
    select case
      when answer_with_attribution.metric in ('purchases', 'revenue', 'spend', 'roas', 'cac') then answer_with_attribution.metric
      when answer_with_attribution.metric = 'conversions' then 'purchases'
      else 'revenue'
    end as metric
  ),
  given as materialized (
    select
      parameters.metric,
      named.position,
      analytics.attribution(
        answer_with_attribution.brand_id, answer_with_attribution.date_from, answer_with_attribution.date_to, parameters.metric,
        analytics.texts(answer_with_attribution.filters -> 'channel'), named.model
      ) as answer
    from parameters
    -- A null model means the brand's own.
    cross join pg_catalog.unnest(coalesce(answer_with_attribution.models, array[null::text])) with ordinality as named (model, position)
  ),
  kept as (
    select
      pg_catalog.jsonb_build_object('model', given.answer ->> 'model') || channel.value::jsonb as value,
      array[given.position, channel.position] as position
    from given
    cross join pg_catalog.json_array_elements(given.answer -> 'channels') with ordinality as channel (value, position)
    where not coalesce(
      array[channel.value ->> 'channel', channel.value ->> 'platform'] && analytics.texts(answer_with_attribution.filters -> 'channel_not'), false
    )
  )
  select pg_catalog.json_build_object(
    'data', (select pg_catalog.jsonb_agg(kept.value order by kept.position) from kept),
    'total_rows', (select count(*) from kept),
    'data_through', given.answer ->> 'data_through',
    -- All models have the same warnings, because their range and metric are the same.
    'warnings', (given.answer -> 'warnings')::jsonb || case when answer_with_attribution.metric in (given.metric, 'conversions') then '[]'::jsonb
      else pg_catalog.jsonb_build_array(
        platform.warning(
          'metric_is_not_attributed', pg_catalog.jsonb_build_object('metric', answer_with_attribution.metric, 'attributed', given.metric)
        )
      )
    end
  )
  from given
  where given.position = 1;
$$;
comment on function analytics.answer_with_attribution(text, text, text[], jsonb, date, date) is 'Returns the credits of each channel under these '
  'models, or the brand''s own, without the excluded channels. Each row has its model.';

grant execute on function
  analytics.answer_with_forecast(text, text, date, date, date, double precision),
  analytics.answer_with_anomalies(text, text[], jsonb, date, date, date),
  analytics.answer_with_creatives(text, jsonb, jsonb, date, date),
  analytics.answer_with_budgets(text, text, text, jsonb),
  analytics.answer_with_attribution(text, text, text[], jsonb, date, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
