create function analytics.by_change(rows json, field text, sort text, "limit" integer)
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(ordered.value order by ordered.position)
  from (
    select
      row.value,
      pg_catalog.row_number() over (
        order by (row.value ->> by_change.field)::numeric * case by_change.sort when 'asc' then 1 else -1 end nulls last, row.position
      ) as position
    from pg_catalog.json_array_elements(by_change.rows) with ordinality as row (value, position)
  ) as ordered
  where ordered.position <= by_change."limit";
$$;
comment on function analytics.by_change(json, text, text, integer) is 'Returns the rows ordered by the field of a change, absolute or relative. Rows without one come last.';

create function analytics.answer_with_periods(
  brand core.brands, interpretation jsonb, metrics text[], group_by text, filters jsonb, current json, "limit" integer,
  first_on date, last_on date, base_first_on date, base_last_on date, is_comparable boolean
)
returns json
language sql stable
as $$
  with before as materialized (
    select analytics.ask(
      answer_with_periods.brand, answer_with_periods.metrics, answer_with_periods.base_first_on, answer_with_periods.base_last_on, answer_with_periods.group_by,
      null, answer_with_periods.filters, '[]', 'desc', answer_with_periods."limit"
    ) as answer
  ),
  changed as (
    select
      before.answer,
      analytics.with_changes(
        answer_with_periods.current, case when answer_with_periods.is_comparable then before.answer -> 'data' else '[]' end, answer_with_periods.metrics
      ) as rows
    from before
  ),
  ordered as materialized (
    select
      changed.answer,
      case when answer_with_periods.interpretation ->> 'sort' is null
          or coalesce(answer_with_periods.interpretation ->> 'operation' not in ('growth', 'difference'), true)
        then changed.rows
        else analytics.by_change(
          changed.rows,
          answer_with_periods.metrics[1] || case when answer_with_periods.interpretation ->> 'operation' = 'difference' then '_change' else '_change_rate' end,
          answer_with_periods.interpretation ->> 'sort',
          coalesce((answer_with_periods.interpretation ->> 'limit')::integer, 50)
        )
      end as rows
    from changed
  ),
  sides as (
    select
      1 as position, 'current' as period, answer_with_periods.first_on, answer_with_periods.last_on, row.value, row.position as place
    from ordered
    left join lateral pg_catalog.json_array_elements(ordered.rows) with ordinality as row (value, position) on true
    union all
    select 2, 'previous', answer_with_periods.base_first_on, answer_with_periods.base_last_on, row.value, row.position
    from ordered
    left join lateral pg_catalog.json_array_elements(ordered.answer -> 'data') with ordinality as row (value, position)
      -- With an order, only the rows that it includes.
      on answer_with_periods.interpretation ->> 'sort' is null
      or exists (
        select from pg_catalog.json_array_elements(ordered.rows) as kept
        where kept.value::jsonb @> (row.value::jsonb - answer_with_periods.metrics)
      )
  )
  select pg_catalog.json_build_object(
    'data', (
      select pg_catalog.json_agg(
        pg_catalog.jsonb_build_object('period', sides.period, 'date_from', sides.first_on, 'date_to', sides.last_on) || coalesce(sides.value::jsonb, '{}')
        order by sides.position, sides.place
      )
      from sides
    ),
    'total_rows', greatest((select (ordered.answer ->> 'total_rows')::bigint from ordered), 1)
  );
$$;
comment on function analytics.answer_with_periods(core.brands, jsonb, text[], text, jsonb, json, integer, date, date, date, date, boolean) is
  'Returns the rows of two periods, the current ones with their changes, and ordered by change if the operation is growth or difference. A period without data still has one '
  'row.';
grant execute on function
  analytics.by_change(json, text, text, integer),
  analytics.answer_with_periods(core.brands, jsonb, text[], text, jsonb, json, integer, date, date, date, date, boolean)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
