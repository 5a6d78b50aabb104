create function analytics.refuse_undo(brand_id text, import_id text)
returns jsonb
language plpgsql stable
as $$
declare
  v_import analytics.imports;
  v_later text;
  v_later_id text;
begin
  select held.* into v_import from analytics.imports as held where held.brand_id = refuse_undo.brand_id and held.import_id = refuse_undo.import_id;
  if v_import.undone_at is not null then
    return platform.statement('import_is_undone');
  elsif v_import.kind <> 'ads' then
    return platform.statement('import_has_no_history', pg_catalog.jsonb_build_object('kind', v_import.kind));
  elsif not v_import.is_exact then
    return platform.statement('import_is_not_exact');
  end if;
  -- An import that repeats the same values leaves no version, so the days of later imports decide.
  select held.file_name, held.import_id into v_later, v_later_id
  from analytics.imports as held
  where held.brand_id = v_import.brand_id and held.kind = 'ads' and held.import_id <> v_import.import_id and held.undone_at is null
    and held.imported_at >= v_import.imported_at
    and held.first_on <= v_import.last_on + 1 and held.last_on >= v_import.first_on - 1
    and coalesce(held.platforms && v_import.platforms, true)
  order by held.imported_at desc
  limit 1;
  if found then
    return platform.statement('import_has_a_successor', pg_catalog.jsonb_build_object('file_name', v_later, 'import_id', v_later_id));
  end if;
  select held.name into v_later
  from sources.sources as held
  where held.brand_id = v_import.brand_id and analytics.imported_platform(held.platform) = any (v_import.platforms)
    and exists (
      select from sources.windows
      where windows.brand_id = held.brand_id and windows.source_id = held.source_id and windows.read_at >= v_import.imported_at - interval '1 minute'
        and windows.first_on <= v_import.last_on + 1 and windows.last_on >= v_import.first_on - 1
    )
  limit 1;
  if found then
    return platform.statement('import_is_read_again', pg_catalog.jsonb_build_object('name', v_later));
  end if;
  return null;
end
$$;
comment on function analytics.refuse_undo(text, text) is
  'Returns why an import cannot be undone exactly, as a statement, or null. Only the last report of its days can be undone, so that later ones stay.';

create function analytics.undo_facts(brand_id text, target regclass, versions regclass, key text, first_key text, last_key text, at timestamptz)
returns bigint
language plpgsql volatile
as $$
declare
  v_columns constant text[] := analytics.stored_columns(analytics.all_measures())
    || case when undo_facts.key = 'day' then array['summed_measures'] else '{}'::text[] end;
  v_later bigint;
  v_changed bigint;
  v_removed bigint;
begin
  -- What the import replaced or removed, and what it created.
  execute pg_catalog.format(
    $query$
    create temporary table undone on commit drop as
    select versions.%1$I as key, versions.entity_id, true as was_held
    from %2$s as versions
    where versions.brand_id = $1 and versions.%1$I between %3$L and %4$L and versions.replaced_at = $2
    union all
    select held.%1$I, held.entity_id, false
    from %5$s as held
    where held.brand_id = $1 and held.%1$I between %3$L and %4$L and held.first_stored_at = $2
      and not exists (
        select from %2$s as versions
        where versions.brand_id = $1 and versions.%1$I = held.%1$I and versions.entity_id = held.entity_id and versions.replaced_at = $2
      )
    $query$,
    undo_facts.key, undo_facts.versions, undo_facts.first_key, undo_facts.last_key, undo_facts.target
  )
  using undo_facts.brand_id, undo_facts.at;
  analyze pg_temp.undone;
  execute pg_catalog.format(
    'select count(*) from %1$s as versions join pg_temp.undone on undone.key = versions.%2$I and undone.entity_id = versions.entity_id'
    ' where versions.brand_id = $1 and versions.%2$I between %3$L and %4$L and versions.replaced_at > $2',
    undo_facts.versions, undo_facts.key, undo_facts.first_key, undo_facts.last_key
  )
  into v_later
  using undo_facts.brand_id, undo_facts.at;
  if v_later > 0 then
    return null;
  end if;
  execute pg_catalog.format(
    'delete from %1$s as held using pg_temp.undone where not undone.was_held and held.brand_id = $1 and held.%2$I = undone.key'
    ' and held.entity_id = undone.entity_id',
    undo_facts.target, undo_facts.key
  )
  using undo_facts.brand_id;
  get diagnostics v_removed = row_count;
  execute pg_catalog.format(
    $query$
    insert into %1$s as held (brand_id, %2$I, entity_id, %3$s)
    select versions.brand_id, versions.%2$I, versions.entity_id, %4$s
    from %5$s as versions
    where versions.brand_id = $1 and versions.%2$I between %6$L and %7$L and versions.replaced_at = $2
    on conflict (brand_id, %2$I, entity_id) do update set %8$s
    $query$,
    undo_facts.target, undo_facts.key, analytics.list_measures(v_columns, '%I'), analytics.list_measures(v_columns, 'versions.%I'),
    undo_facts.versions, undo_facts.first_key, undo_facts.last_key, analytics.list_measures(v_columns, '%1$I = excluded.%1$I')
  )
  using undo_facts.brand_id, undo_facts.at;
  get diagnostics v_changed = row_count;
  return v_removed + v_changed;
end
$$;
comment on function analytics.undo_facts(text, regclass, regclass, text, text, text, timestamptz) is
  'Restores the facts that an import at a time replaced or removed, and removes those that it created. Leaves their keys in the temporary table '
  'undone. Returns the number of rows, or null and changes nothing if a later report changed one of them.';

create function analytics.undo_detection(brand_id text, days date[])
returns void
language plpgsql volatile
as $$
declare
  v_last_on constant date := (
    select data_status.last_on from analytics.data_status where data_status.brand_id = undo_detection.brand_id and data_status.kind = 'ads_daily'
  );
  v_gone text[];
  v_kept date[];
begin
  -- No check will see days without any report.
  with gone as (
    update analytics.anomalies as held
    set status = 'resolved', changed_at = platform.now()
    where held.brand_id = undo_detection.brand_id and held.status = 'active' and held.day = any (undo_detection.days)
      and not exists (
        select from analytics.rollups_daily as facts
        where facts.brand_id = held.brand_id and facts.entity_id = held.entity_id and facts.day = held.day
      )
    returning held.anomaly_id
  )
  select pg_catalog.array_agg(gone.anomaly_id) into v_gone from gone;
  -- Other days of an episode can still be reported. They are checked again and begin an episode of their own.
  with replaced as (
    delete from analytics.anomalies as held
    where held.brand_id = undo_detection.brand_id and held.anomaly_id = any (v_gone)
      and exists (
        select from analytics.rollups_daily as facts
        where facts.brand_id = held.brand_id and facts.entity_id = held.entity_id and facts.day between held.first_on and held.last_on
      )
    returning held.first_on
  )
  select pg_catalog.array_agg(replaced.first_on) into v_kept from replaced;
  perform analytics.note_changed_days(undo_detection.brand_id, v_kept);
  delete from analytics.detected_days as held
  where held.brand_id = undo_detection.brand_id and held.day = any (undo_detection.days) and (v_last_on is null or held.day > v_last_on);
  perform core.make_due(undo_detection.brand_id, 'anomalies');
end
$$;
comment on function analytics.undo_detection(text, date[]) is
  'Makes the detection of a brand due with the next tick after the facts of these days were restored. Resolves the active anomalies whose reports no '
  'longer exist, replaces those of which other days are still reported, and forgets the checks of days after the last report. Statuses set by a person stay.';

create function analytics.undo_ad_import(import analytics.imports)
returns bigint
language plpgsql volatile
as $$
declare
  v_brand_id constant text := (undo_ad_import.import).brand_id;
  v_at constant timestamptz := (undo_ad_import.import).imported_at;
  v_first_on constant date := (undo_ad_import.import).first_on - 1;
  v_last_on constant date := (undo_ad_import.import).last_on + 1;
  v_days date[];
  v_account_ids bigint[];
  v_hours bigint;
  v_rows bigint;
begin
  v_hours := analytics.undo_facts(
    v_brand_id, 'analytics.facts_hourly', 'analytics.facts_hourly_versions', 'hour',
    (v_first_on - 1)::text, (v_last_on + 2)::text, v_at
  );
  drop table pg_temp.undone;
  v_rows := analytics.undo_facts(
    v_brand_id, 'analytics.facts_daily', 'analytics.facts_daily_versions', 'day', v_first_on::text, v_last_on::text, v_at
  );
  v_days := array(select distinct undone.key from pg_temp.undone);
  v_account_ids := array(
    select distinct coalesce(entities.account_entity_id, entities.entity_id)
    from pg_temp.undone
    join analytics.entities on entities.brand_id = v_brand_id and entities.entity_id = undone.entity_id
  );
  drop table pg_temp.undone;
  if v_hours is null or v_rows is null then
    return null;
  end if;
  delete from analytics.rollups_daily as held where held.brand_id = v_brand_id and held.day = any (v_days);
  perform analytics.roll_up(v_brand_id, v_days, analytics.all_measures());
  delete from analytics.unfinished_days as held
  where held.brand_id = v_brand_id and held.day = any (v_days)
    and not exists (
      select
      from analytics.facts_daily as facts
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      where facts.brand_id = held.brand_id and facts.day = held.day and held.entity_id in (entities.entity_id, entities.account_entity_id)
    );
  -- An account of which no amount in another currency is left has no known currency. The next report states it again.
  update analytics.entities as held
  set currency = null
  from core.brands
  where held.brand_id = v_brand_id and held.entity_id = any (v_account_ids)
    and brands.brand_id = held.brand_id and held.currency <> brands.currency
    and not exists (
      select
      from analytics.facts_daily as facts
      join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
      where facts.brand_id = v_brand_id and held.entity_id in (entities.entity_id, entities.account_entity_id)
        and pg_catalog.num_nonnulls(facts.reported_spend_micros, facts.reported_revenue_micros) > 0
    );
  with remaining as (
    select entities.platform, 'ads_daily' as kind, min(facts.day) as first_on, max(facts.day) as last_on
    from analytics.facts_daily as facts
    join analytics.entities on entities.brand_id = facts.brand_id and entities.entity_id = facts.entity_id
    where facts.brand_id = v_brand_id and entities.platform = any ((undo_ad_import.import).platforms)
    group by 1
  ),
  gone as (
    delete from analytics.platform_status as held
    where held.brand_id = v_brand_id and held.platform = any ((undo_ad_import.import).platforms)
      and not exists (select from remaining where remaining.platform = held.platform)
  )
  update analytics.platform_status as held
  set first_on = greatest(held.first_on, remaining.first_on), last_on = least(held.last_on, remaining.last_on)
  from remaining
  where held.brand_id = v_brand_id and held.platform = remaining.platform
    and remaining.first_on <= held.last_on and remaining.last_on >= held.first_on;
  perform sources.shrink_data_status(v_brand_id, '{ads_daily,ads_hourly}');
  perform analytics.undo_detection(v_brand_id, v_days);
  return v_hours + v_rows;
end
$$;
comment on function analytics.undo_ad_import(analytics.imports) is
  'Restores the facts of a brand to what they were before an import, with their roll-ups, known days, detected anomalies and currencies of accounts. Names of campaigns stay. Returns the number '
  'of restored rows, or null if a later report changed one of them.';

create function analytics.undo_import(brand_id text, import_id text)
returns jsonb
language plpgsql volatile
as $$
declare
  v_import analytics.imports;
  v_refused jsonb;
  v_rows bigint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || undo_import.brand_id, 0));
  select held.* into v_import
  from analytics.imports as held
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id and held.undo_requested_at is not null
  for update;
  if not found then
    return null;
  end if;
  v_refused := analytics.refuse_undo(undo_import.brand_id, undo_import.import_id);
  if v_refused is null then
    begin
      v_rows := analytics.undo_ad_import(v_import);
      if v_rows is null then
        perform platform.fail('STALE', 'later_reports_changed_this_import', 'import_id');
      end if;
    exception when sqlstate 'STALE' then
      v_refused := platform.statement('import_was_changed');
    end;
  end if;
  update analytics.imports as held
  set
    undo_requested_at = null, undo_refused = v_refused,
    undone_at = case when v_refused is null then platform.now() end
  where held.brand_id = undo_import.brand_id and held.import_id = undo_import.import_id;
  return pg_catalog.jsonb_build_object('rows', v_rows, 'is_refused', v_refused is not null);
end
$$;
comment on function analytics.undo_import(text, text) is
  'Undoes an import for which a person asked, or records why it cannot be undone. Returns null if no undo was requested.';

create function analytics.waiting_undos()
returns table (brand_id text, import_id text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select held.brand_id, held.import_id
  from analytics.imports as held
  where held.undo_requested_at is not null and not analytics.is_importing_upload(held.brand_id);
$$;
comment on function analytics.waiting_undos() is 'Returns the imports that a person asked to undo, of all brands except those of which a worker imports an upload: both write the same facts.';
revoke execute on function analytics.waiting_undos() from public;

grant execute on function analytics.refuse_undo(text, text) to vitrine_person, vitrine_worker;
grant execute on function
  analytics.undo_facts(text, regclass, regclass, text, text, text, timestamptz),
  analytics.undo_detection(text, date[]),
  analytics.undo_ad_import(analytics.imports),
  analytics.undo_import(text, text)
to vitrine_worker;
