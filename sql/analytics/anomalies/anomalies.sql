create function analytics.has_unchecked_day(brand_id text, first_on date, last_on date, detector text default null)
returns boolean
language sql stable
as $$
  select exists (
    select
    from pg_catalog.generate_series(has_unchecked_day.first_on::timestamp, has_unchecked_day.last_on::timestamp, interval '1 day') as days (day)
    where not exists (
      select
      from analytics.detected_days as held
      where held.brand_id = has_unchecked_day.brand_id
        and held.day = days.day::date
        and (has_unchecked_day.detector is null or has_unchecked_day.detector = any (held.detectors))
    )
  );
$$;
comment on function analytics.has_unchecked_day(text, date, date, text) is
  'Returns whether a day of a range was not checked for anomalies, or not by a detector.';

create function analytics.detection_warnings(
  brand_id text, first_on date default null, last_on date default null, metric text default null
)
returns jsonb[]
language plpgsql stable
as $$
declare
  v_detected_from constant date := analytics.detected_from(detection_warnings.brand_id);
begin
  return (
    with detectors as materialized (
      select held.detector, held.detected_from
      from analytics.detector_days(detection_warnings.brand_id) as held
      where detection_warnings.metric is null or held.metric = detection_warnings.metric
    )
    select coalesce(pg_catalog.array_agg(known.warning order by known.position, known.account_id), '{}')
    from (
      select 1 as position, null as account_id, platform.warning('no_day_was_checked') as warning
      where not exists (select from analytics.detected_days as held where held.brand_id = detection_warnings.brand_id)
      union all
      select 2, null, platform.warning('days_are_checked_again', pg_catalog.jsonb_build_object('changed_from', min(held.day)))
      from analytics.detected_days as held
      where held.brand_id = detection_warnings.brand_id
        and held.changed_at is not null
        and (detection_warnings.last_on is null or held.day <= detection_warnings.last_on)
      having count(*) > 0
      union all
      select 3, accounts.account_id, platform.warning('account_is_not_checked_yet', pg_catalog.to_jsonb(accounts))
      from (
        select active.account_id, active.platform, active.reported_through
        from analytics.active_accounts(detection_warnings.brand_id) as active
        where active.lag_days > 0
        union all
        select silent.account_id, silent.platform, silent.reported_through from analytics.silent_accounts(detection_warnings.brand_id) as silent
      ) as accounts
      where detection_warnings.last_on is null or accounts.reported_through is null or accounts.reported_through < detection_warnings.last_on
      union all
      select 4, null, platform.warning(
        'earlier_days_were_not_checked',
        -- Processes of release 0.1 read detected_from.
        pg_catalog.jsonb_build_object(
          'date_from', detection_warnings.first_on, 'date_to', least(detection_warnings.last_on, v_detected_from - 1), 'detected_from', v_detected_from
        )
      )
      where detection_warnings.first_on < v_detected_from
        and analytics.has_unchecked_day(detection_warnings.brand_id, detection_warnings.first_on, least(detection_warnings.last_on, v_detected_from - 1))
      union all
      select 5, null, platform.warning('detectors_have_not_run', pg_catalog.jsonb_build_object('detectors', pg_catalog.array_agg(held.detector)))
      from detectors as held
      where held.detected_from is null and v_detected_from is not null
      having count(*) > 0
      union all
      select 6, held.detected_from::text, platform.warning(
        'earlier_days_were_not_checked_by_detectors',
        -- The days before v_detected_from have a warning of their own, because no detector checked them.
        pg_catalog.jsonb_build_object(
          'date_from', greatest(detection_warnings.first_on, v_detected_from),
          'date_to', least(detection_warnings.last_on, held.detected_from - 1),
          'detected_from', held.detected_from,
          'detectors', pg_catalog.array_agg(held.detector)
        )
      )
      from detectors as held
      where held.detected_from > v_detected_from
        and detection_warnings.first_on < held.detected_from
        and analytics.has_unchecked_day(
          detection_warnings.brand_id, greatest(detection_warnings.first_on, v_detected_from), least(detection_warnings.last_on, held.detected_from - 1),
          held.detector
        )
      group by held.detected_from
      union all
      select 7, null, core.failure_warning(detection_warnings.brand_id, 'anomalies')
    ) as known
    where known.warning is not null
  );
end
$$;
comment on function analytics.detection_warnings(text, date, date, text) is
  'Which days of a brand were not checked, not by all detectors of a metric, or not as they are reported now, among those from the first to the last '
  'day of a request. Without a last day, all days from the first one on.';

create function analytics.anomalies(
  brand_id text,
  days integer default null,
  status text default null,
  metric text default null,
  "limit" integer default 50,
  page integer default 1,
  platform text default null,
  campaign_ids text[] default null,
  account_ids text[] default null,
  level text default null,
  date_from date default null,
  date_to date default null,
  has_neighbors boolean default false
)
returns json
language plpgsql stable
as $$
declare
  v_brand core.brands;
  v_today date;
  v_data json;
  v_total bigint;
  v_platforms text[];
  v_campaign_ids text[];
  v_account_ids text[];
  v_from date;
begin
  if anomalies.date_from is not null or anomalies.date_to is not null then
    perform analytics.check_range(anomalies.date_from, anomalies.date_to, 'none');
    if anomalies.days is not null then
      perform platform.fail('BADRQ', 'must_not_be_sent_with_dates', 'days');
    end if;
  else
    perform platform.require_number('days', coalesce(anomalies.days, 30), 1, 3660);
  end if;
  perform platform.require_page(anomalies."limit", anomalies.page);
  perform platform.require_choice('status', anomalies.status, array['active', 'confirmed', 'false_positive', 'resolved', null]);
  perform platform.require_choice('metric', anomalies.metric, array(select detectors.metric from analytics.detectors group by detectors.metric order by min(detectors.position)) || null::text);
  perform platform.require_choice('level', anomalies.level, array['account', 'campaign', null]);
  v_brand := core.data_brand(anomalies.brand_id);
  if not exists (
    select from analytics.data_status where data_status.brand_id = v_brand.brand_id and data_status.kind = 'ads_daily'
  ) then
    perform platform.fail('NTRDY', 'no_ad_data_is_ingested');
  end if;
  v_platforms := analytics.require_platforms(v_brand.brand_id, anomalies.platform);
  v_campaign_ids := analytics.require_campaigns(v_brand.brand_id, anomalies.campaign_ids, v_platforms);
  v_today := (platform.now() at time zone v_brand.timezone)::date;
  v_account_ids := analytics.require_entities(v_brand.brand_id, 'account', anomalies.account_ids, v_platforms);
  v_from := coalesce(anomalies.date_from, v_today - coalesce(anomalies.days, 30) + 1);

  with found as (
    select held as anomaly, held.last_on, held.detected_at, held.anomaly_id
    from analytics.anomalies as held
    join analytics.detectors using (detector)
    join analytics.entity_paths on entity_paths.brand_id = held.brand_id and entity_paths.entity_id = held.entity_id
    where held.brand_id = v_brand.brand_id
      and held.last_on >= v_from
      and (anomalies.date_to is null or held.first_on <= anomalies.date_to)
      and (anomalies.level is null or held.level = anomalies.level)
      and (anomalies.status is null or held.status = anomalies.status)
      and (anomalies.metric is null or anomalies.metric = any (analytics.detected_metrics(held)))
      and (v_platforms is null or entity_paths.platform = any (v_platforms))
      and (v_account_ids is null or entity_paths.account_id = any (v_account_ids))
      and (v_campaign_ids is null or entity_paths.campaign_id = any (v_campaign_ids))
  ),
  page as (
    select found.*
    from found
    order by found.last_on desc, found.detected_at desc, found.anomaly_id
    limit anomalies."limit" offset anomalies."limit"::bigint * (anomalies.page - 1)
  )
  select
    (select count(*) from found),
    pg_catalog.json_agg(
      case
        when anomalies.has_neighbors then analytics.anomaly_with_neighbors(v_brand, page.anomaly)
        else analytics.shown_anomaly(v_brand, page.anomaly)
      end
      order by page.last_on desc, page.detected_at desc, page.anomaly_id
    )
  into v_total, v_data
  from page;

  return pg_catalog.json_build_object(
    'brand_id', anomalies.brand_id,
    'data', coalesce(v_data, '[]'),
    'meta', pg_catalog.json_build_object(
      'currency', v_brand.currency,
      'timezone', v_brand.timezone,
      'total_rows', coalesce(v_total, 0),
      'truncated', coalesce(v_total, 0) > anomalies."limit"::bigint * anomalies.page,
      'detected_from', analytics.detected_from(v_brand.brand_id),
      'detected_through', analytics.detected_through(v_brand.brand_id),
      'detectors', (
        select pg_catalog.json_agg(pg_catalog.json_build_object('detector', held.detector, 'detected_from', held.detected_from))
        from analytics.detector_days(v_brand.brand_id) as held
      ),
      'reliability', analytics.detection_reliability(v_brand.brand_id, v_from, anomalies.date_to),
      'warnings', case
        when anomalies.metric is not null
          and not exists (select from analytics.active_detectors(v_brand.brand_id) as active where active.metric = anomalies.metric)
        then array[platform.warning('metric_is_not_watched', pg_catalog.jsonb_build_object('metric', anomalies.metric))]
        else '{}'
      end || analytics.detection_warnings(v_brand.brand_id, v_from, anomalies.date_to, anomalies.metric) || analytics.platform_warnings(v_brand.brand_id, anomalies.platform)
    )
  );
end
$$;
comment on function analytics.anomalies(text, integer, text, text, integer, integer, text, text[], text[], text, date, date, boolean) is
  'GET /v1/anomalies: the anomalies of the last days, or of those that overlap a range, with their expected values, latest first. days: 30 if neither it nor '
  'a range is given. level: account or campaign. has_neighbors: '
  'with what else happened at the time of each one. Raises NTRDY if the brand has no ad data.';
grant execute on function
  analytics.has_unchecked_day(text, date, date, text),
  analytics.detection_warnings(text, date, date, text),
  analytics.anomalies(text, integer, text, text, integer, integer, text, text[], text[], text, date, date, boolean)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('analytics.anomalies', 'read:marketing', may_lag => true, served_by => '{analytics,mcp,console}');
