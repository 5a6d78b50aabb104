create function analytics.significant_scores(brand_id text, day date, scores analytics.series_score[])
returns setof analytics.series_score
language sql stable
as $$
  with tests as (
    select
      scores as score,
      scores.z_score, scores.value, scores.expected, scores.impact,
      case when (scores.z_score > 0) = (detectors.direction = 'spike') then scores.p_value else 1 - scores.p_value end as p,
      coalesce(thresholds.z_min, 3) as z_min
    from pg_catalog.unnest(significant_scores.scores) as scores
    join analytics.detectors on detectors.detector = scores.detector
    left join analytics.anomaly_thresholds as thresholds
      on thresholds.brand_id = significant_scores.brand_id
      and thresholds.detector = scores.detector
      and thresholds.entity_id = scores.entity_id
    where scores.error_class is null
  ),
  ranked as (
    select tests.*, pg_catalog.row_number() over (order by tests.p) as rank, count(*) over () as tested from tests
  ),
  -- Benjamini and Hochberg 1995: at most a tenth of the anomalies of a day are expected to be chance.
  significant as (
    select coalesce(max(ranked.rank), 0) as rank_max from ranked where ranked.p <= 0.1 * ranked.rank / ranked.tested
  ),
  spent as (
    select sum(facts.spend_micros) / 1000000 as amount
    from analytics.rollups_daily as facts
    where facts.brand_id = significant_scores.brand_id and facts.level = 'account' and facts.day = significant_scores.day
  )
  select (ranked.score).*
  from ranked
  cross join significant
  cross join spent
  where ranked.rank <= significant.rank_max
    and pg_catalog.abs(ranked.z_score) >= ranked.z_min
    and ranked.p < 0.5
    -- Small deviations are not reported: less than a fifth of the expected value, or than a hundredth of the spend of the day.
    -- The expected value may be 0, so this is a product and not a ratio.
    and pg_catalog.abs(ranked.value - ranked.expected) >= 0.2 * pg_catalog.abs(ranked.expected)
    and ranked.impact >= 0.01 * spent.amount;
$$;
comment on function analytics.significant_scores(text, date, analytics.series_score[]) is
  'The scores of a day that deviate in the direction of their detector by more than chance, with false-discovery control over all tests of the day, and by '
  'an amount that matters.';

create type analytics.deviation as (
  detector text,
  entity_id bigint,
  level text,
  value double precision,
  expected double precision,
  scale double precision,
  z_score double precision,
  impact double precision,
  spend_share double precision,
  grouped_count integer
);
comment on type analytics.deviation is
  'A deviation of a day that is reported. grouped_count is the number of pairs of detector and entity that deviated together, this one included.';

create function analytics.group_deviations(scores analytics.series_score[])
returns setof analytics.deviation
language sql stable
as $$
  -- One deviation for each entity: the cause is reported and its consequences are counted. Fewer conversions explain less revenue.
  with causes as (
    select
      scores.*,
      pg_catalog.row_number() over (partition by scores.entity_id order by detectors.position) as place,
      count(*) over (partition by scores.entity_id) as deviations
    from pg_catalog.unnest(group_deviations.scores) as scores
    join analytics.detectors on detectors.detector = scores.detector
  ),
  accounts as (
    select
      causes.*,
      count(*) filter (where causes.level = 'campaign') over account as campaigns,
      sum(causes.deviations) over account as account_deviations,
      pg_catalog.bool_or(causes.level = 'account') over account as is_account_deviating
    from causes
    where causes.place = 1
    window account as (partition by causes.detector, causes.account_entity_id)
  )
  select
    accounts.detector, accounts.entity_id, accounts.level, accounts.value, accounts.expected, accounts.scale, accounts.z_score, accounts.impact,
    accounts.spend_share,
    case when accounts.campaigns = 1 or accounts.level = 'account' then accounts.account_deviations::integer else accounts.deviations::integer end
  from accounts
  -- A deviation of an account is reported for the campaign if one campaign deviates, else for the account.
  where not accounts.is_account_deviating
    or accounts.level = case when accounts.campaigns = 1 then 'campaign' else 'account' end;
$$;
comment on function analytics.group_deviations(analytics.series_score[]) is
  'Groups the significant scores of a day: one deviation for each entity and cause, and one for an account with its campaigns.';
grant execute on function
  analytics.significant_scores(text, date, analytics.series_score[]),
  analytics.group_deviations(analytics.series_score[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
