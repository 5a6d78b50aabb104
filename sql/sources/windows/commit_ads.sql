create function sources.account_entities(brand_id text, platform text, external_id text)
returns setof bigint
language sql stable
as $$
  select entities.entity_id
  from analytics.entities as accounts
  join analytics.entities on entities.brand_id = accounts.brand_id and accounts.entity_id in (entities.entity_id, entities.account_entity_id)
  where accounts.brand_id = account_entities.brand_id
    and accounts.level = 'account'
    and accounts.platform = account_entities.platform
    and accounts.external_id = account_entities.external_id;
$$;
comment on function sources.account_entities(text, text, text) is 'Returns an ad account with all entities below it.';

create function sources.remove_unreported(brand_id text, target regclass, key text, measures text[], first_key text, last_key text, reported text)
returns bigint
language plpgsql volatile
set enable_nestloop = off
as $$
declare
  v_rows bigint;
  v_others constant text[] := array(
    select measure.name from pg_catalog.unnest(analytics.all_measures()) as measure (name) where not measure.name = any (remove_unreported.measures)
  );
begin
  execute pg_catalog.format(
    $query$
    create temporary table ad_gone on commit drop as
    select held.%2$I as key, held.entity_id, pg_catalog.num_nonnulls(%3$s) > 0 as has_others
    from %1$s as held
    join pg_temp.ad_account as own on own.entity_id = held.entity_id
    left join (%4$s) as reported (key, entity_id) on reported.key = held.%2$I and reported.entity_id = held.entity_id
    where held.brand_id = $1 and held.%2$I >= %5$L and held.%2$I < %6$L and reported.entity_id is null and pg_catalog.num_nonnulls(%7$s) > 0
    $query$,
    remove_unreported.target, remove_unreported.key, analytics.list_measures(v_others, 'held.%I'), remove_unreported.reported,
    remove_unreported.first_key, remove_unreported.last_key, analytics.list_measures(remove_unreported.measures, 'held.%I')
  )
  using remove_unreported.brand_id;
  get diagnostics v_rows = row_count;
  if v_rows > 0 then
    execute pg_catalog.format(
      'delete from %1$s as held using pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and not gone.has_others',
      remove_unreported.target, remove_unreported.key
    )
    using remove_unreported.brand_id;
    execute pg_catalog.format(
      'update %1$s as held set %3$s from pg_temp.ad_gone as gone'
      ' where held.brand_id = $1 and held.%2$I = gone.key and held.entity_id = gone.entity_id and gone.has_others',
      remove_unreported.target, remove_unreported.key, analytics.list_measures(analytics.stored_columns(remove_unreported.measures), '%I = null')
    )
    using remove_unreported.brand_id;
  end if;
  return v_rows;
end
$$;
comment on function sources.remove_unreported(text, regclass, text, text[], text, text, text) is
  'Removes the measures of a report from the facts of the entities in pg_temp.ad_account between two keys that the reply does not have. reported is '
  'a query for its keys and entities. Leaves the keys in pg_temp.ad_gone and returns their number.';

create function sources.write_days(brand_id text, measures text[], first_on date, last_on date)
returns bigint
language plpgsql volatile
as $$
declare
  v_columns constant text[] := analytics.stored_columns(write_days.measures);
  v_removed bigint;
  v_days date[];
  v_changed bigint;
begin
  v_removed := sources.remove_unreported(
    write_days.brand_id, 'analytics.facts_daily', 'day', write_days.measures, write_days.first_on::text, (write_days.last_on + 1)::text,
    'select facts.day, staged.entity_id from pg_temp.ad_facts as facts join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
  );
  v_days := array(select distinct ad_gone.key from pg_temp.ad_gone);
  drop table pg_temp.ad_gone;
  if v_removed > 0 then
    delete from analytics.rollups_daily as held where held.brand_id = write_days.brand_id and held.day = any (v_days);
    perform analytics.roll_up(write_days.brand_id, v_days, analytics.all_measures());
  end if;
  execute pg_catalog.format(
    $query$
    select count(*)
    from pg_temp.ad_facts as facts
    join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no
    left join analytics.facts_daily as held on held.brand_id = $1 and held.day = facts.day and held.entity_id = staged.entity_id and held.day between $2 and $3
    where held.entity_id is null or (%s) is distinct from (%s)
    $query$,
    analytics.list_measures(v_columns, 'facts.%I'), analytics.list_measures(v_columns, 'held.%I')
  )
  into v_changed
  using write_days.brand_id, write_days.first_on, write_days.last_on;
  if v_changed > 0 then
    perform analytics.write_daily_facts(write_days.brand_id, write_days.measures);
    drop table pg_temp.ad_days;
  else
    perform analytics.supersede_sums(write_days.brand_id, write_days.measures);
  end if;
  return v_removed + v_changed;
end
$$;
comment on function sources.write_days(text, text[], date, date) is
  'Replaces the daily facts of the staged account from first_on to last_on by the staged ones. Returns the number of changed cells. Writes nothing '
  'if none changed.';

create function sources.write_hours(brand_id text, measures text[], first_on date, last_on date, timezone text)
returns bigint
language plpgsql volatile
as $$
declare
  v_columns constant text[] := analytics.stored_columns(write_hours.measures);
  v_from constant timestamptz := write_hours.first_on::timestamp at time zone write_hours.timezone;
  v_to constant timestamptz := (write_hours.last_on + 1)::timestamp at time zone write_hours.timezone;
  v_placed constant text :=
    'select hours.at, staged.entity_id from pg_temp.ad_facts as facts'
    ' join pg_temp.ad_entities as staged on staged.entity_no = facts.entity_no'
    ' join pg_temp.ad_hours as hours on (hours.day, hours.hour, hours.is_second) = (facts.day, facts.hour, coalesce(facts.is_second, false))'
    ' and hours.timezone = staged.account_timezone';
  v_removed bigint;
  v_changed bigint;
begin
  perform analytics.place_staged_hours(write_hours.timezone);
  v_removed := sources.remove_unreported(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour', write_hours.measures, v_from::text, v_to::text, v_placed
  );
  drop table pg_temp.ad_gone;
  perform analytics.ensure_partitions(write_hours.first_on - 1, write_hours.last_on + 1);
  -- Days come from the daily report. Hours are never summed to days, so that a measure without hours, such as Meta's conversions, stays.
  perform analytics.merge_facts(
    write_hours.brand_id, 'analytics.facts_hourly', 'hour',
    pg_catalog.replace(v_placed, 'select hours.at, staged.entity_id', 'select hours.at, staged.entity_id, ' || analytics.list_measures(v_columns, 'facts.%I')),
    v_from::text, v_to::text, v_columns
  );
  select count(*) into v_changed from pg_temp.ad_changes;
  -- Facts of the account itself are replaced above. Campaigns of a file can be those of this account by name, or under no account.
  if v_changed > 0 and analytics.supersede_hours(write_hours.brand_id, v_columns, write_hours.timezone, v_from, v_to) then
    drop table pg_temp.ad_superseded;
  end if;
  drop table pg_temp.ad_changes, pg_temp.ad_hours;
  return v_removed + v_changed;
end
$$;
comment on function sources.write_hours(text, text[], date, date, text) is
  'Replaces the hourly facts of the staged account on these local days by the staged ones. Rejects rows of hours that the clock skipped. Returns the '
  'number of changed cells.';

create function sources.commit_ads(
  brand_id text, window_id text, lease text, platform text, fields text[], rows jsonb, unknown_fields integer, reported_at timestamptz,
  read_from date default null
)
returns jsonb
language plpgsql volatile
as $$
declare
  v_window sources.windows;
  v_source sources.sources;
  v_measures text[];
  v_warnings jsonb[];
  v_changed bigint;
  v_left_out bigint;
  v_missing_rates jsonb;
  v_read_from date;
  v_read_to date;
  v_first_on date;
  v_last_on date;
  v_is_hourly boolean;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_ads.brand_id, 0));
  v_window := sources.require_window(commit_ads.brand_id, commit_ads.window_id, commit_ads.lease);
  v_source := sources.require_lease(commit_ads.brand_id, v_window.source_id, commit_ads.lease);
  v_is_hourly := v_window.report = 'ads_hourly';
  v_read_from := greatest(v_window.first_on, commit_ads.read_from);
  v_measures := sources.stage_ads(v_source, commit_ads.platform, commit_ads.fields, commit_ads.rows);
  perform analytics.resolve_ad_entities(commit_ads.brand_id);
  v_warnings := analytics.convert_staged_money(commit_ads.brand_id, v_measures);
  select pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object('from_currency', missing.from_currency, 'to_currency', missing.to_currency, 'days', missing.missing_days)
  )
  into v_missing_rates
  from pg_catalog.unnest(v_warnings) as stated (warning)
  cross join pg_catalog.jsonb_to_record(stated.warning -> 'values') as missing (from_currency text, to_currency text, missing_days text);
  v_read_to := sources.rated_through(v_missing_rates, v_source, v_window.last_on);
  delete from pg_temp.ad_facts where ad_facts.day > v_read_to;
  create temporary table ad_account on commit drop as
  select entities.entity_id
  from sources.account_entities(commit_ads.brand_id, analytics.imported_platform(commit_ads.platform), v_source.external_id) as entities (entity_id);
  analyze pg_temp.ad_account;
  if v_is_hourly then
    v_changed := sources.write_hours(commit_ads.brand_id, v_measures, v_read_from, v_read_to, v_source.timezone);
  else
    v_changed := sources.write_days(commit_ads.brand_id, v_measures, v_read_from, v_read_to);
  end if;
  select min(ad_facts.day), max(ad_facts.day) into v_first_on, v_last_on from pg_temp.ad_facts;
  if v_first_on is not null then
    perform analytics.note_data(commit_ads.brand_id, array[v_window.report], v_first_on, v_last_on);
    perform analytics.note_platforms(commit_ads.brand_id, array[v_window.report]);
  end if;
  if not v_is_hourly then
    -- Days that had ended are whole, also those without rows.
    delete from analytics.unfinished_days as held
    using pg_temp.ad_account as own
    where held.brand_id = commit_ads.brand_id and held.entity_id = own.entity_id and held.day between v_read_from and v_read_to
      and (held.day + 1)::timestamp at time zone v_source.timezone <= commit_ads.reported_at;
    perform analytics.note_unfinished_days(commit_ads.brand_id, commit_ads.reported_at);
    perform sources.note_days_without_rows(v_source, v_read_from, v_read_to, commit_ads.reported_at);
  end if;
  select count(*) into v_left_out from pg_temp.rejections;
  drop table pg_temp.ad_entities, pg_temp.ad_facts, pg_temp.rejections, pg_temp.ad_account;
  if v_read_to between v_window.first_on and v_window.last_on - 1 then
    perform sources.shorten_window(v_window, v_read_to);
  end if;
  perform sources.finish_window(
    commit_ads.brand_id, commit_ads.window_id, commit_ads.lease, pg_catalog.jsonb_array_length(commit_ads.rows), v_changed, commit_ads.unknown_fields,
    limitations => pg_catalog.array_remove(
      array[case when v_read_from > v_window.first_on then 'days_no_longer_kept' end, case when v_left_out > 0 then 'hour_skipped' end], null
    ),
    read_from => case when v_read_to < v_window.first_on then v_window.last_on + 1 else commit_ads.read_from end, rows_left_out => v_left_out
  );
  perform sources.note_rated_days(v_window, v_read_to);
  return pg_catalog.jsonb_build_object('rows', pg_catalog.jsonb_array_length(commit_ads.rows), 'changed', v_changed);
end
$$;
comment on function sources.commit_ads(text, text, text, text, text[], jsonb, integer, timestamptz, date) is
  'Replaces one window of a report of an ad account by a whole reply: writes changed facts, removes those that the reply lacks, and keeps measures '
  'that the report does not have. The reply contains nothing after reported_at. Days before read_from were not read and stay. Newest days without an '
  'exchange rate are not stored, and the window ends before them. Writes nothing if earlier days lack one (BADRQ).';
