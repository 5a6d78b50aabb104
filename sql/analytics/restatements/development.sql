create function analytics.restated_metrics()
returns text[]
language sql immutable
return array['spend', 'impressions', 'clicks', 'conversions', 'revenue', 'purchases'];
comment on function analytics.restated_metrics() is 'Returns the base metrics whose restatements are measured.';

create function analytics.development(brand_id text, first_on date, last_on date)
returns table (platform text, account_entity_id bigint, day date, age integer, metric text, change double precision)
language sql stable
as $$
  with states as (
    select
      held.day, held.entity_id, held.first_stored_at, held.replaced_at,
      -- All reports of a fact at one exchange rate: a corrected rate is no change of the report.
      array[
        coalesce(pg_catalog.round(held.reported_spend_micros * pg_catalog.last_value(held.spend_rate) over states)::bigint, held.amounts[1]),
        held.amounts[2], held.amounts[3], held.amounts[4],
        coalesce(pg_catalog.round(held.reported_revenue_micros * pg_catalog.last_value(held.revenue_rate) over states)::bigint, held.amounts[5]),
        held.amounts[6]
      ] as amounts,
      greatest(
        held.first_stored_at, pg_catalog.lag(held.replaced_at) over (partition by held.day, held.entity_id order by held.replaced_at nulls last)
      ) as began_at
    from (
      select
        facts.day, facts.entity_id, facts.first_stored_at, null::timestamptz as replaced_at, facts.reported_spend_micros,
        facts.reported_revenue_micros, facts.spend_micros::numeric / nullif(facts.reported_spend_micros, 0) as spend_rate,
        facts.revenue_micros::numeric / nullif(facts.reported_revenue_micros, 0) as revenue_rate,
        array[
          facts.spend_micros, facts.impressions, facts.clicks, facts.conversions_micros, facts.revenue_micros, facts.purchases_micros
        ] as amounts
      from analytics.facts_daily as facts
      where facts.brand_id = development.brand_id and facts.day between development.first_on and development.last_on
      union all
      select
        versions.day, versions.entity_id, versions.first_stored_at, versions.replaced_at, versions.reported_spend_micros,
        versions.reported_revenue_micros, versions.spend_micros::numeric / nullif(versions.reported_spend_micros, 0),
        versions.revenue_micros::numeric / nullif(versions.reported_revenue_micros, 0),
        array[
          versions.spend_micros, versions.impressions, versions.clicks, versions.conversions_micros, versions.revenue_micros,
          versions.purchases_micros
        ]
      from analytics.facts_daily_versions as versions
      where versions.brand_id = development.brand_id and versions.day between development.first_on and development.last_on
    ) as held
    window states as (
      partition by held.day, held.entity_id order by held.replaced_at nulls last rows between unbounded preceding and unbounded following
    )
  ),
  changes as (
    select states.day, states.entity_id, moment.at, moment.sign, states.amounts
    from states
    cross join lateral (values (states.began_at, 1), (states.replaced_at, -1)) as moment (at, sign)
    where moment.at is not null
  ),
  -- Summed by entity first, because there are many more changes than entities and platforms.
  sums as materialized (
    select
      changes.entity_id,
      changes.day,
      -- The first report after the end of the day is the first value. What was stored during the day was not complete.
      greatest(1, (changes.at at time zone brands.timezone)::date - changes.day) as age,
      sum(changes.sign * changes.amounts[1]) as spend,
      sum(changes.sign * changes.amounts[2]) as impressions,
      sum(changes.sign * changes.amounts[3]) as clicks,
      sum(changes.sign * changes.amounts[4]) as conversions,
      sum(changes.sign * changes.amounts[5]) as revenue,
      sum(changes.sign * changes.amounts[6]) as purchases
    from changes
    join core.brands on brands.brand_id = development.brand_id
    group by 1, 2, 3
  ),
  accounts as (
    select
      entities.platform, coalesce(entities.account_entity_id, entities.entity_id) as account_entity_id, sums.day, sums.age,
      array[
        sum(sums.spend), sum(sums.impressions), sum(sums.clicks), sum(sums.conversions), sum(sums.revenue), sum(sums.purchases)
      ]::double precision[] as amounts
    from sums
    join analytics.entities on entities.brand_id = development.brand_id and entities.entity_id = sums.entity_id
    group by 1, 2, 3, 4
  )
  select accounts.platform, accounts.account_entity_id, accounts.day, accounts.age, measure.name, accounts.amounts[measure.position]
  from accounts
  cross join lateral pg_catalog.unnest(analytics.restated_metrics()) with ordinality as measure (name, position);
$$;
comment on function analytics.development(text, date, date) is
  'Returns by how much the total of each ad account and day changed at each age of the day, in the unit of the fact tables. The change at the first '
  'age is the first value, at the end of the day after. Null if nothing was reported.';
