create function analytics.asked_range(brand core.brands, interpretation jsonb, today date, out first_on date, out last_on date, out warning text)
language plpgsql stable
as $$
declare
  v_intent constant text := asked_range.interpretation ->> 'intent';
  v_operation constant text := asked_range.interpretation ->> 'operation';
  v_group_by constant text := asked_range.interpretation ->> 'group_by';
  v_unit constant text := case
    when v_operation like 'average\_per\_%' then pg_catalog.substr(v_operation, 13)
    when v_operation = 'best_period' or v_group_by = 'weekday' then case v_group_by when 'weekday' then 'day' else v_group_by end
  end;
  v_status analytics.data_status;
  v_whole daterange;
begin
  first_on := (asked_range.interpretation #>> '{time,date_from}')::date;
  last_on := (asked_range.interpretation #>> '{time,date_to}')::date;
  if v_intent = 'pacing' then
    first_on := pg_catalog.date_trunc('month', asked_range.today)::date;
    select paced.last_on, paced.warning into last_on, warning from analytics.paced_through((asked_range.brand).brand_id, first_on) as paced;
  elsif v_unit is not null then
    select data_status.* into v_status
    from analytics.data_status
    where data_status.brand_id = (asked_range.brand).brand_id and data_status.kind = 'ads_daily';
    v_whole := analytics.whole_periods(greatest(first_on, v_status.first_on), least(last_on, v_status.last_on, asked_range.today - 1), v_unit);
    if v_whole is null then
      warning := pg_catalog.format('No whole %s with data lies between %s and %s: the periods are incomplete.', v_unit, first_on, last_on);
    elsif pg_catalog.lower(v_whole) <> first_on or pg_catalog.upper(v_whole) - 1 <> last_on then
      warning := pg_catalog.format(
        'Only whole %ss with data count: the answer is of %s to %s.', v_unit, pg_catalog.lower(v_whole), pg_catalog.upper(v_whole) - 1
      );
      first_on := pg_catalog.lower(v_whole);
      last_on := pg_catalog.upper(v_whole) - 1;
    end if;
  end if;
end
$$;
comment on function analytics.asked_range(core.brands, jsonb, date) is
  'The days that an answer is of: those asked for, of which averages and the best periods take whole days, weeks or months with data only. A pace is of the '
  'reported days of the month; last_on is null where there are none.';

create function analytics.answer_in_numbers(brand core.brands, interpretation jsonb)
returns json
language plpgsql stable
as $$
declare
  v_brand constant core.brands := answer_in_numbers.brand;
  v_intent constant text := answer_in_numbers.interpretation ->> 'intent';
  v_operation constant text := answer_in_numbers.interpretation ->> 'operation';
  v_time constant jsonb := answer_in_numbers.interpretation -> 'time';
  v_filters constant jsonb := analytics.whole_names(v_brand.brand_id, coalesce(answer_in_numbers.interpretation -> 'filters', '{}'));
  v_metrics constant text[] := analytics.texts(answer_in_numbers.interpretation -> 'metrics');
  v_asked_group constant text := answer_in_numbers.interpretation ->> 'group_by';
  v_is_by_period constant boolean := coalesce(v_asked_group in ('day', 'week', 'month', 'quarter', 'weekday'), false);
  v_group_by constant text := case when not v_is_by_period then v_asked_group end;
  v_granularity constant text := case when v_intent = 'timeseries' or v_operation = 'count' and v_group_by is null or v_is_by_period then v_time ->> 'granularity' end;
  v_thresholds constant jsonb := coalesce(answer_in_numbers.interpretation -> 'thresholds', '[]');
  v_is_total constant boolean := v_intent = 'metric_value' and v_group_by is null and v_granularity is null;
  v_rank constant integer := (answer_in_numbers.interpretation ->> 'rank')::integer;
  v_limit constant integer := case when v_intent in ('timeseries', 'comparison') then 500
    else coalesce(v_rank, (answer_in_numbers.interpretation ->> 'limit')::integer, 50)
  end;
  v_ranked constant text := case v_operation when 'best_period' then 'periods' else answer_in_numbers.interpretation ->> 'within' end;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_range record;
  v_current json;
  v_data json;
  v_warnings text[] := '{}';
  v_total bigint;
  v_most bigint;
begin
  v_range := analytics.asked_range(v_brand, answer_in_numbers.interpretation, v_today);
  v_current := analytics.ask(
    v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters,
    case when v_is_total then '[]' else v_thresholds end, coalesce(answer_in_numbers.interpretation ->> 'sort', 'desc'), v_limit, v_ranked
  );
  v_data := v_current -> 'data';
  v_total := (v_current ->> 'total_rows')::bigint;
  v_most := v_total;
  if v_intent = 'comparison' and v_time ->> 'compare_from' is not null then
    v_current := analytics.answer_with_periods(v_brand, answer_in_numbers.interpretation, v_metrics, v_group_by, v_filters, v_data, v_limit);
    -- A period without data has a row that says so.
    v_total := greatest(v_total, 1) + (v_current ->> 'total_rows')::bigint;
    v_most := greatest(v_most, (v_current ->> 'total_rows')::bigint);
    v_data := v_current -> 'data';
  elsif v_intent = 'comparison' and v_group_by is not null then
    v_data := analytics.with_difference(v_data, v_metrics, case v_group_by when 'platform' then 'platform' else v_group_by || '_name' end, analytics.texts(coalesce(v_filters -> v_group_by, v_filters -> (v_group_by || '_name'))));
  elsif v_operation = 'share' then
    v_data := analytics.with_shares(
      v_data,
      analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, null, null, analytics.whole_filters(v_filters, v_group_by)) #> '{data,0}',
      v_metrics
    );
  elsif v_operation like 'average\_per\_%' then
    v_data := analytics.with_averages(v_data, v_metrics, pg_catalog.substr(v_operation, 13), analytics.periods_between(v_range.first_on, v_range.last_on, pg_catalog.substr(v_operation, 13)));
  elsif v_operation = 'count' then
    v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(
      'counted', coalesce(v_group_by, v_granularity), 'count', v_total,
      'of', analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters, '[]', 'desc', 1) -> 'total_rows'
    ));
    v_total := 1;
    v_most := 1;
  elsif v_operation in ('ratio', 'difference') or v_is_total and v_thresholds <> '[]' then
    v_data := analytics.with_computed(v_data, v_metrics, v_operation, v_thresholds);
  elsif v_intent = 'pacing' then
    -- A month without a reported day has a row that says so.
    if v_range.last_on is null then
      v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(v_metrics[1], null));
      v_total := 1;
    end if;
    v_data := analytics.with_projection(v_data, v_metrics[1], v_range.first_on, v_range.last_on);
  end if;
  if v_rank is not null then
    v_data := case when pg_catalog.json_array_length(v_data) >= v_rank then pg_catalog.json_build_array(v_data -> (v_rank - 1)) else '[]' end;
  end if;
  if v_asked_group = 'weekday' then
    v_warnings := array['Counts and amounts are averages of a day: the weekdays of the range are not equally many.'];
  end if;
  return pg_catalog.json_build_object(
    'data', coalesce(v_data, '[]'),
    'total_rows', v_total,
    'truncated', v_most > coalesce(pg_catalog.json_array_length(v_data), 0) and v_most > v_limit,
    'warnings', pg_catalog.array_remove(v_range.warning || v_warnings, null) || case when v_range.last_on is null then '{}'
      else analytics.metric_warnings(
        v_brand, v_metrics, analytics.shown_level(v_group_by, v_filters), v_range.first_on, v_range.last_on, v_today,
        case when v_granularity = 'hour' then 'hour' else coalesce(nullif(v_granularity, 'weekday'), 'day') end
      )
    end
  );
end
$$;
comment on function analytics.answer_in_numbers(core.brands, jsonb) is
  'The answer to a question after metrics, for one range or two, with what is computed of them and what GET /v1/metrics says in meta.';

grant execute on function
  analytics.asked_range(core.brands, jsonb, date),
  analytics.answer_in_numbers(core.brands, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
