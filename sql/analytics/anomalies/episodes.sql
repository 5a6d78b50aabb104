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
  -- An anomaly that began after the day comes last, because it was found before the day was reported.
  order by known.first_on > episode_around.day, case when known.first_on <= episode_around.day then known.last_on end desc, known.first_on
  limit 1;
$$;
comment on function analytics.episode_around(text, text, bigint, date) is
  'The anomaly of a series that a deviating day belongs to, at most three days away. Null if there is none, so that the day begins a new one.';

create function analytics.continue_episodes(brand_id text, day date, deviations analytics.deviation[])
returns void
language sql volatile
as $$
  update analytics.anomalies as held
  set
    first_on = case when known.is_open then least(held.first_on, continue_episodes.day) else held.first_on end,
    last_on = case when known.is_open then greatest(held.last_on, continue_episodes.day) else held.last_on end,
    day = case when known.is_reported_day then continue_episodes.day else held.day end,
    value = case when known.is_reported_day then deviation.value else held.value end,
    expected = case when known.is_reported_day then deviation.expected else held.expected end,
    scale = case when known.is_reported_day then deviation.scale else held.scale end,
    z_score = case when known.is_reported_day then deviation.z_score else held.z_score end,
    impact = case when known.is_reported_day then deviation.impact else held.impact end,
    spend_share = case when known.is_same_day then deviation.spend_share else held.spend_share end,
    grouped_count = case when known.is_same_day and held.first_on = held.day then deviation.grouped_count else held.grouped_count end
  from pg_catalog.unnest(continue_episodes.deviations) as deviation
  cross join lateral (
    select
      episode.anomaly_id,
      open.is_open,
      episode.day = continue_episodes.day as is_same_day,
      episode.day = continue_episodes.day or (open.is_open and pg_catalog.abs(deviation.z_score) > pg_catalog.abs(episode.z_score)) as is_reported_day
    from analytics.anomalies as episode
    -- A resolved episode that begins after the day can still begin earlier.
    cross join lateral (
      select episode.status in ('active', 'confirmed') or (episode.status = 'resolved' and episode.first_on > continue_episodes.day) as is_open
    ) as open
    where episode.brand_id = continue_episodes.brand_id
      and episode.anomaly_id = analytics.episode_around(continue_episodes.brand_id, deviation.detector, deviation.entity_id, continue_episodes.day)
  ) as known
  where held.brand_id = continue_episodes.brand_id and held.anomaly_id = known.anomaly_id;
$$;
comment on function analytics.continue_episodes(text, date, analytics.deviation[]) is
  'Adds a deviating day to the episodes that it continues. An episode is reported for the day with the highest absolute z_score.';

create function analytics.begin_episodes(brand_id text, day date, deviations analytics.deviation[])
returns void
language sql volatile
as $$
  insert into analytics.anomalies
    (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, spend_share, grouped_count, detected_at)
  select
    begin_episodes.brand_id,
    'ano_' || pg_catalog.md5(pg_catalog.concat_ws('/', begin_episodes.brand_id, deviation.detector, deviation.entity_id, begin_episodes.day)),
    deviation.detector, deviation.entity_id, deviation.level, begin_episodes.day, begin_episodes.day, begin_episodes.day,
    deviation.value, deviation.expected, deviation.scale, deviation.z_score, deviation.impact, deviation.spend_share, deviation.grouped_count,
    -- The first check of a day counts as made on the next morning, even if the job ran late. A later check finds late reports when it runs.
    case
      when exists (
        select from analytics.detected_days as held where held.brand_id = begin_episodes.brand_id and held.day = begin_episodes.day
      ) then platform.now()
      else least(platform.now(), (begin_episodes.day + 1)::timestamp at time zone 'UTC' + interval '6 hours')
    end
  from pg_catalog.unnest(begin_episodes.deviations) as deviation
  where analytics.episode_around(begin_episodes.brand_id, deviation.detector, deviation.entity_id, begin_episodes.day) is null
  on conflict on constraint anomalies_once_key do nothing;
$$;
comment on function analytics.begin_episodes(text, date, analytics.deviation[]) is
  'Records an anomaly for each deviation of a day that continues no episode. Call it before the day is added to analytics.detected_days.';

create function analytics.resolve_episodes(brand_id text, day date, deviations analytics.deviation[])
returns void
language plpgsql volatile
as $$
declare
  v_through constant date := (
    select greatest(resolve_episodes.day, max(known.day)) from analytics.detected_days as known where known.brand_id = resolve_episodes.brand_id
  );
begin
  -- An anomaly of this day alone that later reports no longer show is resolved, unless a person has confirmed it.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = resolve_episodes.brand_id
    and held.status = 'active'
    and held.first_on = resolve_episodes.day
    and held.last_on = resolve_episodes.day
    and not exists (
      select from pg_catalog.unnest(resolve_episodes.deviations) as deviation
      where deviation.detector = held.detector and deviation.entity_id = held.entity_id
    );
  -- Three ordinary days end an episode. A deviation that lasts becomes the expected level within a week, and its days are ordinary then.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = resolve_episodes.brand_id
    and held.status in ('active', 'confirmed')
    and held.last_on <= v_through - 3;
end
$$;
comment on function analytics.resolve_episodes(text, date, analytics.deviation[]) is
  'Resolves the episodes of a brand that have ended, and those that the reports of the day no longer show.';

grant execute on function
  analytics.episode_around(text, text, bigint, date),
  analytics.continue_episodes(text, date, analytics.deviation[]),
  analytics.begin_episodes(text, date, analytics.deviation[]),
  analytics.resolve_episodes(text, date, analytics.deviation[])
to vitrine_worker;
