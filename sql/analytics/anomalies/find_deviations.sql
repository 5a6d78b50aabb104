create function analytics.judged_scores(brand_id text, day date, scores analytics.series_score[])
returns table (score analytics.series_score, p_value double precision, z_required double precision, rank bigint, tested bigint, is_default boolean)
language sql stable
as $$
  select
    scores,
    scores.p_value,
    greatest(coalesce(thresholds.z_min, 3), scores.z_material),
    pg_catalog.row_number() over (partition by detectors.is_default order by scores.p_value),
    count(*) over (partition by detectors.is_default),
    detectors.is_default
  from pg_catalog.unnest(judged_scores.scores) as scores
  join analytics.detectors on detectors.detector = scores.detector
  left join analytics.anomaly_thresholds as thresholds
    on thresholds.brand_id = judged_scores.brand_id
    and thresholds.detector = scores.detector
    and thresholds.entity_id = scores.entity_id
  where scores.error_class is null;
$$;
comment on function analytics.judged_scores(text, date, analytics.series_score[]) is
  'The tests of a day with the absolute z that each requires, and their ranks by p_value among the default and among the chosen detectors.';

create function analytics.significant_scores(brand_id text, day date, scores analytics.series_score[])
returns setof analytics.series_score
language sql stable
as $$
  with judged as materialized (
    select * from analytics.judged_scores(significant_scores.brand_id, significant_scores.day, significant_scores.scores)
  ),
  -- Benjamini and Hochberg 1995, with a false discovery rate of a tenth. Chosen detectors do not change what the default ones report.
  significant as (
    select judged.is_default, max(judged.rank) as rank_max
    from judged
    where judged.p_value <= 0.1 * judged.rank / judged.tested
    group by judged.is_default
  )
  select (judged.score).*
  from judged
  join significant on significant.is_default = judged.is_default and judged.rank <= significant.rank_max
  where judged.p_value < 0.5 and pg_catalog.abs((judged.score).z_score) >= judged.z_required;
$$;
comment on function analytics.significant_scores(text, date, analytics.series_score[]) is
  'The scores of a day that deviate in the direction of their detector by more than chance, with false-discovery control over all tests of the day, and by '
  'an amount that matters.';

create function analytics.expected_false_alarms(
  brand_id text, day date, scores analytics.series_score[], out on_ordinary_days double precision, out on_all_days double precision
)
language sql stable
as $$
  select coalesce(sum(required.rate), 0), coalesce(sum(analytics.rate_with_outliers(required.rate)), 0)
  from analytics.judged_scores(expected_false_alarms.brand_id, expected_false_alarms.day, expected_false_alarms.scores) as judged
  join analytics.detectors on detectors.detector = (judged.score).detector
  cross join lateral (
    select least(
      0.1 / judged.tested,
      analytics.false_alarm_rate(
        judged.z_required * case detectors.direction when 'spike' then 1 else -1 end, detectors.metric,
        (judged.score).scale / nullif((judged.score).expected, 0)
      )
    ) as rate
  ) as required;
$$;
comment on function analytics.expected_false_alarms(text, date, analytics.series_score[]) is
  'The number of tests of a day that are expected to be significant: if the day has no natural outliers, and if they are as frequent as in the reference series. '
  'Tests of an entity that deviate together become one anomaly, so both are upper limits for the number of anomalies.';

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
  grouped_count integer,
  also text[]
);
comment on type analytics.deviation is
  'A deviation of a day that is reported. grouped_count is the number of pairs of detector and entity that deviated together, this one included. also are the other detectors among them.';

create function analytics.group_deviations(scores analytics.series_score[])
returns setof analytics.deviation
language sql stable
as $$
  -- One deviation for each entity: the cause is reported and its consequences are counted. Fewer conversions explain less revenue.
  with causes as (
    select
      scores.*, detectors.position,
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
    case when is_group then accounts.account_deviations::integer else accounts.deviations::integer end,
    array(
      select part.detector
      from accounts as member
      join causes as part on part.entity_id = member.entity_id
      where part.detector <> accounts.detector
        and case
          when is_group then member.detector = accounts.detector and member.account_entity_id = accounts.account_entity_id
          else member.entity_id = accounts.entity_id
        end
      group by part.detector
      order by min(part.position)
    )
  from accounts
  cross join lateral (select accounts.campaigns = 1 or accounts.level = 'account') as known (is_group)
  -- A deviation of an account is reported for the campaign if one campaign deviates, else for the account.
  where not accounts.is_account_deviating
    or accounts.level = case when accounts.campaigns = 1 then 'campaign' else 'account' end;
$$;
comment on function analytics.group_deviations(analytics.series_score[]) is
  'Groups the significant scores of a day: one deviation for each entity and cause, and one for an account with its campaigns. Default detectors come before '
  'chosen ones in the order of causes, so that a deviation of both is reported for the default one.';
grant execute on function
  analytics.judged_scores(text, date, analytics.series_score[]),
  analytics.expected_false_alarms(text, date, analytics.series_score[]),
  analytics.significant_scores(text, date, analytics.series_score[]),
  analytics.group_deviations(analytics.series_score[])
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
