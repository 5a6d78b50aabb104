create function analytics.same_day(day date, date_from date, base_from date)
returns date
language sql immutable
return case
  when extract(day from same_day.date_from) = extract(day from same_day.base_from) then (
    same_day.day - pg_catalog.make_interval(
      months => (
        (extract(year from same_day.date_from) - extract(year from same_day.base_from)) * 12
        + extract(month from same_day.date_from) - extract(month from same_day.base_from)
      )::integer
    )
  )::date
  else same_day.base_from + (same_day.day - same_day.date_from)
end;
comment on function analytics.same_day(date, date, date) is
  'Returns the corresponding day of the compared range. If both ranges begin on the same day of a month, it is the same date. Otherwise, it is as '
  'many days after the beginning.';

create function analytics.comparable_part(
  date_from date, date_to date, base_from date, base_to date, complete_through date,
  out first_on date, out last_on date, out base_first_on date, out base_last_on date
)
language sql immutable
as $$
  select
    comparable_part.date_from,
    least(comparable_part.date_to, comparable_part.complete_through),
    comparable_part.base_from,
    case
      when comparable_part.date_to <= comparable_part.complete_through then comparable_part.base_to
      -- A longer range is not the same part of another period, so that all of it is compared.
      when comparable_part.base_to > analytics.same_day(comparable_part.date_to, comparable_part.date_from, comparable_part.base_from) then comparable_part.base_to
      else least(comparable_part.base_to, analytics.same_day(comparable_part.complete_through, comparable_part.date_from, comparable_part.base_from))
    end
  where comparable_part.complete_through >= comparable_part.date_from;
$$;
comment on function analytics.comparable_part(date, date, date, date, date) is
  'Returns the comparable parts of two ranges: the complete days of the first, and the same days of the second. Every comparison uses this rule. '
  'Returns nulls if no day is complete.';

create function analytics.compared_range(compare_to text, date_from date, date_to date, complete_through date, out base_from date, out base_to date)
language sql immutable
as $$
  select
    (compared_range.date_from - back.length)::date,
    -- The last day of a month has no fixed distance from the last day of the month before.
    case when back.is_whole then compared_range.date_from - 1 else (compared_range.date_to - back.length)::date end
  from (values (true)) as one (row)
  left join lateral (
    -- The shortest calendar period that begins with the range, and is the range or is not complete yet.
    select named.length, compared_range.date_to = ends.last_on and compared_range.date_to <= compared_range.complete_through as is_whole
    from (
      values
        (1, interval '1 week', extract(isodow from compared_range.date_from) = 1),
        (2, interval '1 month', extract(day from compared_range.date_from) = 1),
        (3, interval '3 months', compared_range.date_from = pg_catalog.date_trunc('quarter', compared_range.date_from::timestamp)::date),
        (4, interval '1 year', extract(doy from compared_range.date_from) = 1)
    ) as named (position, length, is_begin)
    cross join lateral (select (compared_range.date_from + named.length)::date - 1 as last_on) as ends
    where compared_range.compare_to = 'previous_period'
      and named.is_begin
      and compared_range.date_to <= ends.last_on
      and (compared_range.date_to = ends.last_on or compared_range.date_to >= compared_range.complete_through)
      and (compared_range.date_to = ends.last_on or ends.last_on > compared_range.complete_through)
    order by named.position
    limit 1
  ) as period on true
  cross join lateral (
    select
      case
        when compared_range.compare_to = 'previous_year' then interval '1 year'
        when compared_range.compare_to = 'previous_year_weekdays' then interval '364 days'
        else coalesce(period.length, pg_catalog.make_interval(days => compared_range.date_to - compared_range.date_from + 1))
      end as length,
      coalesce(period.is_whole, false) as is_whole
  ) as back
  where compared_range.compare_to in ('previous_period', 'previous_days', 'previous_year', 'previous_year_weekdays');
$$;
comment on function analytics.compared_range(text, date, date, date) is
  'Returns the range that a comparison names for another. previous_period compares a calendar week, month, quarter or year with the one before: all of it, or, '
  'while it is not over and the range includes its last complete day, the same part. Any other range is compared with the range of equal length just before. '
  'previous_days compares every range with the range of equal length just before, so that the last 28 days are compared with 28 days also if they begin on the first of a month. '
  'previous_year uses the same dates a year earlier (29 February with 28 February), and previous_year_weekdays the days 364 days earlier, which are the same '
  'weekdays.';

create function analytics.comparable_days(
  compare_to text, date_from date, date_to date, complete_through date,
  out first_on date, out last_on date, out base_first_on date, out base_last_on date
)
language sql immutable
as $$
  select part.first_on, part.last_on, part.base_first_on, part.base_last_on
  from analytics.compared_range(
    comparable_days.compare_to, comparable_days.date_from, comparable_days.date_to, comparable_days.complete_through
  ) as base
  cross join lateral analytics.comparable_part(
    comparable_days.date_from, comparable_days.date_to, base.base_from, base.base_to, comparable_days.complete_through
  ) as part
  where base.base_from is not null and part.first_on is not null;
$$;
comment on function analytics.comparable_days(text, date, date, date) is
  'Returns the complete days of a range, and the same part of its analytics.compared_range. Returns nulls if no day is complete.';

create function analytics.with_compared_range(brand_id text, interpretation jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_time constant jsonb := with_compared_range.interpretation -> 'time';
  v_from constant date := (v_time ->> 'date_from')::date;
  v_to constant date := (v_time ->> 'date_to')::date;
  v_filters constant jsonb := coalesce(with_compared_range.interpretation -> 'filters', '{}');
  v_complete_through date;
  v_base record;
  v_name text;
begin
  if v_time ->> 'comparison' is null and v_time ->> 'compare_from' is null then
    return with_compared_range.interpretation;
  end if;
  v_complete_through := analytics.complete_through(
    with_compared_range.brand_id, analytics.filtered_platforms(with_compared_range.brand_id, v_filters)
  );
  if v_time ->> 'comparison' is not null then
    v_base := analytics.compared_range(v_time ->> 'comparison', v_from, v_to, v_complete_through);
    return pg_catalog.jsonb_set(
      with_compared_range.interpretation, '{time}',
      v_time || pg_catalog.jsonb_build_object('compare_from', v_base.base_from, 'compare_to', v_base.base_to)
    );
  end if;
  select named.name into v_name
  from pg_catalog.unnest(array['previous_period', 'previous_days', 'previous_year', 'previous_year_weekdays']) with ordinality as named (name, position)
  cross join lateral analytics.compared_range(named.name, v_from, v_to, v_complete_through) as base
  where base.base_from = (v_time ->> 'compare_from')::date and base.base_to = (v_time ->> 'compare_to')::date
  order by named.position
  limit 1;
  return pg_catalog.jsonb_set(with_compared_range.interpretation, '{time,comparison}', coalesce(pg_catalog.to_jsonb(v_name), 'null'));
end
$$;
comment on function analytics.with_compared_range(text, jsonb) is
  'Returns an interpretation with both the compared days and the name of the comparison in its time. A name is replaced by its days; days that no name '
  'means have a comparison of null.';

create function analytics.comparable_time(
  brand_id text, "time" jsonb, filters jsonb,
  out first_on date, out last_on date, out base_first_on date, out base_last_on date, out is_comparable boolean, out warnings jsonb[]
)
language plpgsql stable
as $$
declare
  v_from constant date := (comparable_time."time" ->> 'date_from')::date;
  v_to constant date := (comparable_time."time" ->> 'date_to')::date;
  v_base_from constant date := (comparable_time."time" ->> 'compare_from')::date;
  v_base_to constant date := (comparable_time."time" ->> 'compare_to')::date;
  v_platforms constant text[] := analytics.filtered_platforms(comparable_time.brand_id, comparable_time.filters);
  v_unread record;
begin
  select part.* into first_on, last_on, base_first_on, base_last_on
  from analytics.comparable_part(
    v_from, v_to, v_base_from, v_base_to,
    analytics.complete_through(comparable_time.brand_id, v_platforms)
  ) as part;
  warnings := '{}';
  if first_on is null then
    warnings := array[platform.warning('nothing_can_be_compared', pg_catalog.jsonb_build_object('date_from', v_from, 'date_to', v_to))];
  else
    v_unread := sources.unread_comparison(comparable_time.brand_id, first_on, last_on, base_first_on, base_last_on, v_platforms);
    warnings := v_unread.warnings;
  end if;
  is_comparable := warnings = '{}';
  if not is_comparable then
    first_on := v_from;
    last_on := v_to;
    base_first_on := v_base_from;
    base_last_on := v_base_to;
  elsif last_on < v_to then
    warnings := array[
      platform.warning(
        'only_complete_days_are_compared',
        pg_catalog.jsonb_build_object('date_from', first_on, 'date_to', last_on, 'compared_from', base_first_on, 'compared_to', base_last_on)
      )
    ];
  end if;
end
$$;
comment on function analytics.comparable_time(text, jsonb, jsonb) is
  'The days of the two times of a question that are compared, by analytics.comparable_part, with warnings where they are not all requested days. '
  'Without is_comparable, no day is complete, or days were not read from an account (sources.unread_comparison): the days are then the requested ones.';

grant execute on function
  analytics.same_day(date, date, date),
  analytics.comparable_part(date, date, date, date, date),
  analytics.compared_range(text, date, date, date),
  analytics.comparable_days(text, date, date, date),
  analytics.with_compared_range(text, jsonb),
  analytics.comparable_time(text, jsonb, jsonb)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
