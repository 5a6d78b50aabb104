create function analytics.question_context(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(question_context.brand_id);
  if not exists (select from analytics.data_status where data_status.brand_id = v_brand.brand_id) then
    perform platform.fail('NTRDY', 'Nothing has been ingested for this brand yet. Connect an ad account or import a report.');
  end if;
  return pg_catalog.json_build_object(
    'today', (platform.now() at time zone v_brand.timezone)::date,
    'timezone', v_brand.timezone,
    'platforms', array(select distinct entities.platform from analytics.entities where entities.brand_id = v_brand.brand_id),
    'names', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('name', named.name, 'level', named.level)), '[]')
      from (
        select distinct entities.name, entities.level
        from analytics.entities
        where entities.brand_id = v_brand.brand_id and entities.level in ('campaign', 'adset') and entities.name <> ''
        order by entities.level desc, entities.name
        limit 5000
      ) as named
    )
  );
end
$$;
comment on function analytics.question_context(text) is 'What must be known of a brand to read a question about it: its day, its zone and its names.';

create function analytics.explain_change(brand core.brands, metrics text[], "time" jsonb, filters jsonb)
returns json
language sql stable
as $$
  -- How much of the difference each campaign and platform made: bases add up, so their differences do.
  with named as (
    select metric_definitions.name, metric_definitions.source_column
    from analytics.metric_definitions
    where metric_definitions.source_column is not null
      and exists (
        select from analytics.metric_definitions as asked
        where asked.name = explain_change.metrics[1] and metric_definitions.name = any (asked.bases)
      )
  ),
  periods as (
    select 'current' as period, (explain_change."time" ->> 'date_from')::date as first_on, (explain_change."time" ->> 'date_to')::date as last_on
    union all
    select 'previous', (explain_change."time" ->> 'compare_from')::date, (explain_change."time" ->> 'compare_to')::date
  ),
  sums as (
    select
      entity_paths.platform, entity_paths.campaign_id, entity_paths.campaign_name, named.name as metric,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'current') as current_value,
      sum((pg_catalog.to_jsonb(facts) ->> named.source_column)::numeric) filter (where periods.period = 'previous') as previous_value,
      pg_catalog.bool_or(named.source_column like '%\_micros') as is_micros
    from periods
    join analytics.rollups_daily as facts
      on facts.brand_id = (explain_change.brand).brand_id and facts.level = 'campaign' and facts.day between periods.first_on and periods.last_on
    join analytics.entity_paths on entity_paths.brand_id = facts.brand_id and entity_paths.entity_id = facts.entity_id
    cross join named
    where not explain_change.filters ? 'platform' or entity_paths.platform = any (analytics.texts(explain_change.filters -> 'platform'))
    group by 1, 2, 3, 4
  ),
  changes as (
    select
      sums.*,
      (coalesce(sums.current_value, 0) - coalesce(sums.previous_value, 0)) * case when sums.is_micros then 0.000001 else 1 end as change
    from sums
  )
  select coalesce(pg_catalog.json_agg(
    pg_catalog.json_build_object(
      'metric', top.metric, 'platform', top.platform, 'campaign_id', top.campaign_id, 'campaign_name', top.campaign_name,
      'current', pg_catalog.trim_scale(pg_catalog.round(top.current_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'previous', pg_catalog.trim_scale(pg_catalog.round(top.previous_value * case when top.is_micros then 0.000001 else 1 end, 2)),
      'change', pg_catalog.trim_scale(pg_catalog.round(top.change, 2)),
      'share_of_change', pg_catalog.round(top.change / nullif(top.total, 0), 4)
    )
    order by top.metric, pg_catalog.abs(top.change) desc
  ), '[]')
  from (
    select
      changes.*,
      sum(changes.change) over (partition by changes.metric) as total,
      pg_catalog.row_number() over (partition by changes.metric order by pg_catalog.abs(changes.change) desc) as rank
    from changes
  ) as top
  where top.rank <= 5;
$$;
comment on function analytics.explain_change(core.brands, text[], jsonb, jsonb) is
  'Which campaigns made the difference between two periods, for every base of a metric: change and share of it, largest first.';

create function analytics.query(brand_id text, question text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_intent constant text := query.interpretation ->> 'intent';
  v_time constant jsonb := query.interpretation -> 'time';
  v_filters constant jsonb := coalesce(query.interpretation -> 'filters', '{}');
  v_metrics constant text[] := analytics.texts(query.interpretation -> 'metrics');
  v_level constant text := query.interpretation ->> 'level';
  v_limit constant integer := coalesce((query.interpretation ->> 'limit')::integer, 50);
  v_from constant date := (v_time ->> 'date_from')::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  v_today date;
  v_data json := '[]';
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = core.data_brand_id(query.brand_id);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  case
    when v_intent is null then
      null;
    when v_intent in ('metric_value', 'breakdown', 'ranking', 'timeseries') then
      v_data := analytics.ask(
        v_brand, v_metrics, v_from, v_to, v_level, query.interpretation ->> 'group_by',
        case when v_intent = 'timeseries' then v_time ->> 'granularity' end, v_filters,
        nullif(query.interpretation -> 'threshold', 'null'::jsonb), coalesce(query.interpretation ->> 'sort', 'desc'),
        case when v_intent = 'timeseries' then 500 else v_limit end
      );
    when v_intent = 'comparison' and v_time ->> 'compare_from' is null then
      v_data := analytics.ask(v_brand, v_metrics, v_from, v_to, v_level, query.interpretation ->> 'group_by', null, v_filters);
    when v_intent = 'comparison' then
      select pg_catalog.json_agg(
        pg_catalog.jsonb_build_object('period', periods.period, 'date_from', periods.first_on, 'date_to', periods.last_on) || coalesce(answers.answer, '{}')
        order by periods.position
      )
      into v_data
      from (
        values (1, 'current', v_from, v_to), (2, 'previous', (v_time ->> 'compare_from')::date, (v_time ->> 'compare_to')::date)
      ) as periods (position, period, first_on, last_on)
      left join lateral (
        select answer.value as answer
        from pg_catalog.jsonb_array_elements(
          analytics.ask(
            v_brand, v_metrics, periods.first_on, periods.last_on, v_level, query.interpretation ->> 'group_by', null, v_filters
          )::jsonb
        ) as answer
      ) as answers on true;
    when v_intent = 'pacing' then
      select pg_catalog.json_agg(
        answer.value || pg_catalog.jsonb_build_object(
          'days_elapsed', v_today - pg_catalog.date_trunc('month', v_today)::date,
          'days_in_month', extract(day from pg_catalog.date_trunc('month', v_today) + interval '1 month - 1 day'),
          'projected_' || v_metrics[1], pg_catalog.round(
            (answer.value ->> v_metrics[1])::numeric
            * extract(day from pg_catalog.date_trunc('month', v_today) + interval '1 month - 1 day')
            / greatest(1, v_today - pg_catalog.date_trunc('month', v_today)::date), 2
          )
        )
      )
      into v_data
      from pg_catalog.jsonb_array_elements(
        analytics.ask(v_brand, v_metrics, pg_catalog.date_trunc('month', v_today)::date, greatest(v_today - 1, pg_catalog.date_trunc('month', v_today)::date), 'account', null, null, v_filters)::jsonb
      ) as answer;
    when v_intent = 'anomalies' then
      select pg_catalog.json_agg(found.value)
      into v_data
      from pg_catalog.jsonb_array_elements(analytics.anomalies(query.brand_id, least(365, greatest(1, v_today - v_from + 1)), null, 200)::jsonb -> 'data') as found
      where (found.value ->> 'date')::date between v_from and v_to
        and (v_metrics is null or found.value ->> 'metric' = any (v_metrics))
        and (not v_filters ? 'platform' or found.value -> 'entity' ->> 'platform' = any (analytics.texts(v_filters -> 'platform')));
    when v_intent = 'explain_change' then
      v_data := analytics.explain_change(v_brand, v_metrics, v_time, v_filters);
    when v_intent = 'forecast' then
      select pg_catalog.json_agg(point.value)
      into v_data
      from pg_catalog.jsonb_array_elements(
        analytics.forecasts(query.brand_id, 'custom', least(365, greatest(7, v_to - v_today + 2)), true, v_metrics[1])::jsonb -> 'points'
      ) as point
      where (point.value ->> 'date')::date between v_from and v_to;
    when v_intent = 'attribution' then
      v_data := analytics.attribution(
        query.brand_id, v_from, v_to,
        case when v_metrics[1] in ('purchases', 'revenue', 'spend', 'roas', 'cac') then v_metrics[1] when v_metrics[1] = 'conversions' then 'purchases' else 'revenue' end,
        analytics.texts(v_filters -> 'channel')
      ) -> 'channels';
    when v_intent = 'creatives' then
      v_data := analytics.creatives(
        query.brand_id, v_from, v_to, (analytics.texts(v_filters -> 'platform'))[1], null, null,
        v_metrics[1], coalesce(query.interpretation ->> 'sort', 'desc'), v_metrics, v_limit
      ) -> 'data';
    when v_intent = 'budget_recommendations' then
      v_data := analytics.budget_recommendations(query.brand_id, case when v_level = 'adset' then 'adset' else 'campaign' end) -> 'data';
    when v_intent = 'list' then
      select pg_catalog.json_agg(pg_catalog.json_build_object('platform', listed.platform, 'id', listed.external_id, 'name', listed.name, 'status', listed.status))
      into v_data
      from (
        select entities.platform, entities.external_id, entities.name, entities.status
        from analytics.entities
        where entities.brand_id = v_brand.brand_id
          and entities.level = v_level
          and (not v_filters ? 'platform' or entities.platform = any (analytics.texts(v_filters -> 'platform')))
        order by entities.platform, entities.name
        limit 500
      ) as listed;
    when v_intent = 'definition' then
      select pg_catalog.json_agg(definition.value)
      into v_data
      from pg_catalog.json_array_elements(analytics.metric_catalogue() -> 'data') as definition
      where definition.value ->> 'name' = any (v_metrics);
  end case;
  return pg_catalog.json_build_object(
    'question', query.question,
    'brand_id', query.brand_id,
    'interpretation', query.interpretation,
    'data', coalesce(v_data, '[]'),
    'meta', pg_catalog.json_build_object('currency', v_brand.currency, 'timezone', v_brand.timezone)
  );
end
$$;
comment on function analytics.query(text, text, jsonb) is
  'POST /v1/query: answers what the parser read in a question, by the same functions that the endpoints answer with. What it could not read has no data.';

grant execute on function
  analytics.question_context(text),
  analytics.explain_change(core.brands, text[], jsonb, jsonb),
  analytics.query(text, text, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.question_context', 'read:marketing', is_part => true);
call core.register_operation('analytics.query', 'read:marketing');
