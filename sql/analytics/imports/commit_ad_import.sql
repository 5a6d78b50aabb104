create function analytics.describe_staged_days(timezone text)
returns jsonb[]
language sql stable
as $$
  with gaps as (
    select ad_days.day - pg_catalog.lag(ad_days.day) over (order by ad_days.day) as length from pg_temp.ad_days
  ),
  foreign_zones as (
    select staged.platform, staged.account_timezone as timezone
    from pg_temp.ad_entities as staged
    where exists (
      select from pg_temp.ad_days
      where ad_days.day::timestamp at time zone staged.account_timezone <> ad_days.day::timestamp at time zone describe_staged_days.timezone
    )
    group by 1, 2
  )
  select
    array(
      select platform.warning(
        'platform_has_another_time_zone',
        pg_catalog.jsonb_build_object(
          'platform', foreign_zones.platform, 'timezone', foreign_zones.timezone, 'brand_timezone', describe_staged_days.timezone
        )
      )
      from foreign_zones
      order by foreign_zones.platform, foreign_zones.timezone
    )
    || array(
      select platform.warning('dates_are_seven_days_apart')
      from gaps
      having count(gaps.length) > 1 and min(gaps.length) = 7 and max(gaps.length) = 7
    );
$$;
comment on function analytics.describe_staged_days(text) is
  'Returns warnings about staged rows: accounts with days of another time zone, and rows that cover weeks.';
grant execute on function analytics.describe_staged_days(text) to vitrine_worker;

create function analytics.commit_ad_import(
  brand_id text,
  dialect text,
  file_name text,
  rows_read bigint,
  measures text[],
  warnings jsonb default '[]'
)
returns json
language plpgsql volatile
as $$
declare
  v_timezone text;
  v_is_hourly boolean;
  v_kinds text[];
  v_has_rejections boolean;
  v_first_on date;
  v_last_on date;
  v_warnings jsonb;
  v_replaced jsonb[];
  v_accepted bigint;
  v_report json;
begin
  -- Imports of a brand run one at a time. Two imports that write the same ads could otherwise deadlock.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ad_import.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_ad_import.brand_id;

  select
    coalesce(pg_catalog.bool_or(ad_facts.hour is not null), false),
    coalesce(pg_catalog.bool_or(ad_facts.reason is not null), false)
  into v_is_hourly, v_has_rejections
  from pg_temp.ad_facts;
  if v_has_rejections then
    insert into pg_temp.rejections (line, reason)
    select ad_facts.line, ad_facts.reason from pg_temp.ad_facts where ad_facts.reason is not null;
    delete from pg_temp.ad_facts where ad_facts.reason is not null;
  end if;
  perform analytics.reject_future_facts();
  analyze pg_temp.ad_facts;
  perform analytics.resolve_ad_entities(commit_ad_import.brand_id);
  v_warnings := commit_ad_import.warnings
    || pg_catalog.to_jsonb(analytics.convert_staged_money(commit_ad_import.brand_id, commit_ad_import.measures));
  if v_is_hourly then
    select * into v_first_on, v_last_on, v_replaced
    from analytics.write_hourly_facts(commit_ad_import.brand_id, commit_ad_import.measures, v_timezone);
  else
    select * into v_first_on, v_last_on, v_replaced
    from analytics.write_daily_facts(commit_ad_import.brand_id, commit_ad_import.measures);
    v_warnings := v_warnings || pg_catalog.to_jsonb(analytics.describe_staged_days(v_timezone));
  end if;
  v_warnings := v_warnings || pg_catalog.to_jsonb(v_replaced);
  select coalesce(sum(ad_days.rows), 0) into v_accepted from pg_temp.ad_days;
  drop table pg_temp.ad_days;
  if v_accepted > 0 then
    v_kinds := case when v_is_hourly then array['ads_daily', 'ads_hourly'] else array['ads_daily'] end;
    perform analytics.note_data(commit_ad_import.brand_id, v_kinds, v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ad_import.brand_id, v_kinds);
    perform analytics.note_unfinished_days(commit_ad_import.brand_id);
  end if;
  v_report := analytics.record_import(
    commit_ad_import.brand_id, 'ads', commit_ad_import.dialect, commit_ad_import.file_name, commit_ad_import.rows_read, v_accepted,
    v_first_on, v_last_on, v_warnings
  );
  update analytics.imports as held
  set platforms = array(select distinct staged.platform from pg_temp.ad_entities as staged)
  where held.brand_id = commit_ad_import.brand_id and held.import_id = v_report ->> 'import_id';
  return v_report;
end
$$;
comment on function analytics.commit_ad_import(text, text, text, bigint, text[], jsonb) is
  'Imports the contents of the temporary tables of analytics.open_ad_import: entities, facts, roll-ups and rejections. Importing the same file '
  'again changes nothing. Columns that the file lacks keep their values. Returns the report on the import.';
grant execute on function analytics.commit_ad_import(text, text, text, bigint, text[], jsonb) to vitrine_worker;
