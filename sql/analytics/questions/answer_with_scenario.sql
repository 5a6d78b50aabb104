create function analytics.answer_with_scenario(data_brand_id text, brand_id text, interpretation jsonb, filters jsonb)
returns json
language plpgsql stable
as $$
declare
  v_pct constant numeric := (answer_with_scenario.interpretation ->> 'spend_change_pct')::numeric;
  v_changes jsonb;
  v_answer json;
begin
  if answer_with_scenario.filters = '{}' then
    v_changes := pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('change_pct', v_pct));
  else
    select coalesce(
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('platform', paths.platform, 'campaign_id', paths.campaign_id, 'change_pct', v_pct)), '[]'
    )
    into v_changes
    from analytics.entity_paths as paths
    where paths.brand_id = answer_with_scenario.data_brand_id and paths.level = 'campaign' and analytics.is_meant(paths, answer_with_scenario.filters);
  end if;
  v_answer := analytics.scenario(
    answer_with_scenario.brand_id, v_changes, (answer_with_scenario.interpretation ->> 'horizon_days')::integer
  );
  return (
    with lines as (
      select line.value, line.position
      from pg_catalog.json_array_elements(v_answer -> 'data') with ordinality as line (value, position)
      where (line.value ->> 'is_changed')::boolean
    )
    select pg_catalog.json_build_object(
      -- The first row is the total of the changed campaigns.
      'data', case when (select count(*) from lines) > 0 then
        pg_catalog.jsonb_build_array((v_answer -> 'totals')::jsonb || pg_catalog.jsonb_build_object(
          'level', 'total', 'horizon_days', v_answer -> 'horizon_days', 'date_from', v_answer -> 'date_from', 'date_to', v_answer -> 'date_to'
        ))
        || (select pg_catalog.jsonb_agg(lines.value::jsonb || '{"level": "campaign"}' order by lines.position) from lines where lines.position <= 500)
        else '[]' end,
      'total_rows', (select count(*) + pg_catalog.sign(count(*)) from lines),
      'data_through', v_answer #> '{meta,data_through}',
      'warnings', v_answer #> '{meta,warnings}'
    )
  );
end
$$;
comment on function analytics.answer_with_scenario(text, text, jsonb, jsonb) is
  'Returns the scenario of a change of spend in percent: the total of the changed campaigns, and each of them.';
grant execute on function analytics.answer_with_scenario(text, text, jsonb, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
