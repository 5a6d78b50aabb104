create function sources.shown(source sources.sources)
returns jsonb
language sql stable
as $$
  select pg_catalog.jsonb_build_object(
    'id', (shown.source).source_id,
    'platform', (shown.source).platform,
    'account_id', (shown.source).external_id,
    'name', (shown.source).name,
    'currency', (shown.source).currency,
    'timezone', (shown.source).timezone,
    'status', case when (shown.source).status = 'connected' and (days.read < days.planned or not (shown.source).planned ? 'recent') then 'syncing' else (shown.source).status end,
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
    'progress', case
      when not (shown.source).planned ? 'recent' then 0
      when days.read < days.planned then pg_catalog.round(days.read::numeric / days.planned, 4)
    end,
    -- An old window without rows that was read first is no data.
    'data_from', case when days.has_data then days.first_on end,
    'data_through', case when days.has_data then (shown.source).data_through end,
    'last_read_at', platform.utc((shown.source).last_read_at),
    'stale_since', platform.utc((shown.source).stale_since),
    'restatement_days', (shown.source).restatement_days,
    'unknown_fields', days.unknown_fields,
    'rows_left_out', days.rows_left_out,
    'limitations', days.limitations,
    'version_notice', (shown.source).version_notice,
    'connected_at', platform.utc((shown.source).connected_at),
    'disconnected_at', platform.utc((shown.source).disconnected_at)
  )
  from (
    select
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill')), 0) as planned,
      coalesce(sum(held.last_on - held.first_on + 1) filter (where held.purpose in ('recent', 'backfill') and held.state = 'read'), 0) as read,
      min(greatest(held.first_on, held.read_from)) filter (
        where held.state = 'read' and held.report not in ('ads_hourly', 'products') and greatest(held.first_on, held.read_from) <= held.last_on
      ) as first_on,
      coalesce(pg_catalog.bool_and(held.state = 'read') or sum(held.rows) > 0, false) as has_data,
      coalesce(max(held.unknown_fields), 0) as unknown_fields,
      coalesce(max(held.rows_left_out), 0) as rows_left_out,
      array(
        select distinct listed.limitation
        from sources.windows as stated
        cross join lateral pg_catalog.unnest(stated.limitations) as listed (limitation)
        where stated.brand_id = (shown.source).brand_id and stated.source_id = (shown.source).source_id
          -- Later days that were stored since show that the rates are known.
          and (listed.limitation <> 'newest_days_lack_rates' or stated.last_on >= (shown.source).data_through)
        order by listed.limitation
      ) as limitations
    from sources.windows as held
    where held.brand_id = (shown.source).brand_id and held.source_id = (shown.source).source_id
  ) as days
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
    'data_from', min(imports.first_on),
    'data_through', max(imports.last_on),
    'last_read_at', platform.utc(max(imports.imported_at)),
    'stale_since', null,
    'restatement_days', null,
    'unknown_fields', 0,
    'rows_left_out', 0,
    'limitations', '[]'::jsonb,
    'version_notice', null,
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
