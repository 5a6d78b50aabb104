create function sources.read_progress(source sources.sources)
returns numeric
language sql stable
as $$
  with reads as (
    select
      min(held.first_on) as first_on, max(held.last_on) as last_on,
      coalesce(pg_catalog.range_agg(period.days) filter (where held.read_at is null and held.purpose in ('recent', 'backfill')), '{}') as asked,
      coalesce(pg_catalog.range_agg(period.days) filter (where held.read_at is not null), '{}') as read
    from sources.windows as held
    cross join lateral (select pg_catalog.daterange(held.first_on, held.last_on, '[]') as days) as period
    where held.brand_id = (read_progress.source).brand_id and held.source_id = (read_progress.source).source_id
    group by held.report
  ),
  planned as (
    select
      plan.last_on - reads.first_on + 1 as days,
      (
        select coalesce(sum(pg_catalog.upper(part.days) - pg_catalog.lower(part.days)), 0)
        from pg_catalog.unnest(
          reads.asked + pg_catalog.datemultirange(pg_catalog.daterange(reads.last_on, plan.last_on, '(]')) - reads.read
        ) as part (days)
      ) as unread
    from reads
    -- The days since an account was disconnected are planned with its next read.
    cross join lateral (
      select greatest(
        reads.last_on,
        case when not (read_progress.source).planned ? 'recent' then (platform.now() at time zone (read_progress.source).timezone)::date end
      ) as last_on
    ) as plan
  )
  select case
    when sum(planned.unread) > 0 then least(pg_catalog.round(1 - sum(planned.unread) / sum(planned.days), 4), 0.9999)
    when not (read_progress.source).planned ? 'recent' then case when count(*) = 0 then 0 else 0.9999 end
  end
  from planned;
$$;
comment on function sources.read_progress(sources.sources) is
  'Returns the part of the days of the first read and the backfill that was read, from 0 to 1. Null when all were. A day that is read again counts as '
  'read, so that the part never falls for the same days.';

create function sources.last_attempt(source sources.sources)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'at', platform.utc(tried.tried_at),
    'next_at', platform.utc(
      case when (last_attempt.source).status = 'connected' or (last_attempt.source).retry_at is not null
        then greatest(tried.due_at, (last_attempt.source).retry_at, (last_attempt.source).waits_until)
      end
    ),
    'failure', platform.statement('attempt_failed', tried.trouble)
  )
  from (
    select
      (pg_catalog.array_agg(failed.trouble order by failed.tried_at desc))[1] as trouble, max(failed.tried_at) as tried_at, min(failed.due_at) as due_at
    from (
      select held.trouble, held.tried_at, held.due_at
      from sources.windows as held
      where held.brand_id = (last_attempt.source).brand_id and held.source_id = (last_attempt.source).source_id
        and held.state <> 'read' and held.trouble is not null
      union all
      select held.trouble, held.tried_at, held.due_at
      from sources.due_objects as held
      where held.brand_id = (last_attempt.source).brand_id and held.source_id = (last_attempt.source).source_id and held.trouble is not null
    ) as failed
  ) as tried
  where tried.trouble is not null and (last_attempt.source).status in ('connected', 'needs_attention')
    -- Of another fault, such as the end of the access, nothing was tried since.
    and (
      (last_attempt.source).status = 'connected' or (last_attempt.source).retry_at is not null
      or tried.trouble ->> 'reason' = (last_attempt.source).attention ->> 'reason'
    );
$$;
comment on function sources.last_attempt(sources.sources) is
  'Returns the last failed attempt to read a source, of which something was not read since: when it was, why it failed, and when the next one follows. '
  'next_at is null if a person must act first. Null if nothing failed.';
grant execute on function sources.read_progress(sources.sources), sources.last_attempt(sources.sources) to
  vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

create function sources.shown(source sources.sources)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'id', (shown.source).source_id,
    'connection_id', (shown.source).connection_id,
    'platform', (shown.source).platform,
    'account_id', (shown.source).external_id,
    'name', (shown.source).name,
    'currency', (shown.source).currency,
    'timezone', (shown.source).timezone,
    'status', case when (shown.source).status = 'connected' and reading.progress is not null then 'syncing' else (shown.source).status end,
    'attention', stated.attention,
    'attention_since', platform.utc((shown.source).attention_since),
    'needs', case
      when (shown.source).status <> 'needs_attention' then null
      when (shown.source).attention ->> 'reason' = any (
        '{grant_is_dead,token_is_refused,app_is_uninstalled,access_denied,scope_missing,permission_is_missing,state_is_foreign,signature_is_wrong,code_is_used}'::text[]
      ) then 'reconnect'
      when stated.attention ->> 'reason' = 'exchange_rates_are_missing' then 'import_rates'
      else 'sync'
    end,
    'progress', reading.progress,
    'planned_from', days.planned_from,
    'last_attempt', sources.last_attempt(shown.source),
    -- An old window without rows that was read first is no data.
    'data_from', case when days.has_data then greatest(stored.first_on, orders.first_on) end,
    'data_through', case when days.has_data then least(stored.last_on, orders.lacks_rate_on - 1) end,
    'last_read_at', platform.utc((shown.source).last_read_at),
    'stale_since', platform.utc((shown.source).stale_since),
    'restatement_days', (shown.source).restatement_days,
    'unknown_fields', days.unknown_fields,
    'rows_left_out', days.rows_left_out,
    'limitations',
      case when (shown.source).lacks_rates_from is not null or orders.lacks_rate_on is not null then '["newest_days_lack_rates"]'::jsonb else '[]' end
        || pg_catalog.to_jsonb(days.limitations),
    'version_notice', (shown.source).version_notice,
    'access_ends_at', platform.utc(sources.access_ends_at(shown.source)),
    'is_deletion_pending', (shown.source).is_deletion_due,
    'connected_at', platform.utc((shown.source).connected_at),
    'disconnected_at', platform.utc((shown.source).disconnected_at)
  )
  from (
    select
      min(held.first_on) filter (where held.report not in ('ads_hourly', 'products')) as planned_from,
      coalesce(pg_catalog.bool_and(held.state = 'read') or sum(held.rows) > 0, false) as has_data,
      coalesce(max(held.unknown_fields), 0) as unknown_fields,
      coalesce(max(held.rows_left_out), 0) as rows_left_out,
      array(
        select distinct listed.limitation
        from sources.windows as stated
        cross join lateral pg_catalog.unnest(stated.limitations) as listed (limitation)
        where stated.brand_id = (shown.source).brand_id and stated.source_id = (shown.source).source_id
          -- The newest read shows whether the grant has older orders now.
          and (
            listed.limitation <> 'older_orders_are_invisible'
            or stated.read_at = (
              select max(newest.read_at) from sources.windows as newest
              where newest.brand_id = stated.brand_id and newest.source_id = stated.source_id and newest.report = stated.report
            )
          )
        order by listed.limitation
      ) as limitations
    from sources.windows as held
    where held.brand_id = (shown.source).brand_id and held.source_id = (shown.source).source_id
  ) as days
  cross join lateral (
    select
      case when (shown.source).platform = 'shopify' then (
        select status.first_on from analytics.data_status as status
        where status.brand_id = (shown.source).brand_id and status.kind = 'orders'
      ) end as first_on,
      (
        select min(objects.lacks_rate_on) from sources.due_objects as objects
        where objects.brand_id = (shown.source).brand_id and objects.source_id = (shown.source).source_id
      ) as lacks_rate_on
  ) as orders
  cross join lateral sources.stored_days(shown.source) as stored
  cross join lateral (select sources.read_progress(shown.source) as progress) as reading
  cross join lateral (select sources.attention_of(shown.source) as attention) as stated;
$$;
comment on function sources.shown(sources.sources) is
  'Returns a source as callers see it. Its status is syncing until the first days and the backfill are read. needs is what a person can do: reconnect, '
  'import_rates or sync.';

create function sources.imported_files(brand core.brands)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'id', 'file',
    'connection_id', null,
    'platform', 'file',
    'account_id', 'file',
    'name', 'Imported files',
    'currency', (imported_files.brand).currency,
    'timezone', (imported_files.brand).timezone,
    'status', 'connected',
    'attention', null,
    'attention_since', null,
    'needs', null,
    'progress', null,
    'planned_from', null,
    'last_attempt', null,
    'data_from', min(imports.first_on),
    'data_through', max(imports.last_on),
    'last_read_at', platform.utc(max(imports.imported_at)),
    'stale_since', null,
    'restatement_days', null,
    'unknown_fields', 0,
    'rows_left_out', 0,
    'limitations', '[]'::jsonb,
    'version_notice', null,
    'access_ends_at', null,
    'is_deletion_pending', false,
    'connected_at', platform.utc(min(imports.imported_at)),
    'disconnected_at', null,
    'restatement', null
  )
  from analytics.imports
  where imports.brand_id = (imported_files.brand).brand_id and imports.undone_at is null
  having count(*) > 0;
$$;
comment on function sources.imported_files(core.brands) is
  'Returns the imported files of a brand in the form of a source: their days, and the time of the last import. Null without files.';

create function sources.sources(brand_id text default null)
returns json
language plpgsql stable
-- Planning takes longer than execution.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand constant core.brands := core.data_brand(sources.brand_id);
begin
  return pg_catalog.json_build_object(
    'brand_id', sources.brand_id,
    'data', coalesce(
      (
        select pg_catalog.jsonb_agg(
          sources.shown(held) || pg_catalog.jsonb_build_object('restatement', restated.restatement)
          order by held.platform, held.name, held.external_id
        )
        from sources.sources as held
        left join connector.restatements(v_brand, is_by_account => true) as restated
          on restated.platform = analytics.imported_platform(held.platform) and restated.account_id = held.external_id
        where held.brand_id = v_brand.brand_id
      ), '[]'
    ) || coalesce(sources.imported_files(v_brand), '[]')
  );
end
$$;
comment on function sources.sources(text) is
  'GET /v1/sources: the connected accounts of a brand and its imported files, with their status, what a person must do, how far their data reaches, and how much it was restated.';
grant execute on function sources.sources(text), sources.shown(sources.sources), sources.imported_files(core.brands) to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function sources.shown(sources.sources) to vitrine_worker;
call core.register_operation('sources.sources', 'read:marketing', served_by => '{analytics,console}');
