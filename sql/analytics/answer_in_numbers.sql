create function analytics.projected_for_month(amount numeric, month date, through date)
returns numeric
language sql immutable
return projected_for_month.amount
  * extract(day from projected_for_month.month + interval '1 month - 1 day')
  / nullif(projected_for_month.through - projected_for_month.month + 1, 0);
comment on function analytics.projected_for_month(numeric, date, date) is
  'What the days of a month through this one come to by its end at the same pace. month is its first day.';
grant execute on function analytics.projected_for_month(numeric, date, date) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;

create function analytics.answer_in_numbers(brand core.brands, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_in_numbers.brand;
  v_intent constant text := answer_in_numbers.interpretation ->> 'intent';
  v_time constant jsonb := answer_in_numbers.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_in_numbers.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_in_numbers.interpretation -> 'metrics');
  v_group_by constant text := answer_in_numbers.interpretation ->> 'group_by';
  v_granularity constant text := case when v_intent = 'timeseries' then v_time ->> 'granularity' end;
  v_limit constant integer := case when v_intent = 'timeseries' then 500 else coalesce((answer_in_numbers.interpretation ->> 'limit')::integer, 50) end;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_month constant date := pg_catalog.date_trunc('month', v_today)::date;
  v_from date := (v_time ->> 'date_from')::date;
  v_to date := (v_time ->> 'date_to')::date;
  v_data json;
  v_total bigint;
  v_most bigint;
begin
  if v_intent = 'pacing' then
    v_from := v_month;
    v_to := greatest(v_today - 1, v_month);
  end if;
  with periods (position, period, first_on, last_on) as (
    values (1, 'current', v_from, v_to), (2, 'previous', (v_time ->> 'compare_from')::date, (v_time ->> 'compare_to')::date)
  ),
  answers as materialized (
    select
      periods.*,
      analytics.ask(
        v_brand, v_metrics, periods.first_on, periods.last_on, v_group_by, v_granularity, v_filters,
        coalesce(answer_in_numbers.interpretation -> 'thresholds', '[]'), coalesce(answer_in_numbers.interpretation ->> 'sort', 'desc'), v_limit
      ) as answer
    from periods
    where periods.first_on is not null and (periods.position = 1 or v_intent = 'comparison')
  ),
  compared as (
    select count(*) > 1 as is_compared from answers
  )
  select
    (
      select pg_catalog.json_agg(
        case when compared.is_compared
          then (pg_catalog.jsonb_build_object('period', answers.period, 'date_from', answers.first_on, 'date_to', answers.last_on) || coalesce(answer.value::jsonb, '{}'))::json
          else answer.value
        end
        order by answers.position, answer.position
      )
      from answers
      cross join compared
      left join lateral pg_catalog.json_array_elements(answers.answer -> 'data') with ordinality as answer (value, position) on true
      where compared.is_compared or answer.value is not null
    ),
    -- A period without data has a row that says so.
    sum(greatest((answers.answer ->> 'total_rows')::bigint, case when compared.is_compared then 1 else 0 end)),
    max((answers.answer ->> 'total_rows')::bigint)
  into v_data, v_total, v_most
  from answers
  cross join compared;

  if v_intent = 'pacing' then
    v_data := (
      select pg_catalog.json_agg(
        answer.value::jsonb || pg_catalog.jsonb_build_object(
          'days_elapsed', v_today - v_month,
          'days_in_month', extract(day from v_month + interval '1 month - 1 day'),
          'projected_' || v_metrics[1], pg_catalog.round(analytics.projected_for_month((answer.value ->> v_metrics[1])::numeric, v_month, v_to), 2)
        )
      )
      from pg_catalog.json_array_elements(v_data) as answer
    );
  end if;
  return pg_catalog.json_build_object(
    'data', coalesce(v_data, '[]'),
    'total_rows', v_total,
    'truncated', v_most > v_limit,
    'warnings', analytics.metric_warnings(
      v_brand, v_metrics, analytics.shown_level(v_group_by, v_filters), v_from, v_to, v_today, coalesce(v_granularity, 'day')
    )
  );
end
$$;
comment on function analytics.answer_in_numbers(core.brands, jsonb) is
  'The answer to a question after metrics, for one range or two, with what GET /v1/metrics says in meta.';
grant execute on function analytics.answer_in_numbers(core.brands, jsonb) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
