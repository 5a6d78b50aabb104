create function storefront.wilson_lower(positives numeric, observations numeric)
returns numeric
language sql immutable
as $$
  -- Wilson (1927), z = 1.96. Few observations give a low bound.
  select case when wilson_lower.observations > 0 then greatest(0,
    (share.p + 1.9208 / n.n - 1.96 * pg_catalog.sqrt(greatest(0, share.p * (1 - share.p)) / n.n + 0.9604 / (n.n * n.n))) / (1 + 3.8416 / n.n)
  ) end
  from (select wilson_lower.observations as n) as n
  cross join lateral (select wilson_lower.positives / nullif(n.n, 0) as p) as share;
$$;
comment on function storefront.wilson_lower(numeric, numeric) is
  'Returns the lower bound of the 95 % Wilson score interval of a share. Null without observations.';

create function storefront.component_score(kind text, positives numeric, observations numeric, baseline numeric)
returns numeric
language sql immutable
return case component_score.kind
  when 'rate' then (100 * storefront.wilson_lower(component_score.positives, component_score.observations) * component_score.observations + 20 * component_score.baseline)
    / (component_score.observations + 20)
  when 'mean' then (100 * component_score.positives + 20 * component_score.baseline) / (nullif(component_score.observations, 0) + 20)
  else 100 * component_score.positives / nullif(component_score.observations, 0)
end;
comment on function storefront.component_score(text, numeric, numeric, numeric) is
  'Returns a score of 0 to 100. For a rate it is the Wilson lower bound, for a mean the mean. Both are shrunk to the baseline, which weighs as much '
  'as 20 observations. A known fact is not shrunk. Null without observations.';

create function storefront.published_information(brand_id text)
returns table ("position" integer, name text, is_there boolean, updated_at timestamptz)
language sql stable
as $$
  select published.position, published.name, published.is_there, shops.updated_at
  -- A shop that has stated nothing has no row.
  from (select) as always
  left join storefront.shops on shops.brand_id = published_information.brand_id
  cross join lateral (
    values
      (1, 'legal_name', shops.legal_name is not null), (2, 'support_contact', shops.support_contact is not null),
      (3, 'privacy_policy', shops.privacy_policy is not null), (4, 'terms_of_service', shops.terms_of_service is not null),
      (5, 'returns_policy', shops.returns_policy is not null), (6, 'shipping', coalesce(shops.shipping_state <> 'unconfigured', false)),
      (7, 'payment', coalesce(shops.payment_state <> 'unconfigured', false))
  ) as published ("position", name, is_there);
$$;
comment on function storefront.published_information(text) is
  'Returns what a shop can publish about itself, and whether it does. updated_at is null for a shop that has never stated anything.';

create function storefront.seen_signals(brand_id text, at timestamptz default platform.now())
returns table (component text, platform text, value numeric, occurred_at timestamptz)
language sql stable
as $$
  select signals.component, signals.platform, signals.value, signals.occurred_at
  from storefront.trust_signals as signals
  where signals.brand_id = seen_signals.brand_id
    and signals.occurred_at > seen_signals.at - interval '365 days' and signals.occurred_at <= seen_signals.at
  union all
  select 'reviews', null, (reviews.rating - 1) / 4, reviews.created_at
  from storefront.reviews
  where reviews.brand_id = seen_signals.brand_id
    and reviews.created_at > seen_signals.at - interval '365 days' and reviews.created_at <= seen_signals.at
  union all
  select 'policies', null, published.is_there::integer, published.updated_at
  from storefront.published_information(seen_signals.brand_id) as published
  where published.updated_at is not null;
$$;
comment on function storefront.seen_signals(text, timestamptz) is
  'Returns the recorded signals and the reviews of a shop in the 365 days before a time, and its published information regardless of age.';

create function storefront.component_scores(brand_id text, at timestamptz default platform.now())
returns table (component text, score numeric, weight numeric, signals bigint, updated_at timestamptz)
language sql stable
as $$
  with seen as (
    select components.component, sum(signals.value) as positives, count(signals.value) as signals, max(signals.occurred_at) as updated_at
    from storefront.trust_components as components
    left join storefront.seen_signals(component_scores.brand_id, component_scores.at) as signals using (component)
    group by components.component
  )
  select
    components.component,
    pg_catalog.round(storefront.component_score(components.kind, seen.positives, seen.signals, components.baseline), 1),
    -- The weight of components without signals is distributed over the others.
    case when seen.signals > 0 then pg_catalog.round(components.weight / sum(components.weight) filter (where seen.signals > 0) over (), 4) end,
    seen.signals,
    seen.updated_at
  from storefront.trust_components as components
  join seen using (component)
  order by components.position;
$$;
comment on function storefront.component_scores(text, timestamptz) is
  'Returns the seven components of a shop''s trust score. A component without signals has null values.';

create function storefront.platform_scores(brand_id text, at timestamptz default platform.now())
returns table (platform text, "position" smallint, score numeric, signals bigint, transactions bigint, avg_feedback numeric, last_activity timestamptz)
language sql stable
as $$
  select
    platforms.platform, platforms.position,
    pg_catalog.round(storefront.component_score('rate', sum(signals.value), count(signals.value), 70), 1),
    count(signals.value), count(signals.value) filter (where signals.component = 'fulfillment'),
    pg_catalog.round(avg(signals.value), 3), max(signals.occurred_at)
  from storefront.platforms
  left join storefront.seen_signals(platform_scores.brand_id, platform_scores.at) as signals using (platform)
  group by platforms.platform
  order by platforms.position;
$$;
comment on function storefront.platform_scores(text, timestamptz) is
  'Returns the score of a shop on each assistant platform. Null without signals.';

create function storefront.reached_tier(score numeric, signals bigint, days numeric)
returns text
language sql stable
return (
  select tiers.tier
  from storefront.trust_tiers as tiers
  where tiers.rank = 0
    or (reached_tier.score >= tiers.score_min and reached_tier.signals >= tiers.signals_min and reached_tier.days >= tiers.days_min)
  order by tiers.rank desc
  limit 1
);
comment on function storefront.reached_tier(numeric, bigint, numeric) is
  'Returns the highest tier that a score, a number of signals and the days since the first signal allow.';

create function storefront.score_trust(brand_id text, at timestamptz default platform.now())
returns storefront.trust_scores
language plpgsql volatile
as $$
declare
  v_new storefront.trust_scores;
  v_held storefront.trust_scores;
  v_days numeric;
  v_reached smallint;
  v_holding smallint;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.trust/' || score_trust.brand_id, 0));
  select held.* into v_held from storefront.trust_scores as held where held.brand_id = score_trust.brand_id;
  select extract(epoch from score_trust.at - min(signals.occurred_at)) / 86400 into v_days
  from storefront.seen_signals(score_trust.brand_id, score_trust.at) as signals;
  select
    case when sum(components.signals) filter (where components.component <> 'policies') >= 5 then pg_catalog.round(sum(components.score * components.weight) / sum(components.weight), 1) end,
    coalesce(sum(components.signals) filter (where components.component <> 'policies'), 0),
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'key', components.component, 'score', components.score, 'weight', components.weight, 'signals', components.signals,
      'updated_at', platform.utc(components.updated_at)
    ))
  into v_new.score, v_new.signals, v_new.components
  from storefront.component_scores(score_trust.brand_id, score_trust.at) as components;
  select pg_catalog.round(1 - avg(signals.value), 4) into v_new.dispute_rate
  from storefront.seen_signals(score_trust.brand_id, score_trust.at) as signals
  where signals.component = 'disputes';
  select
    pg_catalog.round(least(1.10, 1 + 0.02 * greatest(0, count(*) filter (where platforms.signals >= 10) - 1)), 2),
    sum(platforms.score * platforms.signals) / nullif(sum(platforms.signals), 0),
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'platform', platforms.platform, 'score', platforms.score, 'signals', platforms.signals, 'transactions', platforms.transactions,
      'avg_feedback', platforms.avg_feedback, 'last_activity', platform.utc(platforms.last_activity)
    ) order by platforms.position)
  into v_new.compound_factor, v_new.network_score, v_new.platform_scores
  from storefront.platform_scores(score_trust.brand_id, score_trust.at) as platforms;
  v_new.network_score := case when v_new.signals >= 5 then pg_catalog.round(least(100, v_new.network_score * v_new.compound_factor), 1) end;

  v_new.tier := storefront.reached_tier(v_new.score, v_new.signals, v_days);
  select tiers.rank into v_reached from storefront.trust_tiers as tiers where tiers.tier = v_new.tier;
  select tiers.rank into v_holding from storefront.trust_tiers as tiers where tiers.tier = v_held.tier;
  -- At most one run counts per day (UTC), so that a second run on a day changes nothing.
  v_new.falling_runs := case
    when v_reached >= v_holding or v_holding is null then 0
    when (v_held.calculated_at at time zone 'UTC')::date = (score_trust.at at time zone 'UTC')::date then greatest(1, v_held.falling_runs)
    else v_held.falling_runs + 1
  end;
  -- A higher tier applies at once. A lower tier applies only when a second run confirms it.
  if v_new.falling_runs = 1 then
    v_new.tier := v_held.tier;
  elsif v_new.falling_runs > 1 then
    v_new.falling_runs := 0;
  end if;

  insert into storefront.trust_scores as held (
    brand_id, score, tier, falling_runs, signals, dispute_rate, components, network_score, compound_factor, platform_scores, category, calculated_at
  )
  values (
    score_trust.brand_id, v_new.score, v_new.tier, v_new.falling_runs, v_new.signals, v_new.dispute_rate, v_new.components, v_new.network_score,
    v_new.compound_factor, v_new.platform_scores,
    (
      -- The simulated shop has a category of its own, so that it is not ranked among real shops.
      select case when brands.is_simulated then 'simulated/' else '' end || shops.category
      from storefront.shops
      join core.brands using (brand_id)
      where shops.brand_id = score_trust.brand_id
    ), score_trust.at
  )
  on conflict on constraint trust_scores_pkey do update
  set
    score = excluded.score, tier = excluded.tier, falling_runs = excluded.falling_runs, signals = excluded.signals, dispute_rate = excluded.dispute_rate,
    components = excluded.components, network_score = excluded.network_score, compound_factor = excluded.compound_factor,
    platform_scores = excluded.platform_scores, category = excluded.category, calculated_at = excluded.calculated_at
  returning held.* into v_new;
  insert into storefront.trust_history as held (brand_id, day, score, tier)
  values (score_trust.brand_id, (score_trust.at at time zone 'UTC')::date, v_new.score, v_new.tier)
  on conflict on constraint trust_history_pkey do update set score = excluded.score, tier = excluded.tier;
  if (v_held.score, v_held.tier) is distinct from (v_new.score, v_new.tier)
    and not exists (select from core.brands where brands.brand_id = score_trust.brand_id and brands.is_simulated)
  then
    perform events.emit(score_trust.brand_id, 'trust.updated', pg_catalog.jsonb_build_object(
      'score', v_new.score, 'tier', v_new.tier, 'previous_score', v_held.score, 'previous_tier', v_held.tier
    ));
  end if;
  return v_new;
end
$$;
comment on function storefront.score_trust(text, timestamptz) is
  'Calculates the trust score of a shop from its signals and stores it. Emits trust.updated if it changed. A nightly job runs it.';

grant execute on function
  storefront.wilson_lower(numeric, numeric),
  storefront.component_score(text, numeric, numeric, numeric),
  storefront.published_information(text),
  storefront.seen_signals(text, timestamptz),
  storefront.component_scores(text, timestamptz),
  storefront.platform_scores(text, timestamptz),
  storefront.reached_tier(numeric, bigint, numeric)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function storefront.score_trust(text, timestamptz) to vitrine_worker;
