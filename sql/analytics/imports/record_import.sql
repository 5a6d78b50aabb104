create function analytics.note_data(brand_id text, kinds text[], first_on date, last_on date)
returns void
language sql volatile
as $$
  insert into analytics.data_status as held (brand_id, kind, first_on, last_on)
  select note_data.brand_id, status.kind, note_data.first_on, note_data.last_on
  from pg_catalog.unnest(note_data.kinds) as status (kind)
  on conflict on constraint data_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    last_read_at = case when excluded.last_on >= held.last_on then platform.now() else held.last_read_at end,
    updated_at = platform.now();
$$;
comment on function analytics.note_data(text, text[], date, date) is 'Records that a brand has data of these kinds for these days.';
grant execute on function analytics.note_data(text, text[], date, date) to vitrine_worker;

create function analytics.note_platforms(brand_id text, kinds text[])
returns void
language sql volatile
as $$
  insert into analytics.platform_status as held (brand_id, platform, kind, first_on, last_on)
  select note_platforms.brand_id, reported.platform, status.kind, reported.first_on, reported.last_on
  from (
    select staged.platform, min(facts.first_on) as first_on, max(facts.last_on) as last_on
    from (
      select ad_facts.entity_no, min(ad_facts.day) as first_on, max(ad_facts.day) as last_on
      from pg_temp.ad_facts
      group by ad_facts.entity_no
    ) as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
    group by staged.platform
  ) as reported
  cross join pg_catalog.unnest(note_platforms.kinds) as status (kind)
  on conflict on constraint platform_status_pkey do update
  set
    first_on = least(held.first_on, excluded.first_on),
    last_on = greatest(held.last_on, excluded.last_on),
    updated_at = platform.now();
$$;
comment on function analytics.note_platforms(text, text[]) is 'Records the platforms of the staged rows of an import and their days.';
grant execute on function analytics.note_platforms(text, text[]) to vitrine_worker;

create function analytics.note_unfinished_days(brand_id text, reported_at timestamptz default platform.now())
returns void
language sql volatile
as $$
  with brand as (
    select
      brands.brand_id, brands.timezone,
      least(
        (note_unfinished_days.reported_at at time zone brands.timezone)::date,
        (select min(held.day) from analytics.unfinished_days as held where held.brand_id = brands.brand_id)
      ) - 1 as read_from
    from core.brands
    where brands.brand_id = note_unfinished_days.brand_id
  ),
  staged as (
    select
      entities.account_entity_id as entity_id, days.day, facts.hour is not null as by_hour,
      -- Hours are summed by days of the brand's time zone. Daily reports have the days of the account's time zone.
      max((days.day + 1)::timestamp at time zone case when facts.hour is null then zones.account else brand.timezone end) as ends_at
    from brand
    cross join (
      -- A scalar subquery is applied to each row before the rows are made distinct.
      select distinct ad_facts.entity_no, ad_facts.day, ad_facts.hour from pg_temp.ad_facts where ad_facts.day >= (select brand.read_from from brand)
    ) as facts
    join pg_temp.ad_entities as entities on entities.entity_no = facts.entity_no
    cross join lateral (select coalesce(entities.account_timezone, brand.timezone) as account) as zones
    cross join lateral (
      select case when facts.hour is null then facts.day
        else ((facts.day + pg_catalog.make_time(facts.hour, 0, 0)) at time zone zones.account at time zone brand.timezone)::date
      end as day
    ) as days
    group by 1, 2, 3
  ),
  completed as (
    delete from analytics.unfinished_days as held
    using staged
    where held.brand_id = note_unfinished_days.brand_id
      and held.entity_id = staged.entity_id
      and held.day = staged.day
      and staged.ends_at <= note_unfinished_days.reported_at
      and (held.by_hour or not staged.by_hour)
  )
  insert into analytics.unfinished_days as held (brand_id, entity_id, day, by_hour, reported_at)
  select
    note_unfinished_days.brand_id, staged.entity_id, staged.day, pg_catalog.bool_and(staged.by_hour), note_unfinished_days.reported_at
  from staged
  where staged.ends_at > note_unfinished_days.reported_at
  group by staged.entity_id, staged.day
  on conflict on constraint unfinished_days_pkey do update
  set by_hour = held.by_hour and excluded.by_hour, reported_at = excluded.reported_at;
$$;
comment on function analytics.note_unfinished_days(text, timestamptz) is
  'Records the staged days that had not ended when the report was requested, by ad account. Removes days that are reported again after their end.';
grant execute on function analytics.note_unfinished_days(text, timestamptz) to vitrine_worker;

create function analytics.record_import(
  brand_id text, kind text, dialect text, file_name text, rows_read bigint, rows_accepted bigint, first_on date, last_on date, warnings jsonb default '[]'
)
returns json
language plpgsql volatile
as $$
declare
  v_import_id constant text := platform.new_id('imp');
  v_rejections json;
begin
  select coalesce(pg_catalog.json_agg(firsts), '[]') into v_rejections
  from (select rejections.line, rejections.reason from pg_temp.rejections order by 1, 2 limit 100) as firsts;
  if record_import.rows_accepted = 0 then
    return pg_catalog.json_build_object('rows_accepted', 0, 'rejections', v_rejections);
  end if;
  insert into analytics.imports
    (brand_id, import_id, kind, dialect, file_name, rows_read, rows_accepted, rows_rejected, first_on, last_on, warnings, imported_at)
  values (
    record_import.brand_id, v_import_id, record_import.kind, record_import.dialect, record_import.file_name, record_import.rows_read,
    record_import.rows_accepted, record_import.rows_read - record_import.rows_accepted, record_import.first_on, record_import.last_on,
    record_import.warnings,
    -- Imports of a brand wait for each other after they began, so a later one can have an earlier time.
    greatest(platform.now(), (select max(held.imported_at) from analytics.imports as held where held.brand_id = record_import.brand_id))
  );
  insert into analytics.import_rejections (brand_id, import_id, line, reasons)
  select record_import.brand_id, v_import_id, rejections.line, pg_catalog.jsonb_agg(distinct rejections.reason)
  from pg_temp.rejections
  group by rejections.line;
  return pg_catalog.json_build_object(
    'import_id', v_import_id,
    'brand_id', record_import.brand_id,
    'dialect', record_import.dialect,
    'file_name', record_import.file_name,
    'rows_read', record_import.rows_read,
    'rows_accepted', record_import.rows_accepted,
    'rows_rejected', record_import.rows_read - record_import.rows_accepted,
    'first_on', record_import.first_on,
    'last_on', record_import.last_on,
    'warnings', record_import.warnings,
    'rejections', v_rejections
  );
end
$$;
comment on function analytics.record_import(text, text, text, text, bigint, bigint, date, date, jsonb) is
  'Records an imported file with the rows of the temporary table rejections, and returns the report on it. Records nothing if no row was accepted.';
grant execute on function analytics.record_import(text, text, text, text, bigint, bigint, date, date, jsonb) to vitrine_worker;
