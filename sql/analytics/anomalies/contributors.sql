create function analytics.child_measures(brand_id text, entity_id bigint, level text, first_on date, last_on date)
returns table (child_level text, child_id bigint, day date, spend double precision, revenue double precision, conversions double precision, clicks bigint,
  impressions bigint)
language sql stable
as $$
  select
    facts.level, facts.entity_id, facts.day, facts.spend_micros / 1000000.0::double precision, facts.revenue_micros / 1000000.0::double precision,
    facts.conversions_micros / 1000000.0::double precision, facts.clicks, facts.impressions
  from analytics.rollups_daily as facts
  join analytics.entities as children
    on children.brand_id = facts.brand_id
    and children.entity_id = facts.entity_id
    and children.level = facts.level
    and case child_measures.level when 'account' then children.account_entity_id else children.campaign_entity_id end = child_measures.entity_id
  where facts.brand_id = child_measures.brand_id
    and facts.level = case child_measures.level when 'account' then 'campaign' else 'adset' end
    and facts.day between child_measures.first_on and child_measures.last_on
  union all
  select
    'ad', facts.entity_id, facts.day, facts.spend_micros / 1000000.0::double precision, facts.revenue_micros / 1000000.0::double precision,
    facts.conversions_micros / 1000000.0::double precision, facts.clicks, facts.impressions
  from analytics.entities as children
  join analytics.facts_daily as facts
    on facts.brand_id = children.brand_id
    and facts.entity_id = children.entity_id
    and facts.day between child_measures.first_on and child_measures.last_on
  where child_measures.level = 'campaign'
    and children.brand_id = child_measures.brand_id
    and children.campaign_entity_id = child_measures.entity_id
    and children.level = 'ad';
$$;
comment on function analytics.child_measures(text, bigint, text, date, date) is
  'The daily measures of the campaigns of an ad account, or of the ad sets and the ads of a campaign, in units of the brand''s currency.';

create function analytics.contributors(brand_id text, anomaly analytics.anomalies)
returns jsonb
language sql stable
as $$
  with measures as (
    select
      children.child_level, children.child_id, children.day,
      case detectors.metric
        when 'roas' then children.revenue when 'revenue' then children.revenue when 'conversions' then children.conversions
        when 'ctr' then children.clicks else children.spend
      end as numerator,
      case detectors.metric
        when 'cpa' then children.conversions when 'roas' then children.spend when 'cpc' then children.clicks when 'ctr' then children.impressions
      end as denominator,
      detectors.metric in ('cpa', 'roas', 'cpc', 'ctr') as is_ratio
    from analytics.detectors
    cross join analytics.child_measures(
      contributors.brand_id, (contributors.anomaly).entity_id, (contributors.anomaly).level, (contributors.anomaly).first_on - 28, (contributors.anomaly).day
    ) as children
    where detectors.detector = (contributors.anomaly).detector
      and (children.day = (contributors.anomaly).day or children.day < (contributors.anomaly).first_on)
  ),
  sums as (
    select
      measures.child_level, measures.child_id, measures.is_ratio,
      coalesce(sum(measures.numerator) filter (where measures.day = (contributors.anomaly).day), 0) as numerator,
      coalesce(sum(measures.denominator) filter (where measures.day = (contributors.anomaly).day), 0) as denominator,
      coalesce(sum(measures.numerator) filter (where measures.day < (contributors.anomaly).first_on), 0) as usual_numerator,
      coalesce(sum(measures.denominator) filter (where measures.day < (contributors.anomaly).first_on), 0) as usual_denominator
    from measures
    group by measures.child_level, measures.child_id, measures.is_ratio
  ),
  totals as (
    select
      sums.*,
      sum(sums.denominator) over level as total_denominator,
      sum(sums.usual_numerator) over level as usual_total,
      sum(sums.usual_denominator) over level as usual_total_denominator,
      count(*) over level as children
    from sums
    window level as (partition by sums.child_level)
  ),
  parts as (
    select
      totals.child_level, totals.child_id,
      case
        -- The distance of a child from the expected ratio, weighted by its part of the denominator, less the same in ordinary days. Over all children
        -- the former adds up to the deviation of the parent and the latter to zero.
        when totals.is_ratio then
          coalesce((totals.numerator - (contributors.anomaly).expected * counted.denominator) / counted.total_denominator, 0)
          - coalesce(
            (totals.usual_numerator - totals.usual_total / nullif(totals.usual_total_denominator, 0) * totals.usual_denominator)
            / nullif(totals.usual_total_denominator, 0), 0
          )
        -- The expected value of a child is its usual share of the expected value of the parent.
        else totals.numerator - coalesce((contributors.anomaly).expected * totals.usual_numerator / nullif(totals.usual_total, 0), 0)
      end as contribution
    from totals
    -- A day without a conversion or a click counts as one (analytics.score_entities), of each child its usual share.
    cross join lateral (
      select
        case when totals.total_denominator = 0 then totals.usual_denominator / nullif(totals.usual_total_denominator, 0) else totals.denominator end
          as denominator,
        case when totals.total_denominator = 0 then 1 else totals.total_denominator end as total_denominator
    ) as counted
    where totals.children > 1
  ),
  ranked as (
    select parts.*, pg_catalog.row_number() over (order by pg_catalog.abs(parts.contribution) desc, parts.child_id) as rank
    from parts
    -- The ads of a campaign contribute if it has no more than one ad set.
    where parts.child_level = (select other.child_level from parts as other order by other.child_level = 'ad' limit 1)
  )
  select pg_catalog.jsonb_build_object(
    'level', max(ranked.child_level),
    'children', pg_catalog.jsonb_agg(
      pg_catalog.jsonb_build_object('entity_id', ranked.child_id, 'contribution', pg_catalog.round(ranked.contribution::numeric, 9)) order by ranked.rank
    ) filter (where ranked.rank <= 5),
    'others', count(*) filter (where ranked.rank > 5)
  )
  from ranked
  having count(*) > 0;
$$;
comment on function analytics.contributors(text, analytics.anomalies) is
  'The five children of an anomalous entity with the largest parts of the deviation of the day from its expected value, in the unit of the metric. Compares '
  'with the 28 days before the anomaly began. Null for an entity with fewer than two children.';

create function analytics.contributor_parts(anomaly analytics.anomalies)
returns table ("position" integer, entity_id bigint, contribution double precision, share double precision, entities integer)
language sql stable
as $$
  with children as (
    select child.position::integer as position, (child.value ->> 'entity_id')::bigint as entity_id, (child.value ->> 'contribution')::double precision as part
    from pg_catalog.jsonb_array_elements((contributor_parts.anomaly).contributors -> 'children') with ordinality as child (value, position)
  ),
  parts as (
    select children.position, children.entity_id, children.part, 1 as entities from children
    union all
    select
      6, null, (contributor_parts.anomaly).value - (contributor_parts.anomaly).expected - sum(children.part),
      ((contributor_parts.anomaly).contributors ->> 'others')::integer
    from children
    having count(*) > 0
  )
  select
    parts.position, parts.entity_id, parts.part,
    parts.part / nullif((contributor_parts.anomaly).value - (contributor_parts.anomaly).expected, 0), parts.entities
  from parts;
$$;
comment on function analytics.contributor_parts(analytics.anomalies) is
  'The stored contributors of an anomaly, one row for each of at most five children and one for the rest. They add up to value - expected.';

create view analytics.anomaly_contributors
with (security_invoker = true)
as
select
  held.brand_id, held.anomaly_id, detectors.metric, held.day, held.contributors ->> 'level' as level, parts.position, parts.entity_id, entities.external_id,
  entities.name, parts.contribution, parts.share, parts.entities
from analytics.anomalies as held
join analytics.detectors on detectors.detector = held.detector
cross join lateral analytics.contributor_parts(held) as parts
left join analytics.entities on entities.brand_id = held.brand_id and entities.entity_id = parts.entity_id
-- Without other children, the rest is only the remainder of rounding.
where parts.entities > 0;
comment on view analytics.anomaly_contributors is
  'The parts of the deviation of each anomaly on its worst day: the five children with the largest parts, and one row for the rest, if there are more. The parts of an '
  'anomaly add up to value - expected.';
comment on column analytics.anomaly_contributors.brand_id is 'The brand.';
comment on column analytics.anomaly_contributors.anomaly_id is 'The anomaly.';
comment on column analytics.anomaly_contributors.metric is 'The metric that deviates.';
comment on column analytics.anomaly_contributors.day is 'The worst day of the anomaly.';
comment on column analytics.anomaly_contributors.level is 'The level of the children: campaign, adset or ad.';
comment on column analytics.anomaly_contributors.position is '1 for the largest part. 6 for the rest.';
comment on column analytics.anomaly_contributors.entity_id is 'The child. Null for the rest.';
comment on column analytics.anomaly_contributors.external_id is 'The id of the child at its platform. Null for the rest.';
comment on column analytics.anomaly_contributors.name is 'The name of the child, as the platform reports it.';
comment on column analytics.anomaly_contributors.contribution is 'The part of the deviation, in the unit of the metric.';
comment on column analytics.anomaly_contributors.share is 'The part as a fraction of the deviation. Negative for a child that deviates the other way.';
comment on column analytics.anomaly_contributors.entities is 'Number of children in this row: 1, or the number of the rest.';

grant select on analytics.anomaly_contributors to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;

grant execute on function
  analytics.child_measures(text, bigint, text, date, date),
  analytics.contributor_parts(analytics.anomalies),
  analytics.contributors(text, analytics.anomalies)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
