create function analytics.detectors_of(anomaly analytics.anomalies)
returns text[]
language sql stable
return (anomaly).detector || (anomaly).also;
comment on function analytics.detectors_of(analytics.anomalies) is 'The detectors that deviated in an episode: the reported one, and those of also.';

create function analytics.is_open_on(anomaly analytics.anomalies, day date)
returns boolean
language sql stable
return (anomaly).status in ('active', 'confirmed') or (
  (anomaly).status = 'resolved' and ((anomaly).first_on > is_open_on.day or is_open_on.day between (anomaly).first_on and (anomaly).last_on)
);
comment on function analytics.is_open_on(analytics.anomalies, date) is
  'Returns whether a day can be added to an anomaly. A resolved one keeps its own days, and can still begin earlier.';

create function analytics.amount_directions(detectors text[])
returns text[]
language sql stable
as $$
  select pg_catalog.array_agg(distinct known.direction)
  from analytics.detectors as known
  where known.detector = any (amount_directions.detectors) and known.metric in ('spend', 'conversions', 'revenue');
$$;
comment on function analytics.amount_directions(text[]) is
  'The directions of the detectors of amounts among these: spike or drop. Null if all are of ratios, which go with both.';

create function analytics.share_of_campaign(brand_id text, deviation analytics.deviation, day date, campaign_id bigint)
returns double precision
language sql stable
as $$
  select parts.share
  from pg_catalog.jsonb_populate_record(
    null::analytics.anomalies,
    pg_catalog.to_jsonb(share_of_campaign.deviation)
      || pg_catalog.jsonb_build_object('first_on', share_of_campaign.day, 'day', share_of_campaign.day)
  ) as supposed
  cross join lateral analytics.contributors(share_of_campaign.brand_id, supposed) as made (children)
  cross join lateral analytics.contributor_parts(
    pg_catalog.jsonb_populate_record(supposed, pg_catalog.jsonb_build_object('contributors', made.children))
  ) as parts
  where parts.entity_id = share_of_campaign.campaign_id;
$$;
comment on function analytics.share_of_campaign(text, analytics.deviation, date, bigint) is
  'The part of the deviation of an ad account that is of one of its campaigns, as a fraction. Null if it is not among its five largest contributors.';

create function analytics.episode_around(brand_id text, deviation analytics.deviation, day date)
returns text
language sql stable
as $$
  with own as (
    select entities.entity_id, entities.account_entity_id, found.position
    from analytics.entities
    join analytics.detectors as found on found.detector = (episode_around.deviation).detector
    where entities.brand_id = episode_around.brand_id and entities.entity_id = (episode_around.deviation).entity_id
  ),
  near as materialized (
    select
      known.*, known as episode, known.entity_id = own.entity_id as is_own,
      own.account_entity_id is null and entities.account_entity_id = own.entity_id as is_campaign_of_it,
      (episode_around.deviation).detector = any (analytics.detectors_of(known)) as is_known,
      analytics.is_open_on(known, episode_around.day) as is_open,
      own.position < reported.position as is_cause,
      -- Less of an amount is not explained by more of another.
      (
        analytics.amount_directions(analytics.detectors_of(known))
        && analytics.amount_directions((episode_around.deviation).detector || (episode_around.deviation).also)
      ) is not false as goes_together
    from analytics.anomalies as known
    cross join own
    join analytics.detectors as reported on reported.detector = known.detector
    join analytics.entities on entities.brand_id = known.brand_id and entities.entity_id = known.entity_id
    where known.brand_id = episode_around.brand_id
      and episode_around.day between known.first_on - 3 and known.last_on + 3
      and (known.entity_id in (own.entity_id, own.account_entity_id) or entities.account_entity_id = own.entity_id)
  )
  select near.anomaly_id
  from near
  -- An anomaly that is not active sends no further alert, so that it takes no new cause, and a closed one no further day of another entity.
  where (near.is_known or near.is_open and near.goes_together and (near.status = 'active' or not near.is_cause))
    and (near.is_own or near.status in ('active', 'confirmed') or episode_around.day between near.first_on and near.last_on)
    -- analytics.continue_episode can change the detector and the first day, which another anomaly may have.
    and (
      not near.is_open
      or not exists (
        select
        from analytics.anomalies as other
        where other.brand_id = near.brand_id and other.entity_id = near.entity_id and other.anomaly_id <> near.anomaly_id
          and other.detector = case
            when near.is_cause and near.is_own and near.status = 'active' then (episode_around.deviation).detector else near.detector
          end
          and other.first_on = least(near.first_on, episode_around.day)
      )
    )
    and case
      when near.is_own then true
      -- A campaign with half of the deviation of its account explains it, and one with a quarter is a part of it.
      when near.is_campaign_of_it then
        analytics.share_of_campaign(episode_around.brand_id, episode_around.deviation, episode_around.day, near.entity_id) >= 0.5
      else coalesce(
        (
          select parts.share
          from analytics.contributor_parts(near.episode) as parts
          where parts.entity_id = (episode_around.deviation).entity_id
        ) >= 0.25,
        false
      )
    end
  order by
    near.is_own desc, near.detector = (episode_around.deviation).detector desc,
    -- An anomaly that began after the day comes last, because it was found before the day was reported.
    near.first_on > episode_around.day, case when near.first_on <= episode_around.day then near.last_on end desc, near.first_on, near.anomaly_id
  limit 1;
$$;
comment on function analytics.episode_around(text, analytics.deviation, date) is
  'The anomaly that a deviation is a part of, at most three days away: of the same entity, of a campaign that explains the deviation of its account, or of the '
  'account that the campaign contributes to. Amounts that rise are not part of an anomaly of amounts that fall. An anomaly that is not open takes only its own '
  'detectors, and from another entity only its own days. One that a person has confirmed or that is resolved takes no new cause. Null if the deviation begins a new one.';

create function analytics.continue_episode(brand_id text, anomaly_id text, day date, deviation analytics.deviation)
returns void
language sql volatile
as $$
  update analytics.anomalies as held
  set
    first_on = case when known.is_open then least(held.first_on, continue_episode.day) else held.first_on end,
    last_on = case when known.is_open then greatest(held.last_on, continue_episode.day) else held.last_on end,
    detector = known.detector,
    also = known.also,
    day = case when known.is_reported_day then continue_episode.day else held.day end,
    value = case when known.is_reported_day then (continue_episode.deviation).value else held.value end,
    expected = case when known.is_reported_day then (continue_episode.deviation).expected else held.expected end,
    scale = case when known.is_reported_day then (continue_episode.deviation).scale else held.scale end,
    z_score = case when known.is_reported_day then (continue_episode.deviation).z_score else held.z_score end,
    impact = case when known.is_reported_day then (continue_episode.deviation).impact else held.impact end,
    deviations = case
      when known.is_cause then known.deviation
      when known.is_series and (known.is_open or known.is_same_day or held.deviations ? pg_catalog.to_char(continue_episode.day, 'YYYY-MM-DD'))
        then analytics.deviations_of(held) || known.deviation
      else held.deviations
    end,
    spend_share = case when known.is_same_day or known.is_cause then (continue_episode.deviation).spend_share else held.spend_share end,
    grouped_count = greatest(
      case when known.is_same_day and held.first_on = held.day then (continue_episode.deviation).grouped_count else held.grouped_count end,
      1 + pg_catalog.cardinality(known.also)
    )
  from (
    select
      open.is_open, open.is_series, cause.is_cause, same.is_same_day,
      analytics.day_of_deviation(continue_episode.day, pg_catalog.to_jsonb(continue_episode.deviation)) as deviation,
      case when cause.is_cause then (continue_episode.deviation).detector else episode.detector end as detector,
      case when open.is_open then array(
        select detectors.detector
        from analytics.detectors
        where detectors.detector = any (
            analytics.detectors_of(episode) || (continue_episode.deviation).detector || (continue_episode.deviation).also
          )
          and detectors.detector <> case when cause.is_cause then (continue_episode.deviation).detector else episode.detector end
        order by detectors.position
      ) else episode.also end as also,
      cause.is_cause or same.is_same_day or (
        open.is_open and open.is_series and (continue_episode.deviation).impact > episode.impact
      ) as is_reported_day
    from analytics.anomalies as episode
    join analytics.detectors as reported on reported.detector = episode.detector
    join analytics.detectors as found on found.detector = (continue_episode.deviation).detector
    cross join lateral (
      select
        analytics.is_open_on(episode, continue_episode.day) as is_open,
        episode.entity_id = (continue_episode.deviation).entity_id as is_own,
        episode.entity_id = (continue_episode.deviation).entity_id and episode.detector = found.detector as is_series
    ) as open
    -- The cause is reported, also if its consequences were found first. What a person has confirmed stays.
    cross join lateral (select episode.status = 'active' and open.is_own and found.position < reported.position as is_cause) as cause
    cross join lateral (select open.is_series and episode.day = continue_episode.day as is_same_day) as same
    where episode.brand_id = continue_episode.brand_id and episode.anomaly_id = continue_episode.anomaly_id
  ) as known
  where held.brand_id = continue_episode.brand_id and held.anomaly_id = continue_episode.anomaly_id;
$$;
comment on function analytics.continue_episode(text, text, date, analytics.deviation) is
  'Adds a deviation of a day to an episode. An episode is reported for its first detector in the order of causes, and for the day with the largest '
  'impact of this detector: the z_score falls while the days of the episode become a part of the history. Its other detectors are in also. The episode is one that analytics.episode_around returned for the deviation.';

create function analytics.begin_episode(brand_id text, day date, deviation analytics.deviation)
returns text
language sql volatile
as $$
  insert into analytics.anomalies
    (brand_id, anomaly_id, detector, entity_id, level, first_on, last_on, day, value, expected, scale, z_score, impact, deviations, spend_share, grouped_count, also,
    detected_at)
  select
    begin_episode.brand_id,
    'ano_' || pg_catalog.md5(pg_catalog.concat_ws('/', begin_episode.brand_id, found.detector, found.entity_id, begin_episode.day)),
    found.detector, found.entity_id, found.level, begin_episode.day, begin_episode.day, begin_episode.day,
    found.value, found.expected, found.scale, found.z_score, found.impact,
    analytics.day_of_deviation(begin_episode.day, pg_catalog.to_jsonb(found)), found.spend_share, found.grouped_count, found.also,
    -- The first check of a day counts as made on the next morning, even if the job ran late. A later check finds late reports when it runs.
    case
      when exists (
        select from analytics.detected_days as held where held.brand_id = begin_episode.brand_id and held.day = begin_episode.day
      ) then platform.now()
      else least(platform.now(), (begin_episode.day + 1)::timestamp at time zone 'UTC' + interval '6 hours')
    end
  from (select (begin_episode.deviation).*) as found
  on conflict do nothing
  returning anomaly_id;
$$;
comment on function analytics.begin_episode(text, date, analytics.deviation) is
  'Records an anomaly for a deviation that continues no episode, and returns its id. Call it before the day is added to analytics.detected_days.';

create function analytics.record_deviations(brand_id text, day date, deviations analytics.deviation[])
returns text[]
language plpgsql volatile
as $$
declare
  v_deviation analytics.deviation;
  v_id text;
  v_ids text[] := array[]::text[];
begin
  -- Campaigns first, so that the deviation of an account is added to the campaign that explains it.
  for v_deviation in
    select given.*
    from pg_catalog.unnest(record_deviations.deviations) as given
    join analytics.detectors on detectors.detector = given.detector
    order by given.level = 'account', detectors.position, given.entity_id
  loop
    v_id := analytics.episode_around(record_deviations.brand_id, v_deviation, record_deviations.day);
    if v_id is null then
      v_id := analytics.begin_episode(record_deviations.brand_id, record_deviations.day, v_deviation);
    else
      perform analytics.continue_episode(record_deviations.brand_id, v_id, record_deviations.day, v_deviation);
    end if;
    -- No id is returned if an anomaly of the series already begins on the day.
    v_ids := v_ids || array(select v_id where v_id is not null);
  end loop;
  return v_ids;
end
$$;
comment on function analytics.record_deviations(text, date, analytics.deviation[]) is
  'Adds each deviation of a day to the episode that it is a part of, or begins a new one. Returns the ids of these anomalies.';

create function analytics.resolve_episodes(brand_id text, day date, anomaly_ids text[])
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
    and not held.anomaly_id = any (resolve_episodes.anomaly_ids);
  -- A day of a longer episode that later reports no longer show does not count, unless it is the only one.
  update analytics.anomalies as held
  set deviations = held.deviations - pg_catalog.to_char(resolve_episodes.day, 'YYYY-MM-DD')
  where held.brand_id = resolve_episodes.brand_id
    and held.deviations ? pg_catalog.to_char(resolve_episodes.day, 'YYYY-MM-DD')
    and held.deviations - pg_catalog.to_char(resolve_episodes.day, 'YYYY-MM-DD') <> '{}'
    and not held.anomaly_id = any (resolve_episodes.anomaly_ids);
  -- Three ordinary days end an episode. A deviation that lasts becomes the expected level within a week, and its days are ordinary then.
  update analytics.anomalies as held
  set status = 'resolved', changed_at = platform.now()
  where held.brand_id = resolve_episodes.brand_id
    and held.status in ('active', 'confirmed')
    and held.last_on <= v_through - 3;
end
$$;
comment on function analytics.resolve_episodes(text, date, text[]) is
  'Resolves the episodes of a brand that have ended, and those of the day that its reports no longer show: all but these anomalies.';

grant execute on function
  analytics.detectors_of(analytics.anomalies),
  analytics.is_open_on(analytics.anomalies, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function
  analytics.amount_directions(text[]),
  analytics.share_of_campaign(text, analytics.deviation, date, bigint),
  analytics.episode_around(text, analytics.deviation, date),
  analytics.continue_episode(text, text, date, analytics.deviation),
  analytics.begin_episode(text, date, analytics.deviation),
  analytics.record_deviations(text, date, analytics.deviation[]),
  analytics.resolve_episodes(text, date, text[])
to vitrine_worker;
