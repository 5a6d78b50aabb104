create function console.period_days(timezone text, period text, out first_on date, out last_on date)
language plpgsql stable
as $$
declare
  v_today constant date := (platform.now() at time zone period_days.timezone)::date;
begin
  select named.first_on, named.last_on into first_on, last_on
  from (
    values
      ('last_7_days', v_today - 7, v_today - 1),
      ('last_28_days', v_today - 28, v_today - 1),
      ('last_90_days', v_today - 90, v_today - 1),
      ('last_180_days', v_today - 180, v_today - 1),
      ('last_365_days', v_today - 365, v_today - 1)
  ) as named (period, first_on, last_on)
  where named.period = period_days.period
  union all
  select part.begins_on, case when part.relation = 'last' then (part.begins_on + part.length - interval '1 day')::date else v_today end
  from (
    select
      relations.relation, units.length,
      (pg_catalog.date_trunc(units.unit, v_today::timestamp) - case relations.relation when 'last' then units.length else interval '0' end)::date
        as begins_on
    from (values ('week', interval '1 week'), ('month', interval '1 month'), ('quarter', interval '3 months'), ('year', interval '1 year'))
      as units (unit, length)
    cross join (values ('this'), ('last')) as relations (relation)
    where relations.relation || '_' || units.unit = period_days.period
  ) as part;
  if first_on is null then
    perform platform.require_choice('period', period_days.period, array[
      'last_7_days', 'last_28_days', 'last_90_days', 'last_180_days', 'last_365_days', 'this_week', 'last_week', 'this_month', 'last_month',
      'this_quarter', 'last_quarter', 'this_year', 'last_year'
    ]);
  end if;
end
$$;
comment on function console.period_days(text, text) is
  'Returns the days of a named period in a time zone. last_28_days and the like end yesterday, this_month and the like today. Weeks begin on Monday. '
  'Raises BADRQ for an unknown period.';
grant execute on function console.period_days(text, text) to vitrine_gate;
