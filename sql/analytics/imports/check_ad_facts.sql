create function analytics.reject_future_facts()
returns void
language sql volatile
as $$
  -- The next day has already begun in other time zones.
  with removed as (
    delete from pg_temp.ad_facts
    where ad_facts.day > (select (platform.now() at time zone 'UTC')::date + 1)
    returning ad_facts.line, ad_facts.day
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('day_is_in_the_future', pg_catalog.jsonb_build_object('day', removed.day))
  from removed;
$$;
comment on function analytics.reject_future_facts() is 'Rejects staged rows of days that have not begun in any time zone.';
grant execute on function analytics.reject_future_facts() to vitrine_worker;

create function analytics.convert_staged_money(brand_id text, measures text[])
returns jsonb[]
language plpgsql volatile
as $$
declare
  v_currency text;
  v_money text[];
  v_reported constant text[] := array(
    select measure.name from pg_catalog.unnest(convert_staged_money.measures) as measure (name) where measure.name in ('spend_micros', 'revenue_micros')
  );
  v_warnings jsonb[];
begin
  if v_reported <> '{}' then
    execute 'alter table pg_temp.ad_facts ' || analytics.list_measures(v_reported, 'add column reported_%1$I bigint');
  end if;
  select brands.currency into strict v_currency from core.brands where brands.brand_id = convert_staged_money.brand_id;
  select pg_catalog.array_agg(definition.source_column)
  into v_money
  from analytics.metric_definitions as definition
  where definition.unit = 'money' and definition.source_column = any (convert_staged_money.measures);
  if v_money is null or not exists (select from pg_temp.ad_entities as staged where staged.currency <> v_currency) then
    return '{}'::jsonb[];
  end if;

  execute pg_catalog.format(
    $query$
    with foreign_facts as (
      select facts.ctid as row_id, staged.currency, facts.day, exchange_rates.rate, coalesce(%1$s) is not null as has_money
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      left join core.exchange_rates
        on exchange_rates.from_currency = staged.currency
        and exchange_rates.to_currency = $1
        and exchange_rates.on_day = facts.day
      where staged.currency <> $1
    ),
    converted as (
      update pg_temp.ad_facts as facts set %2$s from foreign_facts where facts.ctid = foreign_facts.row_id
    )
    select pg_catalog.array_agg(missing.warning order by missing.warning)
    from (
      select platform.warning(
        'exchange_rate_is_missing',
        pg_catalog.jsonb_build_object(
          'from_currency', foreign_facts.currency, 'to_currency', $1, 'days', count(distinct foreign_facts.day),
          'date_from', min(foreign_facts.day), 'date_to', max(foreign_facts.day), 'rows', count(*),
          'missing_days', pg_catalog.range_agg(pg_catalog.daterange(foreign_facts.day, foreign_facts.day, '[]'))
        )
      ) as warning
      from foreign_facts
      where foreign_facts.rate is null and foreign_facts.has_money
      group by foreign_facts.currency
    ) as missing
    $query$,
    analytics.list_measures(v_money, 'facts.%I'),
    analytics.list_measures(v_money, '%1$I = pg_catalog.round(facts.%1$I * foreign_facts.rate)::bigint')
      || coalesce(', ' || analytics.list_measures(v_reported, 'reported_%1$I = facts.%1$I'), '')
  )
  into v_warnings
  using v_currency;
  return coalesce(v_warnings, '{}');
end
$$;
comment on function analytics.convert_staged_money(text, text[]) is
  'Converts staged money in other currencies to the brand''s currency, at the rate of each day, and keeps the reported spend and revenue. Sets '
  'money without a known rate to null and returns a warning with the days that lack one.';
grant execute on function analytics.convert_staged_money(text, text[]) to vitrine_worker;

create function analytics.place_staged_hours(timezone text)
returns void
language plpgsql volatile
as $$
begin
  -- On the night that the clock is put back, one hour occurs twice. The order of the rows distinguishes the two.
  create temporary table ad_hours on commit drop as
  with stated as (
    select distinct coalesce(staged.account_timezone, place_staged_hours.timezone) as timezone, facts.day, facts.hour
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  ),
  placed as (
    select stated.*, local.at as local_at, local.at at time zone stated.timezone as at
    from stated
    cross join lateral (select stated.day + pg_catalog.make_time(stated.hour, 0, 0) as at) as local
  ),
  repeated as (
    select placed.*, (placed.at - interval '1 hour') at time zone placed.timezone = placed.local_at as comes_twice
    from placed
    where placed.at at time zone placed.timezone = placed.local_at
  )
  select
    repeated.timezone, repeated.day, repeated.hour, occurrence.is_second,
    case when repeated.comes_twice and not occurrence.is_second then repeated.at - interval '1 hour' else repeated.at end as at
  from repeated
  cross join (values (false), (true)) as occurrence (is_second)
  where repeated.comes_twice or not occurrence.is_second;
  analyze pg_temp.ad_hours;

  update pg_temp.ad_facts as facts
  set is_second = true
  from (
    select candidates.ctid as row_id, pg_catalog.row_number() over (partition by candidates.entity_no, candidates.day, candidates.hour order by candidates.line) as number
    from pg_temp.ad_facts as candidates
    join pg_temp.ad_entities as staged on staged.entity_no = candidates.entity_no
    join pg_temp.ad_hours as hours
      on hours.is_second
      and hours.timezone = coalesce(staged.account_timezone, place_staged_hours.timezone)
      and (hours.day, hours.hour) = (candidates.day, candidates.hour)
  ) as numbered
  where facts.ctid = numbered.row_id and numbered.number = 2;

  with removed as (
    delete from pg_temp.ad_facts as facts
    using pg_temp.ad_entities as staged
    where staged.entity_no = facts.entity_no
      and not exists (
        select from pg_temp.ad_hours as hours
        where hours.timezone = coalesce(staged.account_timezone, place_staged_hours.timezone)
          and (hours.day, hours.hour) = (facts.day, facts.hour)
      )
    returning facts.line, facts.day, facts.hour, coalesce(staged.account_timezone, place_staged_hours.timezone) as timezone
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    platform.warning(
      'hour_is_skipped', pg_catalog.jsonb_build_object('hour', removed.hour, 'day', removed.day, 'timezone', removed.timezone)
    )
  from removed;
end
$$;
comment on function analytics.place_staged_hours(text) is
  'Finds the instant of every staged hour in the time zone of its account, or else in the given one. Rejects hours that the clock skipped.';
grant execute on function analytics.place_staged_hours(text) to vitrine_worker;

create function analytics.reject_repeated_facts()
returns void
language plpgsql volatile
as $$
begin
  -- An ad with several currencies has several staged entities. They are merged into one.
  update pg_temp.ad_facts as facts
  set entity_no = firsts.entity_no
  from pg_temp.ad_entities as staged
  join (
    select ad_entities.entity_id, min(ad_entities.entity_no) as entity_no
    from pg_temp.ad_entities
    group by ad_entities.entity_id
    having count(*) > 1
  ) as firsts on firsts.entity_id = staged.entity_id
  where facts.entity_no = staged.entity_no and staged.entity_no <> firsts.entity_no;

  create temporary table ad_repeated on commit drop as
  select ad_facts.entity_no, ad_facts.day, ad_facts.hour, ad_facts.is_second
  from pg_temp.ad_facts
  group by ad_facts.entity_no, ad_facts.day, ad_facts.hour, ad_facts.is_second
  having count(*) > 1;
  with numbered as (
    select
      facts.ctid as row_id,
      pg_catalog.row_number() over same_time as number,
      pg_catalog.first_value(facts.line) over same_time as first_line
    from pg_temp.ad_facts as facts
    join pg_temp.ad_repeated as repeated on (repeated.entity_no, repeated.day) = (facts.entity_no, facts.day)
    where repeated.hour is not distinct from facts.hour and repeated.is_second is not distinct from facts.is_second
    window same_time as (partition by facts.entity_no, facts.day, facts.hour, facts.is_second order by facts.line)
  ),
  removed as (
    delete from pg_temp.ad_facts as facts
    using numbered
    where facts.ctid = numbered.row_id and numbered.number > 1
    returning facts.line, numbered.first_line
  )
  insert into pg_temp.rejections (line, reason)
  select
    removed.line,
    platform.warning('row_is_repeated', pg_catalog.jsonb_build_object('first_line', removed.first_line))
  from removed;
  drop table pg_temp.ad_repeated;
end
$$;
comment on function analytics.reject_repeated_facts() is 'Keeps the first of the staged rows with the same entity and time, and rejects the others.';
grant execute on function analytics.reject_repeated_facts() to vitrine_worker;
