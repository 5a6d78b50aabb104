create function analytics.answer_by_operation(brand core.brands, brand_id text, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_by_operation.brand;
  v_intent constant text := answer_by_operation.interpretation ->> 'intent';
  v_time constant jsonb := answer_by_operation.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_by_operation.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_by_operation.interpretation -> 'metrics');
  v_level constant text := answer_by_operation.interpretation ->> 'level';
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  -- These operations accept at most 1127 days.
  v_from constant date := case when v_intent in ('attribution', 'creatives') then greatest((v_time ->> 'date_from')::date, v_to - 1126) else (v_time ->> 'date_from')::date end;
  v_answer json;
  v_data json;
  v_compared record;
  v_warnings jsonb[] := '{}'::jsonb[];
begin
  case v_intent
    when 'forecast' then
      v_answer := analytics.answer_with_forecast(
        answer_by_operation.brand_id, v_metrics[1], v_from, v_to, v_today, (answer_by_operation.interpretation ->> 'planned_spend')::double precision
      );
    when 'anomalies' then
      v_answer := analytics.answer_with_anomalies(answer_by_operation.brand_id, v_metrics, v_filters, v_from, v_to, v_today);
    when 'creatives' then
      v_answer := analytics.answer_with_creatives(answer_by_operation.brand_id, answer_by_operation.interpretation, v_filters, v_from, v_to);
    when 'budget_recommendations' then
      v_answer := analytics.answer_with_budgets(v_brand.brand_id, answer_by_operation.brand_id, v_level, v_filters);
    when 'scenario' then
      v_answer := analytics.answer_with_scenario(v_brand.brand_id, answer_by_operation.brand_id, v_brand.currency, answer_by_operation.interpretation);
    when 'explain_change' then
      select compared.* into v_compared from analytics.comparable_time(v_brand.brand_id, v_time, v_filters) as compared;
      v_warnings := v_compared.warnings;
      if v_compared.is_comparable then
        v_warnings := v_warnings || analytics.compared_days_warnings(
          v_brand, v_compared.first_on, v_compared.last_on, v_compared.base_first_on, v_compared.base_last_on,
          analytics.filtered_platforms(v_brand.brand_id, v_filters)
        );
        v_answer := analytics.answer_with_explanations(
          v_brand, v_metrics, v_compared.first_on, v_compared.last_on, v_compared.base_first_on, v_compared.base_last_on, v_filters,
          answer_by_operation.interpretation ->> 'direction'
        );
      end if;
    when 'attribution' then
      v_answer := analytics.answer_with_attribution(
        answer_by_operation.brand_id, v_metrics[1], analytics.texts(nullif(answer_by_operation.interpretation -> 'model', 'null')), v_filters, v_from, v_to
      );
    when 'experiments' then
      v_answer := analytics.answer_with_experiments(v_brand, v_filters);
    when 'list' then
      select pg_catalog.json_build_object('data', pg_catalog.json_agg(listed.answer order by listed.rank) filter (where listed.rank <= 500), 'total_rows', count(*))
      into v_answer
      from (
        select
          pg_catalog.json_build_object('platform', entities.platform, 'id', entities.external_id, 'name', entities.name, 'status', entities.status) as answer,
          pg_catalog.row_number() over (order by entities.platform, entities.name, entities.entity_id) as rank
        from analytics.entities
        join analytics.entity_paths as paths on paths.brand_id = entities.brand_id and paths.entity_id = entities.entity_id
        where entities.brand_id = v_brand.brand_id and entities.level = v_level and analytics.is_meant(paths, v_filters)
          and (not v_filters ? 'is_active' or analytics.may_run(v_brand.brand_id, entities.entity_id, v_level))
      ) as listed;
    when 'definition' then
      select pg_catalog.json_build_object('data', pg_catalog.json_agg(definition.value), 'total_rows', count(*))
      into v_answer
      from pg_catalog.json_array_elements(analytics.metric_definitions() -> 'data') as definition
      where definition.value ->> 'name' = any (v_metrics);
  end case;
  if v_from is distinct from (v_time ->> 'date_from')::date then
    v_warnings := v_warnings || array[
      platform.warning('range_is_cut', pg_catalog.jsonb_build_object('days_max', 1127, 'date_from', v_from))
    ];
  end if;
  v_data := case when pg_catalog.json_typeof(v_answer -> 'data') = 'array' then v_answer -> 'data' else '[]' end;
  return pg_catalog.json_build_object(
    'data', v_data,
    'forecast_total', case when v_intent = 'forecast' then v_answer -> 'total' end,
    'forecast_accuracy', v_answer -> 'accuracy',
    'budget_total', case when v_intent = 'budget_recommendations' then v_answer -> 'total' end,
    'explanations', v_answer -> 'explanations',
    'data_through', v_answer ->> 'data_through',
    'total_rows', v_answer -> 'total_rows',
    'truncated', (v_answer ->> 'total_rows')::bigint > pg_catalog.json_array_length(v_data)
      or coalesce((v_answer ->> 'truncated')::boolean, false),
    'warnings', pg_catalog.to_jsonb(pg_catalog.array_remove(v_warnings, null)) || coalesce((v_answer -> 'warnings')::jsonb, '[]')
  );
end
$$;
comment on function analytics.answer_by_operation(core.brands, text, jsonb) is
  'Answers a question that has an endpoint of its own: calls the same function and reduces its result to the question.';
grant execute on function analytics.answer_by_operation(core.brands, text, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
