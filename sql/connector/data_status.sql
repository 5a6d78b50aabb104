create function connector.covered(status analytics.data_status)
returns json
language sql stable
return pg_catalog.json_build_object(
  'ready', (covered.status).kind is not null,
  'first_date', (covered.status).first_on,
  'last_date', (covered.status).last_on,
  'last_sync_at', platform.utc((covered.status).updated_at)
);
comment on function connector.covered(analytics.data_status) is
  'Returns the first and last date of a kind of data and the time of its last import. Without data, ready is false and the others are null.';

create function connector.restatements(brand core.brands, is_by_account boolean default false)
returns table (platform text, account_id text, restatement json)
language sql stable
as $$
  select
    status.platform,
    status.account_id,
    pg_catalog.json_build_object(
      'last_week', pg_catalog.json_build_object('date_from', moment.today - 14, 'date_to', moment.today - 8),
      'this_week', pg_catalog.json_build_object('date_from', moment.today - 7, 'date_to', moment.today - 1),
      'metrics', pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'metric', status.metric,
          'last_week_change', pg_catalog.round(status.last_week::numeric, 4),
          'expected_change', pg_catalog.round(status.this_week::numeric, 4)
        )
        order by definition.position
      ),
      'last_week_reason', case
        when not pg_catalog.bool_or(status.has_last_week) then platform.statement('last_week_was_not_reported')
        when not pg_catalog.bool_or(status.is_reported_again) then platform.statement('last_week_was_reported_once')
      end,
      'reason', case when not pg_catalog.bool_or(status.is_known)
        then platform.warning('restatement_history_is_too_short', pg_catalog.jsonb_build_object('days_min', 28))
      end
    )
  from (select (platform.now() at time zone (restatements.brand).timezone)::date as today) as moment
  cross join lateral analytics.restatement_status((restatements.brand).brand_id, restatements.is_by_account) as status
  join analytics.metric_definitions as definition on definition.name = status.metric
  group by moment.today, status.platform, status.account_id;
$$;
comment on function connector.restatements(core.brands, boolean) is
  'Returns by platform, or by ad account, how much its reports changed after they were first stored, and are expected to change. A platform or account '
  'without reports in the last two weeks has no row.';

create function connector.data_status(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
begin
  v_brand := core.data_brand(data_status.brand_id);
  return pg_catalog.json_build_object(
    'brand_id', data_status.brand_id,
    'ready', exists (select from analytics.data_status as held where held.brand_id = v_brand.brand_id and held.kind = 'ads_daily'),
    'reported_through', analytics.reported_through(v_brand.brand_id),
    'platforms', (
      select pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'platform', known.platform,
          'connected', known.accounts > 0 or held.sources > 0,
          'stale', coalesce(held.troubled > 0, false),
          'attention', held.attention,
          'accounts', known.accounts,
          'ready', daily.platform is not null,
          'last_sync_at', platform.utc(greatest(daily.updated_at, hourly.updated_at)),
          'by_day', pg_catalog.json_build_object('first_date', daily.first_on, 'last_date', daily.last_on),
          'by_hour', pg_catalog.json_build_object('first_date', hourly.first_on, 'last_date', hourly.last_on),
          'restatement', restated.restatement
        )
        order by known.accounts > 0 desc, known.platform
      )
      from (
        -- google, meta and tiktok are listed even without data.
        select named.platform, count(accounts.entity_id) as accounts
        from (
          values ('google'), ('meta'), ('tiktok')
          union
          select held.platform from analytics.entities as held where held.brand_id = v_brand.brand_id and held.level = 'account'
        ) as named (platform)
        left join analytics.entities as accounts
          on accounts.brand_id = v_brand.brand_id and accounts.level = 'account' and accounts.platform = named.platform
        group by named.platform
      ) as known
      left join lateral (
        select
          count(*) as sources,
          count(*) filter (where connected.status = 'needs_attention' or connected.stale_since is not null) as troubled,
          (
            pg_catalog.array_agg(sources.attention_of(connected) order by connected.attention_since, connected.source_id)
              filter (where connected.status = 'needs_attention')
          )[1] as attention
        from sources.sources as connected
        where connected.brand_id = v_brand.brand_id and connected.status <> 'disconnected'
          and analytics.imported_platform(connected.platform) = known.platform
      ) as held on true
      left join analytics.platform_status as daily
        on daily.brand_id = v_brand.brand_id and daily.platform = known.platform and daily.kind = 'ads_daily'
      left join analytics.platform_status as hourly
        on hourly.brand_id = v_brand.brand_id and hourly.platform = known.platform and hourly.kind = 'ads_hourly'
      left join connector.restatements(v_brand) as restated on restated.platform = known.platform
    ),
    'orders', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'orders'
    ),
    'journeys', (
      select connector.covered(held)
      from (select) as always
      left join analytics.data_status as held on held.brand_id = v_brand.brand_id and held.kind = 'journeys'
    ),
    'forecasts', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'metrics', coalesce(pg_catalog.json_agg(held.metric order by held.metric), '[]'),
        'trained_through', max(held.trained_through)
      )
      from analytics.forecasts as held
      where held.brand_id = v_brand.brand_id
    ),
    'anomalies', (
      select pg_catalog.json_build_object(
        'ready', count(*) > 0,
        'detected_through', analytics.detected_through(v_brand.brand_id),
        'detected_at', platform.utc(max(held.detected_at)),
        'open', (
          select count(*)
          from analytics.anomalies
          where anomalies.brand_id = v_brand.brand_id and anomalies.status in ('active', 'confirmed')
        )
      )
      from analytics.detected_days as held
      where held.brand_id = v_brand.brand_id
    ),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'data_as_of', (select platform.utc(max(held.updated_at)) from analytics.data_status as held where held.brand_id = v_brand.brand_id),
      'warnings', analytics.detection_warnings(v_brand.brand_id)
        || array(
          select unread.warning
          from pg_catalog.unnest('{ads_daily,orders,transactions}'::text[]) as report (name)
          cross join lateral pg_catalog.unnest(
            sources.unread_warnings(v_brand.brand_id, '-infinity', 'infinity', report => report.name)
          ) as unread (warning)
        )
        || array(
          select platform.warning(
            'account_waits_for_rates',
            pg_catalog.jsonb_build_object(
              'account_id', waiting.account_id, 'platform', waiting.platform, 'date_from', waiting.first_on, 'date_to', waiting.last_on
            )
          )
          from sources.waiting_days(v_brand.brand_id, report => 'sessions') as waiting
          order by waiting.platform, waiting.account_id
        )
        -- Those of ad accounts are in platforms.
        || array(
          select platform.warning(
            'source_needs_attention', pg_catalog.jsonb_build_object('platform', held.platform, 'account_id', held.external_id)
          )
          from sources.sources as held
          where held.brand_id = v_brand.brand_id and not sources.has_report(held.platform, 'ads_daily')
            and (held.status = 'needs_attention' or held.status <> 'disconnected' and held.stale_since is not null)
          order by held.platform, held.external_id
        )
    )
  );
end
$$;
comment on function connector.data_status(text) is
  'get_data_status: returns which data of a brand is ready, with its first and last date and its last import, by platform and kind. Operations '
  'without ready data raise NTRDY (data_not_ready).';
grant execute on function
  connector.covered(analytics.data_status),
  connector.restatements(core.brands, boolean),
  connector.data_status(text)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('connector.data_status', 'read:marketing', may_lag => true);
