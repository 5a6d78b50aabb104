create function analytics.answer_with_periods(
  brand core.brands, interpretation jsonb, metrics text[], group_by text, filters jsonb, current json, "limit" integer
)
returns json
language sql stable
as $$
  with periods as (
    select
      (answer_with_periods.interpretation #>> '{time,date_from}')::date as first_on,
      (answer_with_periods.interpretation #>> '{time,date_to}')::date as last_on,
      (answer_with_periods.interpretation #>> '{time,compare_from}')::date as compare_from,
      (answer_with_periods.interpretation #>> '{time,compare_to}')::date as compare_to
  ),
  before as materialized (
    select periods.*, analytics.ask(
      answer_with_periods.brand, answer_with_periods.metrics, periods.compare_from, periods.compare_to, answer_with_periods.group_by, null,
      answer_with_periods.filters, '[]', 'desc', answer_with_periods."limit"
    ) as answer
    from periods
  ),
  sides as (
    select
      1 as position, 'current' as period, before.first_on, before.last_on,
      analytics.with_changes(answer_with_periods.current, before.answer -> 'data', answer_with_periods.metrics) as rows
    from before
    union all
    select 2, 'previous', before.compare_from, before.compare_to, before.answer -> 'data'
    from before
  )
  select pg_catalog.json_build_object(
    'data', (
      select pg_catalog.json_agg(
        pg_catalog.jsonb_build_object('period', sides.period, 'date_from', sides.first_on, 'date_to', sides.last_on) || coalesce(row.value::jsonb, '{}')
        order by sides.position, row.position
      )
      from sides
      left join lateral pg_catalog.json_array_elements(sides.rows) with ordinality as row (value, position) on true
    ),
    'total_rows', greatest((select (before.answer ->> 'total_rows')::bigint from before), 1)
  );
$$;
comment on function analytics.answer_with_periods(core.brands, jsonb, text[], text, jsonb, json, integer) is
  'The rows of two periods, the current ones with their change. A period without data has a row that says so.';
grant execute on function analytics.answer_with_periods(core.brands, jsonb, text[], text, jsonb, json, integer) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
