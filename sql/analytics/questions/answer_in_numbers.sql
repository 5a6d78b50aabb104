create function analytics.asked_range(
  brand core.brands, interpretation jsonb, filters jsonb, today date,
  out first_on date, out last_on date, out base_first_on date, out base_last_on date, out is_comparable boolean, out warnings jsonb[]
)
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
  v_warning jsonb;
begin
  first_on := (asked_range.interpretation #>> '{time,date_from}')::date;
  last_on := (asked_range.interpretation #>> '{time,date_to}')::date;
  if asked_range.interpretation #>> '{time,compare_from}' is not null then
    select compared.* into first_on, last_on, base_first_on, base_last_on, is_comparable, warnings
    from analytics.comparable_time((asked_range.brand).brand_id, asked_range.interpretation -> 'time', asked_range.filters) as compared;
  elsif v_intent = 'pacing' then
    first_on := pg_catalog.date_trunc('month', asked_range.today)::date;
    select paced.last_on, paced.warning into last_on, v_warning from analytics.paced_through((asked_range.brand).brand_id, first_on, asked_range.filters) as paced;
  elsif v_unit is not null then
    select data_status.* into v_status
    from analytics.data_status
    where data_status.brand_id = (asked_range.brand).brand_id and data_status.kind = 'ads_daily';
    v_whole := analytics.whole_periods(greatest(first_on, v_status.first_on), least(last_on, v_status.last_on, asked_range.today - 1), v_unit);
    if v_whole is null then
      v_warning := platform.warning(
        'no_complete_period', pg_catalog.jsonb_build_object('unit', v_unit, 'date_from', first_on, 'date_to', last_on)
      );
    elsif pg_catalog.lower(v_whole) <> first_on or pg_catalog.upper(v_whole) - 1 <> last_on then
      first_on := pg_catalog.lower(v_whole);
      last_on := pg_catalog.upper(v_whole) - 1;
      v_warning := platform.warning(
        'only_complete_periods_count', pg_catalog.jsonb_build_object('unit', v_unit, 'date_from', first_on, 'date_to', last_on)
      );
    end if;
  end if;
  warnings := coalesce(warnings, pg_catalog.array_remove(array[v_warning], null));
end
$$;
comment on function analytics.asked_range(core.brands, jsonb, jsonb, date) is
  'Returns the days of an answer. Averages and best periods use only whole days, weeks, months or quarters with data. Comparisons use the same '
  'complete days of both times if is_comparable. Pacing uses the reported days of the current month, and last_on is null if there are none.';

create function analytics.platforms_above(brand_id text, level text, filters jsonb, date_from date, date_to date)
returns text[]
language sql stable
as $$
  select array(
    select distinct paths.platform
    from analytics.facts_daily as facts
    join analytics.entity_paths as paths on paths.brand_id = facts.brand_id and paths.entity_id = facts.entity_id
    where facts.brand_id = platforms_above.brand_id
      and facts.day between platforms_above.date_from and platforms_above.date_to
      and case platforms_above.level when 'ad' then paths.ad_id else paths.adset_id end is null
      and analytics.is_meant(paths, platforms_above.filters)
    order by 1
  );
$$;
comment on function analytics.platforms_above(text, text, jsonb, date, date) is 'Returns the platforms with rows above this level in a range.';

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
  -- For an order by change or loss, the limit applies after these are known.
  v_is_by_change constant boolean := v_intent = 'comparison' and answer_in_numbers.interpretation ->> 'sort' is not null
    and coalesce(v_operation in ('growth', 'difference'), false);
  -- A ranking or count of ad sets or ads excludes the rows of higher levels.
  v_is_of_named constant boolean := coalesce(v_asked_group in ('adset', 'ad'), false) and (v_intent = 'ranking' or v_operation = 'count');
  v_limit constant integer := case when v_is_by_change or v_operation = 'loss' then 1000000
    when v_intent = 'timeseries' or v_intent = 'comparison' and answer_in_numbers.interpretation ->> 'limit' is null then 500
    else coalesce(v_rank, (answer_in_numbers.interpretation ->> 'limit')::integer, 50)
  end;
  v_ranked constant text := case v_operation when 'best_period' then 'periods' else answer_in_numbers.interpretation ->> 'within' end;
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
  v_exponent constant integer := (select currencies.exponent from core.currencies where currencies.currency = v_brand.currency);
  v_range record;
  v_current json;
  v_data json;
  v_warnings jsonb[] := '{}'::jsonb[];
  v_platforms text[];
  v_total bigint;
  v_most bigint;
begin
  v_range := analytics.asked_range(v_brand, answer_in_numbers.interpretation, v_filters, v_today);
  v_warnings := v_range.warnings;
  v_current := analytics.ask(
    v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters,
    case when v_is_total then '[]' else v_thresholds end, coalesce(answer_in_numbers.interpretation ->> 'sort', 'desc'), v_limit, v_ranked, v_is_of_named
  );
  v_data := v_current -> 'data';
  v_total := (v_current ->> 'total_rows')::bigint;
  v_most := v_total;
  if v_intent = 'comparison' and v_time ->> 'compare_from' is not null then
    v_current := analytics.answer_with_periods(
      v_brand, answer_in_numbers.interpretation, v_metrics, v_group_by, v_filters, v_data, greatest(v_limit, 500),
      v_range.first_on, v_range.last_on, v_range.base_first_on, v_range.base_last_on, v_range.is_comparable
    );
    -- A period without data still has one row.
    v_total := greatest(v_total, 1) + (v_current ->> 'total_rows')::bigint;
    v_most := greatest(v_most, (v_current ->> 'total_rows')::bigint);
    v_data := v_current -> 'data';
  elsif v_intent = 'comparison' and v_group_by is not null then
    v_data := analytics.with_difference(v_data, v_metrics, case v_group_by when 'platform' then 'platform' else v_group_by || '_name' end, analytics.texts(coalesce(v_filters -> v_group_by, v_filters -> (v_group_by || '_name'))));
    v_warnings := v_warnings || analytics.premise_warnings(v_data, v_metrics, v_group_by, answer_in_numbers.interpretation ->> 'direction');
  elsif v_operation = 'share' then
    v_data := analytics.with_shares(
      v_data,
      analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, null, null, analytics.whole_filters(v_filters, v_group_by)) #> '{data,0}',
      v_metrics
    );
  elsif v_operation = 'versus_total' then
    v_data := analytics.with_totals(
      v_data,
      analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, null, null, analytics.whole_filters(v_filters, v_group_by)) #> '{data,0}',
      v_metrics
    );
  elsif v_operation like 'average\_per\_%' then
    v_data := analytics.with_averages(v_data, v_metrics, pg_catalog.substr(v_operation, 13), analytics.periods_between(v_range.first_on, v_range.last_on, pg_catalog.substr(v_operation, 13)), v_exponent);
  elsif v_operation = 'count' then
    v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(
      'counted', coalesce(v_group_by, v_granularity), 'count', v_total,
      'of', analytics.ask(v_brand, v_metrics, v_range.first_on, v_range.last_on, v_group_by, v_granularity, v_filters, '[]', 'desc', 1, null, v_is_of_named) -> 'total_rows'
    ));
    v_total := 1;
    v_most := 1;
  elsif v_operation = 'loss' then
    v_data := analytics.with_losses(
      v_data, (answer_in_numbers.interpretation ->> 'break_even')::numeric, v_exponent, coalesce((answer_in_numbers.interpretation ->> 'limit')::integer, 50)
    );
  elsif v_operation in ('ratio', 'difference', 'break_even') or v_is_total and v_thresholds <> '[]' then
    v_data := analytics.with_computed(v_data, v_metrics, v_operation, v_thresholds);
  elsif v_intent = 'pacing' then
    -- A month without a reported day still has one row.
    if v_range.last_on is null then
      v_data := pg_catalog.json_build_array(pg_catalog.json_build_object(v_metrics[1], null));
      v_total := 1;
    end if;
    v_data := analytics.with_projection(
      v_data, v_metrics[1], v_range.first_on, v_range.last_on, v_exponent,
      analytics.weekday_amounts(v_brand.brand_id, v_range.last_on, v_metrics[1], v_filters),
      case when v_filters = '{}' then analytics.rest_of_month(v_brand.brand_id, v_metrics[1], v_range.first_on, v_range.last_on) end
    );
    if not analytics.adds_up(v_metrics[1]) then
      v_warnings := v_warnings || array[platform.warning('ratio_is_not_projected', pg_catalog.jsonb_build_object('metric', v_metrics[1]))];
    end if;
  end if;
  if v_rank is not null then
    v_data := case when pg_catalog.json_array_length(v_data) >= v_rank then pg_catalog.json_build_array(v_data -> (v_rank - 1)) else '[]' end;
  end if;
  if v_granularity in ('week', 'month', 'quarter')
    and analytics.whole_periods(v_range.first_on, v_range.last_on, v_granularity) is distinct from pg_catalog.daterange(v_range.first_on, v_range.last_on, '[]') then
    v_warnings := v_warnings || array[
      platform.warning('periods_are_cut', pg_catalog.jsonb_build_object('unit', v_granularity, 'date_from', v_range.first_on, 'date_to', v_range.last_on))
    ];
  end if;
  if v_metrics && array['profit', 'poas'] and v_brand.revenue_source = 'platform' then
    v_warnings := v_warnings || array[platform.warning('profit_counts_claimed_revenue')];
  end if;
  if v_asked_group = 'weekday' then
    v_warnings := v_warnings || array[platform.warning('weekdays_are_averages')];
  end if;
  if v_is_of_named then
    v_platforms := analytics.platforms_above(v_brand.brand_id, v_asked_group, v_filters, v_range.first_on, v_range.last_on);
    if v_platforms <> '{}' then
      v_warnings := v_warnings || array[
        platform.warning('reports_end_above_level', pg_catalog.jsonb_build_object('level', v_asked_group, 'platforms', v_platforms))
      ];
    end if;
  end if;
  return pg_catalog.json_build_object(
    'data', coalesce(v_data, '[]'),
    'total_rows', v_total,
    'truncated', v_most > coalesce(pg_catalog.json_array_length(v_data), 0) and (v_most > v_limit or v_operation is not distinct from 'loss')
      -- The rows are of two times.
      or v_intent = 'comparison' and v_most > v_limit,
    'warnings', v_warnings || case when v_range.last_on is not null
      then analytics.metric_warnings(
        v_brand, v_metrics, analytics.shown_level(v_group_by, v_filters), v_range.first_on, v_range.last_on, v_today,
        case when v_granularity = 'hour' then 'hour' else coalesce(nullif(v_granularity, 'weekday'), 'day') end
      )
    end
  );
end
$$;
comment on function analytics.answer_in_numbers(core.brands, jsonb) is
  'Answers a question about metrics for one range or two, with computed values and the warnings of GET /v1/metrics.';

grant execute on function
  analytics.asked_range(core.brands, jsonb, jsonb, date),
  analytics.platforms_above(text, text, jsonb, date, date),
  analytics.answer_in_numbers(core.brands, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
