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
  'replaces false: nothing is there yet, and looking for it would cost a third of the time.';
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

create function analytics.commit_ad_import(brand_id text, dialect text, file_name text, rows_read bigint, measures text[])
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_is_hourly boolean;
  v_first_on date;
  v_last_on date;
  v_days date[];
  v_warnings text[];
  v_accepted bigint;
  v_import_id text := platform.new_id('imp');
begin
  -- One import of a brand at a time: two that touch the same ads would otherwise wait for each other crosswise.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ad_import.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_ad_import.brand_id;
  perform analytics.resolve_ad_entities(commit_ad_import.brand_id);
  analyze pg_temp.ad_facts;
  select coalesce(pg_catalog.bool_or(ad_facts.hour is not null), false) into v_is_hourly from pg_temp.ad_facts;

  create temporary table ad_repeated on commit drop as
  select entity_no, day, hour, min(line) as first_line
  from pg_temp.ad_facts
  group by entity_no, day, hour
  having count(*) > 1;
  if exists (select from pg_temp.ad_repeated) then
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
  end if;

  if v_is_hourly then
    with removed as (
      delete from pg_temp.ad_facts as facts
      using pg_temp.ad_entities as staged
      where staged.entity_no = facts.entity_no
        and (facts.day + pg_catalog.make_time(facts.hour, 0, 0)) at time zone coalesce(staged.account_timezone, v_timezone)
          at time zone coalesce(staged.account_timezone, v_timezone) <> facts.day + pg_catalog.make_time(facts.hour, 0, 0)
      returning facts.line, facts.day, facts.hour, coalesce(staged.account_timezone, v_timezone) as timezone
    )
    insert into pg_temp.ad_rejections (line, reason)
    select removed.line, pg_catalog.format('hour: %s does not exist on %s in %s: the clock was put forward.', removed.hour, removed.day, removed.timezone)
    from removed;
  end if;

  select min(ad_facts.day), max(ad_facts.day), count(*) into v_first_on, v_last_on, v_accepted from pg_temp.ad_facts;
  if v_accepted = 0 then
    return pg_catalog.json_build_object('rows_accepted', 0);
  end if;
  v_warnings := analytics.convert_staged_money(commit_ad_import.brand_id, commit_ad_import.measures);
  perform analytics.ensure_partitions(v_first_on - 1, v_last_on + 1);

  if v_is_hourly then
    execute analytics.upsert_query('analytics.facts_hourly', 'hour', commit_ad_import.measures, pg_catalog.format(
      'select %1$L, (facts.day + pg_catalog.make_time(facts.hour, 0, 0)) at time zone coalesce(staged.account_timezone, %2$L), staged.entity_id, %3$s'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
      commit_ad_import.brand_id, v_timezone,
      (select pg_catalog.string_agg(pg_catalog.format('facts.%I', measure.name), ', ') from pg_catalog.unnest(commit_ad_import.measures) as measure (name))
    ));
    execute analytics.upsert_query('analytics.facts_daily', 'day', commit_ad_import.measures, pg_catalog.format(
      'select facts.brand_id, (facts.hour at time zone %2$L)::date, facts.entity_id, %3$s from analytics.facts_hourly as facts'
      ' where facts.brand_id = %1$L and facts.hour >= (%4$L::date - 1)::timestamp at time zone %2$L and facts.hour < (%5$L::date + 2)::timestamp at time zone %2$L'
      ' and facts.entity_id in (select staged.entity_id from pg_temp.ad_entities as staged)'
      ' group by 1, 2, 3',
      commit_ad_import.brand_id, v_timezone,
      (
        select pg_catalog.string_agg(
          case when measure.name = 'reach' then 'case when count(*) = 1 then max(facts.reach) end'
            else pg_catalog.format('sum(facts.%I)::bigint', measure.name) end, ', ')
        from pg_catalog.unnest(commit_ad_import.measures) as measure (name)
      ),
      v_first_on, v_last_on
    ));
    select pg_catalog.array_agg(day::date) into v_days from pg_catalog.generate_series(v_first_on - 1, v_last_on + 1, interval '1 day') as day;
  else
    execute analytics.upsert_query('analytics.facts_daily', 'day', commit_ad_import.measures, pg_catalog.format(
      'select %1$L, facts.day, staged.entity_id, %2$s'
      ' from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no',
      commit_ad_import.brand_id,
      (select pg_catalog.string_agg(pg_catalog.format('facts.%I', measure.name), ', ') from pg_catalog.unnest(commit_ad_import.measures) as measure (name))
    ), exists (
      select from analytics.facts_daily
      where facts_daily.brand_id = commit_ad_import.brand_id and facts_daily.day between v_first_on and v_last_on
    ));
    select pg_catalog.array_agg(distinct ad_facts.day) into v_days from pg_temp.ad_facts;
  end if;
  perform analytics.roll_up(commit_ad_import.brand_id, v_days, commit_ad_import.measures);

  insert into analytics.data_status as held (brand_id, kind, first_on, last_on)
  select commit_ad_import.brand_id, status.kind, v_first_on, v_last_on
  from pg_catalog.unnest(case when v_is_hourly then array['ads_daily', 'ads_hourly'] else array['ads_daily'] end) as status (kind)
  on conflict on constraint data_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    updated_at = platform.now();

  insert into analytics.imports
    (brand_id, import_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, first_on, last_on, warnings)
  values (
    commit_ad_import.brand_id, v_import_id, 'ads', commit_ad_import.dialect, commit_ad_import.file_name, commit_ad_import.rows_read,
    v_accepted, commit_ad_import.rows_read - v_accepted, v_first_on, v_last_on, v_warnings
  );
  insert into analytics.import_rejections (brand_id, import_id, line, reason)
  select commit_ad_import.brand_id, v_import_id, ad_rejections.line, min(ad_rejections.reason)
  from pg_temp.ad_rejections
  group by ad_rejections.line;

  return pg_catalog.json_build_object(
    'import_id', v_import_id,
    'brand_id', commit_ad_import.brand_id,
    'dialect', commit_ad_import.dialect,
    'file_name', commit_ad_import.file_name,
    'rows_read', commit_ad_import.rows_read,
    'rows_accepted', v_accepted,
    'rows_rejected', commit_ad_import.rows_read - v_accepted,
    'first_on', v_first_on,
    'last_on', v_last_on,
    'warnings', v_warnings
  );
end
$$;
comment on function analytics.commit_ad_import(text, text, text, bigint, text[]) is
  'Takes what was copied into the temporary tables of analytics.open_ad_import as one import: entities, facts, roll-ups, rejections. '
  'Importing the same again changes nothing. Columns that a file lacks stay as they are.';
grant execute on function analytics.commit_ad_import(text, text, text, bigint, text[]) to vitrine_worker;
