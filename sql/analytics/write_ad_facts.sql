create function analytics.upsert_query(target regclass, key text, measures text[], source text, replaces boolean default true)
returns text
language sql immutable
as $$
  select pg_catalog.format(
    'insert into %1$s as held (brand_id, %2$s, entity_id, %3$s) %4$s'
    || case when upsert_query.replaces
      then ' on conflict (brand_id, %2$s, entity_id) do update set %5$s where (%6$s) is distinct from (%7$s)' else '' end,
    upsert_query.target,
    upsert_query.key,
    pg_catalog.string_agg(pg_catalog.quote_ident(measure.name), ', '),
    upsert_query.source,
    pg_catalog.string_agg(pg_catalog.format('%1$I = excluded.%1$I', measure.name), ', '),
    pg_catalog.string_agg(pg_catalog.format('held.%I', measure.name), ', '),
    pg_catalog.string_agg(pg_catalog.format('excluded.%I', measure.name), ', ')
  )
  from pg_catalog.unnest(upsert_query.measures) as measure (name);
$$;
comment on function analytics.upsert_query(regclass, text, text[], text, boolean) is
  'The statement that writes facts: new rows go in, known ones take the newer values, equal ones stay untouched. '
  'replaces false: a row that is known is an error, which is a third faster.';
grant execute on function analytics.upsert_query(regclass, text, text[], text, boolean) to vitrine_worker;

create function analytics.convert_staged_money(brand_id text, measures text[])
returns text[]
language plpgsql volatile
as $$
declare
  v_currency text;
  v_money text;
  v_missing text[];
begin
  select brands.currency into strict v_currency from core.brands where brands.brand_id = convert_staged_money.brand_id;
  select pg_catalog.string_agg(
    pg_catalog.format('%1$I = pg_catalog.round(facts.%1$I * converted.rate)::bigint', definition.source_column), ', '
  )
  into v_money
  from analytics.metric_definitions as definition
  where definition.unit = 'money' and definition.source_column = any (convert_staged_money.measures);
  if v_money is null or not exists (
    select from pg_temp.ad_entities as staged
    join analytics.entities as accounts
      on accounts.brand_id = convert_staged_money.brand_id and accounts.entity_id = staged.account_entity_id
    where accounts.currency <> v_currency
  ) then
    return '{}';
  end if;

  execute pg_catalog.format(
    $query$
    with converted as (
      select facts.ctid as row_id, exchange_rates.rate, accounts.currency
      from pg_temp.ad_facts as facts
      join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
      join analytics.entities as accounts
        on accounts.brand_id = $1 and accounts.entity_id = staged.account_entity_id
      left join core.exchange_rates
        on exchange_rates.from_currency = accounts.currency
        and exchange_rates.to_currency = $2
        and exchange_rates.on_day = facts.day
      where accounts.currency <> $2
    ),
    changed as (
      update pg_temp.ad_facts as facts set %s from converted where facts.ctid = converted.row_id
      returning converted.currency, converted.rate
    )
    select pg_catalog.array_agg(distinct pg_catalog.format('No rate from %%s to %%s on some days: their money is null.', changed.currency, $2))
    from changed
    where changed.rate is null
    $query$,
    v_money
  )
  into v_missing
  using convert_staged_money.brand_id, v_currency;
  return coalesce(v_missing, '{}');
end
$$;
comment on function analytics.convert_staged_money(text, text[]) is
  'Turns the staged money of accounts that bill in another currency into the brand''s, at the rate of each day; null where no rate is known.';
grant execute on function analytics.convert_staged_money(text, text[]) to vitrine_worker;

create function analytics.reject_repeated_facts()
returns void
language plpgsql volatile
as $$
begin
  create temporary table ad_repeated on commit drop as
  select ad_facts.entity_no, ad_facts.day, ad_facts.hour, min(ad_facts.line) as first_line
  from pg_temp.ad_facts
  group by ad_facts.entity_no, ad_facts.day, ad_facts.hour
  having count(*) > 1;

  with removed as (
    delete from pg_temp.ad_facts as facts
    using pg_temp.ad_repeated as repeated
    where (facts.entity_no, facts.day) = (repeated.entity_no, repeated.day)
      and facts.hour is not distinct from repeated.hour
      and facts.line <> repeated.first_line
    returning facts.line, repeated.first_line
  )
  insert into pg_temp.ad_rejections (line, reason)
  select
    removed.line,
    pg_catalog.format('duplicate of line %s: the same entity and time. Remove the segment that splits them from the report.', removed.first_line)
  from removed;
  drop table pg_temp.ad_repeated;
end
$$;
comment on function analytics.reject_repeated_facts() is 'Keeps the first staged row of each entity and time, and rejects the others.';
grant execute on function analytics.reject_repeated_facts() to vitrine_worker;

create function analytics.reject_skipped_hours(timezone text)
returns void
language sql volatile
as $$
  with local as (
    select
      facts.ctid as row_id,
      facts.day + pg_catalog.make_time(facts.hour, 0, 0) as at,
      coalesce(staged.account_timezone, reject_skipped_hours.timezone) as timezone
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
  ),
  removed as (
    delete from pg_temp.ad_facts as facts
    using local
    where facts.ctid = local.row_id and local.at at time zone local.timezone at time zone local.timezone <> local.at
    returning facts.line, facts.day, facts.hour, local.timezone
  )
  insert into pg_temp.ad_rejections (line, reason)
  select removed.line, pg_catalog.format('hour: %s does not exist on %s in %s: the clock was put forward.', removed.hour, removed.day, removed.timezone)
  from removed;
$$;
comment on function analytics.reject_skipped_hours(text) is 'Rejects staged hours that the account''s clock never showed.';
grant execute on function analytics.reject_skipped_hours(text) to vitrine_worker;

create function analytics.write_daily_facts(brand_id text, measures text[])
returns void
language plpgsql volatile
as $$
declare
  v_source constant text := (
    select pg_catalog.format(
      'select %L, facts.day, staged.entity_id, %s'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
      write_daily_facts.brand_id,
      pg_catalog.string_agg(pg_catalog.format('facts.%I', measure.name), ', ')
    )
    from pg_catalog.unnest(write_daily_facts.measures) as measure (name)
  );
begin
  execute analytics.upsert_query('analytics.facts_daily', 'day', write_daily_facts.measures, v_source, replaces => false);
exception when unique_violation then
  perform analytics.reject_repeated_facts();
  execute analytics.upsert_query('analytics.facts_daily', 'day', write_daily_facts.measures, v_source);
end
$$;
comment on function analytics.write_daily_facts(text, text[]) is
  'Writes the staged days. First as if none were known and none repeated, as in a new file; else row by row against what is there.';
grant execute on function analytics.write_daily_facts(text, text[]) to vitrine_worker;

create function analytics.write_hourly_facts(brand_id text, measures text[], timezone text)
returns void
language plpgsql volatile
as $$
begin
  perform analytics.reject_skipped_hours(write_hourly_facts.timezone);
  perform analytics.reject_repeated_facts();
  execute (
    select analytics.upsert_query('analytics.facts_hourly', 'hour', write_hourly_facts.measures, pg_catalog.format(
      'select %L, (facts.day + pg_catalog.make_time(facts.hour, 0, 0)) at time zone coalesce(staged.account_timezone, %L), staged.entity_id, %s'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
      write_hourly_facts.brand_id,
      write_hourly_facts.timezone,
      pg_catalog.string_agg(pg_catalog.format('facts.%I', measure.name), ', ')
    ))
    from pg_catalog.unnest(write_hourly_facts.measures) as measure (name)
  );
  execute (
    select analytics.upsert_query('analytics.facts_daily', 'day', write_hourly_facts.measures, pg_catalog.format(
      'select facts.brand_id, (facts.hour at time zone %2$L)::date, facts.entity_id, %3$s'
      ' from analytics.facts_hourly as facts'
      ' where facts.brand_id = %1$L'
      ' and facts.hour >= (select min(day) - 1 from pg_temp.ad_facts)::timestamp at time zone %2$L'
      ' and facts.hour < (select max(day) + 2 from pg_temp.ad_facts)::timestamp at time zone %2$L'
      ' and facts.entity_id in (select staged.entity_id from pg_temp.ad_entities as staged)'
      ' group by 1, 2, 3',
      write_hourly_facts.brand_id,
      write_hourly_facts.timezone,
      pg_catalog.string_agg(
        case when measure.name = 'reach' then 'case when count(*) = 1 then max(facts.reach) end'
          else pg_catalog.format('sum(facts.%I)::bigint', measure.name) end,
        ', '
      )
    ))
    from pg_catalog.unnest(write_hourly_facts.measures) as measure (name)
  );
end
$$;
comment on function analytics.write_hourly_facts(text, text[], text) is
  'Writes the staged hours as instants, and the brand''s days that they fall on as their sums.';
grant execute on function analytics.write_hourly_facts(text, text[], text) to vitrine_worker;
