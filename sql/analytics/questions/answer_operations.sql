create function analytics.relative_change(current numeric, previous numeric)
returns numeric
language sql immutable
return pg_catalog.trim_scale(pg_catalog.round((relative_change.current - relative_change.previous) / nullif(pg_catalog.abs(relative_change.previous), 0), 6));
comment on function analytics.relative_change(numeric, numeric) is 'Returns the change as a fraction of previous. Null if previous is 0 or unknown.';

create function analytics.differences(minuend jsonb, subtrahend jsonb, metrics text[], suffix text)
returns jsonb
language sql immutable
as $$
  select coalesce(
    pg_catalog.jsonb_object_agg(field.name, field.value),
    '{}'
  )
  from pg_catalog.unnest(differences.metrics) as metric (name)
  cross join lateral (
    select (differences.minuend ->> metric.name)::numeric as minuend, (differences.subtrahend ->> metric.name)::numeric as subtrahend
  ) as given
  cross join lateral (
    values
      (metric.name || '_' || differences.suffix, pg_catalog.trim_scale(given.minuend - given.subtrahend)),
      (metric.name || '_' || differences.suffix || '_rate', analytics.relative_change(given.minuend, given.subtrahend))
  ) as field (name, value);
$$;
comment on function analytics.differences(jsonb, jsonb, text[], text) is
  'Returns the difference of each metric between two rows: <metric>_<suffix>, and <metric>_<suffix>_rate as a fraction of the second row.';

create function analytics.with_changes(current json, previous json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb || analytics.differences(row.value::jsonb, before.value, with_changes.metrics, 'change')
    order by row.position
  )
  from pg_catalog.json_array_elements(with_changes.current) with ordinality as row (value, position)
  left join lateral (
    select other.value::jsonb as value
    from pg_catalog.json_array_elements(with_changes.previous) as other
    where (other.value::jsonb - with_changes.metrics) = (row.value::jsonb - with_changes.metrics)
    limit 1
  ) as before on true;
$$;
comment on function analytics.with_changes(json, json, text[]) is
  'Returns the rows of one period with <metric>_change and <metric>_change_rate since the same row of the period before. Null if there is no such '
  'row.';

create function analytics.with_shares(rows json, whole json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb || (
      select pg_catalog.jsonb_object_agg(field.name, field.value)
      from pg_catalog.unnest(with_shares.metrics) as metric (name)
      cross join lateral (
        values
          (metric.name || '_total', (with_shares.whole ->> metric.name)::numeric),
          (
            metric.name || '_share',
            pg_catalog.trim_scale(
              pg_catalog.round((row.value ->> metric.name)::numeric * given.days / nullif((with_shares.whole ->> metric.name)::numeric, 0), 6)
            )
          )
      ) as field (name, value)
    )
    order by row.position
  )
  from pg_catalog.json_array_elements(with_shares.rows) with ordinality as row (value, position)
  -- The row of a weekday is an average of its days, but the total is a sum.
  cross join lateral (select case when row.value ->> 'weekday' is null then 1 else (row.value ->> 'days')::integer end as days) as given;
$$;
comment on function analytics.with_shares(json, json, text[]) is 'Returns the rows with <metric>_total, and <metric>_share, a fraction of it.';

create function analytics.with_totals(rows json, whole json, metrics text[])
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb
      || (
        select pg_catalog.jsonb_object_agg(metric.name || '_total', (with_totals.whole ->> metric.name)::numeric)
        from pg_catalog.unnest(with_totals.metrics) as metric (name)
      )
      || analytics.differences(row.value::jsonb, with_totals.whole::jsonb, with_totals.metrics, 'difference')
    order by row.position
  )
  from pg_catalog.json_array_elements(with_totals.rows) with ordinality as row (value, position);
$$;
comment on function analytics.with_totals(json, json, text[]) is
  'Returns the rows with <metric>_total, the total of the metric, and <metric>_difference and <metric>_difference_rate against it.';

create function analytics.decimals_of(metric text, exponent integer)
returns integer
language sql stable
return case (select metric_definitions.unit from analytics.metric_definitions where metric_definitions.name = decimals_of.metric)
  when 'money' then decimals_of.exponent else 2
end;
comment on function analytics.decimals_of(text, integer) is
  'Returns the decimals of a computed value of a metric: those of the currency (exponent) for money, and 2 for others.';

create function analytics.with_averages(rows json, metrics text[], unit text, periods numeric, exponent integer)
returns json
language sql stable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb || pg_catalog.jsonb_build_object(with_averages.unit || 's', pg_catalog.trim_scale(pg_catalog.round(with_averages.periods, 2))) || (
      select pg_catalog.jsonb_object_agg(
        metric.name || '_per_' || with_averages.unit,
        pg_catalog.trim_scale(pg_catalog.round((row.value ->> metric.name)::numeric / nullif(with_averages.periods, 0), analytics.decimals_of(metric.name, with_averages.exponent)))
      )
      from pg_catalog.unnest(with_averages.metrics) as metric (name)
    )
    order by row.position
  )
  from pg_catalog.json_array_elements(with_averages.rows) with ordinality as row (value, position);
$$;
comment on function analytics.with_averages(json, text[], text, numeric, integer) is 'Returns the rows with <metric>_per_<unit> and the number of units. exponent: the decimals of the currency.';

create function analytics.with_difference(rows json, metrics text[], key text, names text[])
returns json
language sql immutable
as $$
  -- The name given first comes first. The difference is the first minus the second.
  with named as (
    select row.value::jsonb as value, pg_catalog.array_position(analytics.lowered(with_difference.names), pg_catalog.lower(row.value ->> with_difference.key)) as place, row.position
    from pg_catalog.json_array_elements(with_difference.rows) with ordinality as row (value, position)
  ),
  second as (
    select named.value from named where named.place = 2 limit 1
  )
  select pg_catalog.json_agg(
    named.value || case when named.place = 1 and pg_catalog.cardinality(with_difference.names) = 2 then analytics.differences(named.value, second.value, with_difference.metrics, 'difference') else '{}' end
    order by named.place nulls last, named.position
  )
  from named
  left join second on true;
$$;
comment on function analytics.with_difference(json, text[], text, text[]) is
  'Returns the rows of two platforms or names in the given order. The first has <metric>_difference and <metric>_difference_rate against the '
  'second.';

create function analytics.premise_warnings(rows json, metrics text[], group_by text, direction text)
returns jsonb[]
language sql stable
as $$
  select coalesce(pg_catalog.array_agg(
    platform.warning(
      'side_premise_is_contradicted',
      pg_catalog.jsonb_build_object(
        'metric', metric.name, 'direction', premise_warnings.direction,
        'sides', pg_catalog.jsonb_build_array(
          coalesce(sides.first ->> (premise_warnings.group_by || '_name'), sides.first ->> premise_warnings.group_by),
          coalesce(sides.second ->> (premise_warnings.group_by || '_name'), sides.second ->> premise_warnings.group_by)
        ),
        'values', pg_catalog.jsonb_build_array(sides.first -> metric.name, sides.second -> metric.name)
      )
    )
    order by metric.position
  ), '{}')
  from (select premise_warnings.rows::jsonb -> 0 as first, premise_warnings.rows::jsonb -> 1 as second) as sides
  cross join pg_catalog.unnest(premise_warnings.metrics) with ordinality as metric (name, position)
  where (sides.first ->> (metric.name || '_difference'))::numeric * case premise_warnings.direction when 'up' then 1 when 'down' then -1 end <= 0;
$$;
comment on function analytics.premise_warnings(json, text[], text, text) is
  'Returns a warning for each metric of which the first of two rows (analytics.with_difference) is not above (up) or below (down) the second, as the question '
  'presumes.';

create function analytics.whole_periods(date_from date, date_to date, unit text)
returns daterange
language sql immutable
as $$
  select case when bounds.first_on < bounds.end_on then pg_catalog.daterange(bounds.first_on, bounds.end_on) end
  from (
    select
      pg_catalog.date_trunc(whole_periods.unit, (whole_periods.date_from - 1)::timestamp + case whole_periods.unit when 'quarter' then interval '3 months' else ('1 ' || whole_periods.unit)::interval end)::date as first_on,
      pg_catalog.date_trunc(whole_periods.unit, (whole_periods.date_to + 1)::timestamp)::date as end_on
  ) as bounds;
$$;
comment on function analytics.whole_periods(date, date, text) is 'Returns the whole days, weeks from Monday, months or quarters of a range.';

create function analytics.whole_filters(filters jsonb, group_by text)
returns jsonb
language sql immutable
return case
  when whole_filters.group_by is not null then whole_filters.filters
  when whole_filters.filters ?| '{campaign_name,adset_name}' then whole_filters.filters - '{campaign_name,adset_name}'::text[]
  when whole_filters.filters ? 'platform' then whole_filters.filters - 'platform'
  else '{}'
end;
comment on function analytics.whole_filters(jsonb, text) is
  'Returns the filters of the total that a share refers to. With a grouping, it is the total of all rows. Otherwise, names have a share of their '
  'platform if it is filtered too, and a platform has a share of everything.';

create function analytics.periods_between(date_from date, date_to date, unit text)
returns numeric
language plpgsql immutable
as $$
begin
  perform platform.require_choice('unit', periods_between.unit, array['day', 'week', 'month']);
  return case periods_between.unit
    when 'day' then periods_between.date_to - periods_between.date_from + 1
    when 'week' then (periods_between.date_to - periods_between.date_from + 1) / 7.0
    else coalesce(
      case when extract(day from periods_between.date_from) = 1 and extract(day from periods_between.date_to + 1) = 1
        then extract(year from pg_catalog.age(periods_between.date_to + 1, periods_between.date_from)) * 12
          + extract(month from pg_catalog.age(periods_between.date_to + 1, periods_between.date_from))
      end,
      (periods_between.date_to - periods_between.date_from + 1) / 30.4375
    )
  end;
end
$$;
comment on function analytics.periods_between(date, date, text) is
  'Returns the number of days, weeks or months in a range, with fractions. Raises BADRQ for another unit.';

create function analytics.with_computed(rows json, metrics text[], operation text, thresholds jsonb)
returns json
language sql immutable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb
      || case when with_computed.thresholds = '[]' then '{}' else pg_catalog.jsonb_build_object('holds', analytics.holds(row.value::jsonb, with_computed.thresholds)) end
      || case with_computed.operation
        when 'ratio' then pg_catalog.jsonb_build_object('ratio', pg_catalog.trim_scale(pg_catalog.round(given.first / nullif(given.second, 0), 6)))
        when 'difference' then pg_catalog.jsonb_build_object('difference', pg_catalog.trim_scale(given.first - given.second))
        when 'break_even' then pg_catalog.jsonb_build_object(
          'break_even_roas',
          case when (row.value ->> 'revenue')::numeric > (row.value ->> 'cogs')::numeric then pg_catalog.trim_scale(
            pg_catalog.round((row.value ->> 'revenue')::numeric / ((row.value ->> 'revenue')::numeric - (row.value ->> 'cogs')::numeric), 6)
          ) end
        )
        else '{}'
      end
    order by row.position
  )
  from pg_catalog.json_array_elements(with_computed.rows) with ordinality as row (value, position)
  cross join lateral (
    select (row.value ->> with_computed.metrics[1])::numeric as first, (row.value ->> with_computed.metrics[2])::numeric as second
  ) as given;
$$;
comment on function analytics.with_computed(json, text[], text, jsonb) is
  'Returns the rows with the ratio or difference of their first two metrics, or the break-even ROAS (revenue / (revenue - cogs)), and holds, whether they '
  'satisfy all thresholds.';

create function analytics.adds_up(metric text)
returns boolean
language sql stable
as $$
  select coalesce(
    (select metric_definitions.additive from analytics.metric_definitions where metric_definitions.name = adds_up.metric), false
  );
$$;
comment on function analytics.adds_up(text) is 'Returns whether the values of days of a metric can be added up. False for ratios and reach.';

create function analytics.with_projection(
  rows json, metric text, month date, through date, exponent integer, weights numeric[] default null, rest jsonb default null
)
returns json
language sql stable
as $$
  select pg_catalog.json_agg(
    row.value::jsonb || pg_catalog.jsonb_build_object(
      'days_elapsed', coalesce(with_projection.through - with_projection.month + 1, 0),
      'days_in_month', extract(day from with_projection.month + interval '1 month - 1 day'),
      'projected_' || with_projection.metric, pg_catalog.round(pace.projected, decimals.of_metric)
    ) || case when pace.low is not null then pg_catalog.jsonb_build_object(
      'projected_' || with_projection.metric || '_low', pg_catalog.round(pace.low, decimals.of_metric),
      'projected_' || with_projection.metric || '_high', pg_catalog.round(pace.high, decimals.of_metric)
    ) else '{}' end
  )
  from pg_catalog.json_array_elements(with_projection.rows) as row (value)
  cross join (select analytics.decimals_of(with_projection.metric, with_projection.exponent) as of_metric) as decimals
  left join lateral analytics.pace_of_month(
    (row.value ->> with_projection.metric)::numeric, with_projection.month, with_projection.through, with_projection.weights, with_projection.rest
  ) as pace on analytics.adds_up(with_projection.metric);
$$;
comment on function analytics.with_projection(json, text, date, date, integer, numeric[], jsonb) is
  'Returns the rows of a month with the metric projected to its end (analytics.pace_of_month), and the 80 % interval if a forecast gives one. Null for a metric '
  'that does not add up over days, such as a ratio. exponent: the decimals of the currency.';

grant execute on function
  analytics.relative_change(numeric, numeric),
  analytics.differences(jsonb, jsonb, text[], text),
  analytics.with_changes(json, json, text[]),
  analytics.with_shares(json, json, text[]),
  analytics.with_totals(json, json, text[]),
  analytics.decimals_of(text, integer),
  analytics.with_averages(json, text[], text, numeric, integer),
  analytics.with_difference(json, text[], text, text[]),
  analytics.premise_warnings(json, text[], text, text),
  analytics.whole_periods(date, date, text),
  analytics.whole_filters(jsonb, text),
  analytics.periods_between(date, date, text),
  analytics.with_computed(json, text[], text, jsonb),
  analytics.adds_up(text),
  analytics.with_projection(json, text, date, date, integer, numeric[], jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
