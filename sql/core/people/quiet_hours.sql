create function core.quiet_until(brand core.brands, at timestamptz)
returns timestamptz
language sql stable
as $$
  select max(period.ends_at)
  -- A period can have begun on the day before.
  from (values ((quiet_until.at at time zone (quiet_until.brand).timezone)::date), ((quiet_until.at at time zone (quiet_until.brand).timezone)::date - 1)) as began (day)
  cross join lateral (
    select
      (began.day + (quiet_until.brand).quiet_from) at time zone (quiet_until.brand).timezone as begins_at,
      (
        case when (quiet_until.brand).quiet_to > (quiet_until.brand).quiet_from then began.day else began.day + 1 end + (quiet_until.brand).quiet_to
      ) at time zone (quiet_until.brand).timezone as ends_at
  ) as period
  where extract(isodow from began.day) = any ((quiet_until.brand).quiet_days) and quiet_until.at >= period.begins_at and quiet_until.at < period.ends_at;
$$;
comment on function core.quiet_until(core.brands, timestamptz) is
  'Returns when the quiet hours of a brand end that hold at a time, null if none do. They follow the clock of its time zone, so a night with a change of the clock is an '
  'hour shorter or longer. Periods that follow each other are quiet one after the other.';
grant execute on function core.quiet_until(core.brands, timestamptz) to vitrine_person, vitrine_oauth;
