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
  select min(ad_facts.day), max(ad_facts.day), coalesce(pg_catalog.bool_or(ad_facts.hour is not null), false)
  into v_first_on, v_last_on, v_is_hourly
  from pg_temp.ad_facts;
  if v_first_on is null then
    return pg_catalog.json_build_object('rows_accepted', 0);
  end if;

  perform analytics.ensure_partitions(v_first_on - 1, v_last_on + 1);
  perform analytics.resolve_ad_entities(commit_ad_import.brand_id);
  v_warnings := analytics.convert_staged_money(commit_ad_import.brand_id, commit_ad_import.measures);
  if v_is_hourly then
    perform analytics.write_hourly_facts(commit_ad_import.brand_id, commit_ad_import.measures, v_timezone);
    v_days := array(
      select day::date from pg_catalog.generate_series(v_first_on - 1, v_last_on + 1, interval '1 day') as day
    );
  else
    perform analytics.write_daily_facts(commit_ad_import.brand_id, commit_ad_import.measures);
    v_days := array(select distinct ad_facts.day from pg_temp.ad_facts);
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

  select count(*) into v_accepted from pg_temp.ad_facts;
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
