create function analytics.episode_around(brand_id text, detector text, entity_id bigint, day date)
returns text
language sql stable
as $$
  select known.anomaly_id
  from analytics.anomalies as known
  where known.brand_id = episode_around.brand_id
    and known.detector = episode_around.detector
    and known.entity_id = episode_around.entity_id
    and episode_around.day between known.first_on - 3 and known.last_on + 3
  -- One that began after the day comes last: the day was not known when it was found.
  order by known.first_on > episode_around.day, case when known.first_on <= episode_around.day then known.last_on end desc, known.first_on
  limit 1;
$$;
comment on function analytics.episode_around(text, text, bigint, date) is 'The anomaly of a series that a deviating day belongs to, no more than three days off; null where it is a new one.';

create function analytics.record_series_failures(brand_id text, day date)
returns json
language plpgsql volatile
as $$
declare
  v_failures json;
begin
  delete from core.job_failures as held
  where held.brand_id = record_series_failures.brand_id
    and held.queue = 'anomalies'
    and held.day = record_series_failures.day
    and not exists (select from pg_temp.scored where scored.error_class is not null and scored.subject = held.subject);
  perform core.record_failure(record_series_failures.brand_id, 'anomalies', scored.subject, scored.error_class, record_series_failures.day)
  from pg_temp.scored
  where scored.error_class is not null;
  select coalesce(
    pg_catalog.json_agg(pg_catalog.json_build_object('subject', scored.subject, 'error_class', scored.error_class, 'cause', scored.cause)), '[]'
  )
  into v_failures
  from pg_temp.scored
  where scored.error_class is not null;
  return v_failures;
end
$$;
comment on function analytics.record_series_failures(text, date) is
  'Records the series of the temporary table scored that could not be tested, removes earlier failures of the day, and returns the failures with their causes.';

create function analytics.detect_anomalies(brand_id text, day date)
returns json
language plpgsql volatile
as $$
declare
  v_tested integer;
  v_flagged integer;
  v_through date;
  v_failures json;
  v_is_again constant boolean := exists (
    select from analytics.detected_days as held where held.brand_id = detect_anomalies.brand_id and held.day = detect_anomalies.day
  );
begin
  create temporary table scored on commit drop as
  -- Every series is scored once, before anything is joined to it.
  with scores as materialized (select * from analytics.score_entities(detect_anomalies.brand_id, detect_anomalies.day))
  select scores.*, pg_catalog.format('%s of %s %s %s on %s', scores.detector, entities.platform, scores.level, entities.external_id, detect_anomalies.day) as subject
  from scores
  join analytics.entities on entities.brand_id = detect_anomalies.brand_id and entities.entity_id = scores.entity_id;
  create temporary table flagged on commit drop as
  with scores as (
    select scored.*, detectors.direction
    from pg_temp.scored
    join analytics.detectors using (detector)
    where scored.error_class is null
  ),
  tests as (
    select
      scores.*,
      case when (scores.z_score > 0) = (scores.direction = 'spike') then scores.p_value else 1 - scores.p_value end as p,
      coalesce(thresholds.z_min, 3) as z_min,
      (
        select 0.01 * sum(facts.spend_micros) / 1000000
        from analytics.rollups_daily as facts
        where facts.brand_id = detect_anomalies.brand_id and facts.level = 'account' and facts.day = detect_anomalies.day
      ) as impact_min
    from scores
    left join analytics.anomaly_thresholds as thresholds
      on thresholds.brand_id = detect_anomalies.brand_id
      and thresholds.detector = scores.detector
      and thresholds.entity_id = scores.entity_id
  ),
  ranked as (
    select tests.*, pg_catalog.row_number() over (order by tests.p) as rank, count(*) over () as tested from tests
  ),
  -- Benjamini and Hochberg 1995: of what is raised in a day, a tenth may be chance.
  raised as (
    select ranked.*
    from ranked
    where ranked.rank <= (select coalesce(max(held.rank), 0) from ranked as held where held.p <= 0.1 * held.rank / held.tested)
      and pg_catalog.abs(ranked.z_score) >= ranked.z_min
      and ranked.p < 0.5
      -- Worth hearing of: a fifth off or more, and a hundredth of the day's spend. Zero may be expected: a product, not a ratio.
      and pg_catalog.abs(ranked.value - ranked.expected) >= 0.2 * pg_catalog.abs(ranked.expected)
      and ranked.impact >= ranked.impact_min
  ),
  -- For one entity and day the cause is reported and its consequences are counted: fewer conversions explain less revenue.
  causes as (
    select
      raised.*,
      pg_catalog.row_number() over of_entity as place,
      count(*) over (partition by raised.entity_id) as together
    from raised
    join analytics.detectors using (detector)
    window of_entity as (partition by raised.entity_id order by detectors.position)
  ),
  -- A deviation that one campaign caused is reported for the campaign; one that several caused, for the account.
  families as (
    select
      causes.*,
      pg_catalog.row_number() over family as of_kin,
      count(*) filter (where causes.level = 'campaign') over kin as children,
      sum(causes.together) over kin as deviations,
      pg_catalog.bool_or(causes.level = 'account') over kin as is_account_raised
    from causes
    where causes.place = 1
    window
      kin as (partition by causes.detector, causes.account_entity_id),
      family as (partition by causes.detector, causes.account_entity_id order by causes.impact desc)
  )
  select
    families.*,
    case when families.is_account_raised and families.children <> 1 and families.level = 'account' or families.children = 1
      then families.deviations else families.together
    end as behind
  from families
  where case
    when not families.is_account_raised then true
    when families.children = 1 then families.level = 'campaign'
    else families.level = 'account'
  end;
  get diagnostics v_flagged = row_count;
  select count(*) into v_tested from analytics.rollups_daily as facts
  where facts.brand_id = detect_anomalies.brand_id and facts.level in ('account', 'campaign') and facts.day = detect_anomalies.day;

  -- A continued deviation is one episode, reported for its worst day.
  update analytics.anomalies as held
  set
    first_on = case when known.is_open then least(held.first_on, detect_anomalies.day) else held.first_on end,
    last_on = case when known.is_open then greatest(held.last_on, detect_anomalies.day) else held.last_on end,
    day = case when known.is_told then detect_anomalies.day else held.day end,
    value = case when known.is_told then flagged.value else held.value end,
    expected = case when known.is_told then flagged.expected else held.expected end,
    scale = case when known.is_told then flagged.scale else held.scale end,
    z_score = case when known.is_told then flagged.z_score else held.z_score end,
    impact = case when known.is_told then flagged.impact else held.impact end,
    spend_share = case when known.is_restated then flagged.spend_share else held.spend_share end,
    grouped_count = case when known.is_restated and held.first_on = held.day then flagged.behind else held.grouped_count end
  from pg_temp.flagged
  cross join lateral (
    select
      episode.anomaly_id,
      open.is_open,
      episode.day = detect_anomalies.day as is_restated,
      episode.day = detect_anomalies.day or (open.is_open and pg_catalog.abs(flagged.z_score) > pg_catalog.abs(episode.z_score)) as is_told
    from analytics.anomalies as episode
    -- What is over may still have begun earlier.
    cross join lateral (
      select episode.status in ('active', 'confirmed') or (episode.status = 'resolved' and episode.first_on > detect_anomalies.day) as is_open
    ) as open
    where episode.brand_id = detect_anomalies.brand_id
      and episode.anomaly_id = analytics.episode_around(detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day)
  ) as known
  where held.brand_id = detect_anomalies.brand_id and held.anomaly_id = known.anomaly_id;

  insert into analytics.anomalies
    (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, grouped_count, detected_at)
  select
    detect_anomalies.brand_id,
    'ano_' || pg_catalog.md5(pg_catalog.concat_ws('/', detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day)),
    flagged.detector, flagged.entity_id, flagged.level, detect_anomalies.day, detect_anomalies.day, detect_anomalies.day,
    flagged.value, flagged.expected, flagged.scale, flagged.z_score, flagged.impact, flagged.spend_share, flagged.behind,
    -- Found the morning after, however late the job ran; but what came in late is found when it came.
    case when v_is_again then platform.now() else least(platform.now(), (detect_anomalies.day + 1)::timestamp at time zone 'UTC' + interval '6 hours') end
  from pg_temp.flagged
  where analytics.episode_around(detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day) is null
  on conflict on constraint anomalies_once_key do nothing;

  -- An anomaly that later reports no longer show is resolved, unless a person has confirmed it.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = detect_anomalies.brand_id
    and held.status = 'active'
    and held.first_on = detect_anomalies.day
    and held.last_on = detect_anomalies.day
    and not exists (select from pg_temp.flagged where flagged.detector = held.detector and flagged.entity_id = held.entity_id);

  select greatest(detect_anomalies.day, max(known.day)) into v_through
  from analytics.detected_days as known
  where known.brand_id = detect_anomalies.brand_id;
  -- Three ordinary days end an episode, and so does a week: what lasts a week is the new level.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = detect_anomalies.brand_id
    and held.status in ('active', 'confirmed')
    and (held.last_on <= v_through - 3 or held.last_on - held.first_on >= 7);
  insert into analytics.detected_days as held (brand_id, day, tested, flagged)
  values (detect_anomalies.brand_id, detect_anomalies.day, v_tested, v_flagged)
  on conflict on constraint detected_days_pkey do update
  set tested = excluded.tested, flagged = excluded.flagged, detected_at = platform.now(), changed_at = null;
  v_failures := analytics.record_series_failures(detect_anomalies.brand_id, detect_anomalies.day);
  drop table pg_temp.flagged, pg_temp.scored;
  return pg_catalog.json_build_object('found', v_flagged, 'failures', v_failures);
end
$$;
comment on function analytics.detect_anomalies(text, date) is
  'Looks at a finished day of a brand and records what is out of its way: false-discovery control over all tests of the day, causes before '
  'consequences, one row an episode. Returns how many were found, and the series that could not be tested. The same day again changes nothing '
  'but what reports have changed since; statuses stay.';
grant execute on function analytics.detect_anomalies(text, date) to vitrine_worker;

create function analytics.note_changed_days(brand_id text, days date[])
returns void
language sql volatile
as $$
  update analytics.detected_days as held
  set changed_at = platform.now()
  where held.brand_id = note_changed_days.brand_id
    -- What is expected of a day follows from those before it.
    and held.day >= (select min(day) from pg_catalog.unnest(note_changed_days.days) as day)
    and held.changed_at is null
    -- Platforms restate four weeks.
    and held.day > (select max(known.day) - 28 from analytics.detected_days as known where known.brand_id = note_changed_days.brand_id);
$$;
comment on function analytics.note_changed_days(text, date[]) is 'Makes the days due again that were looked at already, from the first of these on.';

grant execute on function
  analytics.episode_around(text, text, bigint, date),
  analytics.record_series_failures(text, date),
  analytics.note_changed_days(text, date[])
to vitrine_worker;
