create function analytics.detect_anomalies(brand_id text, day date)
returns integer
language plpgsql volatile
as $$
declare
  v_tested integer;
  v_flagged integer;
begin
  create temporary table flagged on commit drop as
  with scores as materialized (
    select scored.*, detectors.direction
    from analytics.score_entities(detect_anomalies.brand_id, detect_anomalies.day) as scored
    join analytics.detectors using (detector)
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
      -- Worth hearing of: a fifth off or more, and a hundredth of the day's spend.
      and pg_catalog.abs(ranked.value / ranked.expected - 1) >= 0.2
      and ranked.impact >= ranked.impact_min
  ),
  -- On one entity and day the cause is told and its consequences are counted: fewer conversions explain less revenue.
  causes as (
    select
      raised.*,
      pg_catalog.row_number() over of_entity as place,
      count(*) over (partition by raised.entity_id) as together
    from raised
    join analytics.detectors using (detector)
    window of_entity as (partition by raised.entity_id order by detectors.position)
  ),
  -- An account that one campaign threw is told by the campaign; one that several threw, by the account.
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

  -- The same deviation goes on: one episode, told by its worst day.
  update analytics.anomalies as held
  set
    last_on = greatest(held.last_on, detect_anomalies.day),
    day = case when worse.is_worse then detect_anomalies.day else held.day end,
    value = case when worse.is_worse then flagged.value else held.value end,
    expected = case when worse.is_worse then flagged.expected else held.expected end,
    scale = case when worse.is_worse then flagged.scale else held.scale end,
    z_score = case when worse.is_worse then flagged.z_score else held.z_score end,
    impact = case when worse.is_worse then flagged.impact else held.impact end
  from pg_temp.flagged
  cross join lateral (
    select pg_catalog.abs(flagged.z_score) > pg_catalog.abs(known.z_score) as is_worse, known.anomaly_id
    from analytics.anomalies as known
    where known.brand_id = detect_anomalies.brand_id
      and known.detector = flagged.detector
      and known.entity_id = flagged.entity_id
      and known.status in ('active', 'confirmed')
      and known.last_on between detect_anomalies.day - 3 and detect_anomalies.day
    order by known.last_on desc
    limit 1
  ) as worse
  where held.brand_id = detect_anomalies.brand_id and held.anomaly_id = worse.anomaly_id;

  insert into analytics.anomalies
    (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, grouped_count, detected_at)
  select
    detect_anomalies.brand_id,
    'ano_' || pg_catalog.md5(pg_catalog.concat_ws('/', detect_anomalies.brand_id, flagged.detector, flagged.entity_id, detect_anomalies.day)),
    flagged.detector, flagged.entity_id, flagged.level, detect_anomalies.day, detect_anomalies.day, detect_anomalies.day,
    flagged.value, flagged.expected, flagged.scale, flagged.z_score, flagged.impact, flagged.spend_share, flagged.behind,
    -- Found the morning after, however late the job ran.
    least(platform.now(), (detect_anomalies.day + 1)::timestamp at time zone 'UTC' + interval '6 hours')
  from pg_temp.flagged
  where not exists (
    select from analytics.anomalies as known
    where known.brand_id = detect_anomalies.brand_id
      and known.detector = flagged.detector
      and known.entity_id = flagged.entity_id
      and known.last_on between detect_anomalies.day - 3 and detect_anomalies.day
  )
  on conflict on constraint anomalies_once_key do nothing;

  -- Three ordinary days end an episode, and so does a week: what lasts a week is the new level.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = detect_anomalies.brand_id
    and held.status in ('active', 'confirmed')
    and (held.last_on <= detect_anomalies.day - 3 or held.last_on - held.first_on >= 7);
  insert into analytics.detected_days as held (brand_id, day, tested, flagged)
  values (detect_anomalies.brand_id, detect_anomalies.day, v_tested, v_flagged)
  on conflict on constraint detected_days_pkey do update
  set tested = excluded.tested, flagged = excluded.flagged, detected_at = platform.now();
  drop table pg_temp.flagged;
  return v_flagged;
end
$$;
comment on function analytics.detect_anomalies(text, date) is
  'Looks at a finished day of a brand and records what is out of its way: false-discovery control over all tests of the day, causes before '
  'consequences, one row an episode. Returns how many were found. The same day again changes nothing.';
grant execute on function analytics.detect_anomalies(text, date) to vitrine_worker;

create function analytics.detect_due_anomalies(brand_id text, days_max integer default 35)
returns integer
language plpgsql volatile
as $$
declare
  v_found integer := 0;
  v_through date;
  v_from date;
begin
  -- Days in order, each once: an episode is told by the days before it.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.detect/' || detect_due_anomalies.brand_id, 0));
  select least(data_status.last_on, (platform.now() at time zone brands.timezone)::date - 1)
  into v_through
  from analytics.data_status
  join core.brands using (brand_id)
  where data_status.brand_id = detect_due_anomalies.brand_id and data_status.kind = 'ads_daily';
  select greatest(coalesce(max(detected_days.day) + 1, v_through - detect_due_anomalies.days_max + 1), v_through - detect_due_anomalies.days_max + 1)
  into v_from
  from analytics.detected_days
  where detected_days.brand_id = detect_due_anomalies.brand_id;
  while v_from <= v_through loop
    v_found := v_found + analytics.detect_anomalies(detect_due_anomalies.brand_id, v_from);
    v_from := v_from + 1;
  end loop;
  return v_found;
end
$$;
comment on function analytics.detect_due_anomalies(text, integer) is
  'Looks at every finished day of a brand that was not looked at yet, at most this many back. Returns how many anomalies were found.';
grant execute on function analytics.detect_due_anomalies(text, integer) to vitrine_worker;
