create table analytics.restatement_factors (
  brand_id text not null,
  platform text not null,
  metric text not null,
  age integer not null,
  factor double precision not null,
  days integer not null,
  computed_at timestamptz not null default platform.now(),
  constraint restatement_factors_pkey primary key (brand_id, platform, metric, age),
  constraint restatement_factors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint restatement_factors_metric_fkey foreign key (metric) references analytics.metric_definitions on delete cascade,
  constraint restatement_factors_factor_check check (factor > 0)
);
call platform.keep_plain('analytics.restatement_factors', 'platform');
comment on table analytics.restatement_factors is
  'How much the reports of a platform are expected to change, by the age of the day, from the past of the platform and metric. The worker computes '
  'it every night. A platform with too little history has no rows.';
comment on column analytics.restatement_factors.age is 'Days since the reported day: 1 on the day after it.';
comment on column analytics.restatement_factors.factor is 'The expected final value divided by the value at this age.';
comment on column analytics.restatement_factors.days is 'Number of days whose next change was observed at this age.';

create function analytics.is_provisional(factor double precision)
returns boolean
language sql immutable
return pg_catalog.abs(is_provisional.factor - 1) > 0.02;
comment on function analytics.is_provisional(double precision) is 'Whether later reports are expected to change a value by more than 2 %.';

create function analytics.expected_restatement(brand_id text)
returns table (platform text, metric text, age integer, factor double precision, days integer)
language plpgsql stable
as $$
declare
  v_ages_max constant integer := 35;
  v_days_min constant integer := 28;
  v_days_max constant integer := 120;
  v_brand constant core.brands := core.data_brand(expected_restatement.brand_id);
  v_today constant date := (platform.now() at time zone v_brand.timezone)::date;
begin
  return query
  with changes as materialized (
    select found.platform, found.day, found.age, found.metric, sum(found.change) as change
    from analytics.development(v_brand.brand_id, v_today - v_days_max, v_today - 2) as found
    group by 1, 2, 3, 4
  ),
  reported as (
    select
      changes.platform, changes.metric, changes.day, min(changes.age) as age, sum(changes.change) as last_value,
      (pg_catalog.array_agg(changes.change order by changes.age))[1] as first_value
    from changes
    group by 1, 2, 3
  ),
  enough as (
    select reported.platform from reported where reported.metric = 'spend' and reported.age = 1 group by 1 having count(*) >= v_days_min
  ),
  -- A day that changed far more than the others was corrected once. Fences of Tukey 1977, at least a tenth apart.
  fences as (
    select
      known.platform, known.metric, known.quartiles[1] - 3 * known.distance as low, known.quartiles[2] + 3 * known.distance as high
    from (
      select found.*, greatest(found.quartiles[2] - found.quartiles[1], 0.1) as distance
      from (
        select
          reported.platform, reported.metric,
          pg_catalog.percentile_cont('{0.25,0.75}'::double precision[]) within group (order by reported.last_value / reported.first_value) as quartiles
        from reported
        where reported.first_value > 0
        group by 1, 2
      ) as found
    ) as known
  ),
  firsts as (
    select reported.platform, reported.metric, reported.day, reported.age
    from reported
    join enough on enough.platform = reported.platform
    join fences on fences.platform = reported.platform and fences.metric = reported.metric
    where reported.first_value <= 0 or reported.last_value / reported.first_value between fences.low and fences.high
  ),
  steps as (
    select
      firsts.platform, firsts.metric, firsts.day, ages.age,
      sum(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age) as value,
      coalesce(
        pg_catalog.lead(changes.change) over (partition by firsts.platform, firsts.metric, firsts.day order by ages.age), 0
      ) as change
    from firsts
    cross join pg_catalog.generate_series(1, v_ages_max) as ages (age)
    left join changes
      on changes.platform = firsts.platform and changes.metric = firsts.metric and changes.day = firsts.day and changes.age = ages.age
    where ages.age >= firsts.age and firsts.day + ages.age < v_today
  ),
  links as (
    select
      steps.platform, steps.metric, steps.age, count(*)::integer as days, 1 + sum(steps.change) / sum(steps.value) as link
    from steps
    -- The change at the next age is known when that day is over.
    where steps.day + steps.age + 1 < v_today
    group by 1, 2, 3
    having sum(steps.value) > 0
  )
  -- Chain ladder (Mack 1993): of each age, the sum of the values at the next age by the sum of the values at this one. A median of days is 1 where most
  -- days have no late conversion.
  select
    links.platform, links.metric, links.age,
    pg_catalog.exp(sum(pg_catalog.ln(greatest(links.link, 0.01))) over (partition by links.platform, links.metric order by links.age desc)),
    links.days
  from links
  order by 1, 2, 3;
end
$$;
comment on function analytics.expected_restatement(text) is
  'Returns the expected final value of a day divided by its value at each age in days, by platform and base metric, from the restatements of the last '
  '120 days, without days that were corrected far more than the others. A platform has rows once 28 days were first reported on the day after. Raises NTFND '
  'for an unknown brand.';

create function analytics.renew_restatement_factors(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  -- The jobs of a night need the factors once.
  if exists (
    select from analytics.restatement_factors as held
    where held.brand_id = renew_restatement_factors.brand_id and held.computed_at > platform.now() - interval '12 hours'
      and held.computed_at <= platform.now()
  ) then
    return;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.restatement/' || renew_restatement_factors.brand_id, 0));
  delete from analytics.restatement_factors as held where held.brand_id = renew_restatement_factors.brand_id;
  insert into analytics.restatement_factors (brand_id, platform, metric, age, factor, days)
  select renew_restatement_factors.brand_id, expected.platform, expected.metric, expected.age, expected.factor, expected.days
  from analytics.expected_restatement(renew_restatement_factors.brand_id) as expected;
end
$$;
comment on function analytics.renew_restatement_factors(text) is 'Computes analytics.restatement_factors of a brand again if they are older than 12 hours.';

create function analytics.last_reported_on(brand_id text, account analytics.entities, day date)
returns date
language sql stable
as $$
  select (greatest(
    (
      select max(windows.read_at)
      from sources.sources as held
      join sources.windows on windows.brand_id = held.brand_id and windows.source_id = held.source_id
      where held.brand_id = last_reported_on.brand_id
        and analytics.imported_platform(held.platform) = (last_reported_on.account).platform
        and held.external_id = (last_reported_on.account).external_id
        and windows.report = 'ads_daily'
        and last_reported_on.day between greatest(windows.first_on, windows.read_from) and windows.last_on
    ),
    (
      -- An import states its platforms, but not its accounts.
      select max(held.imported_at)
      from analytics.imports as held
      where held.brand_id = last_reported_on.brand_id
        and held.kind = 'ads'
        and held.undone_at is null
        and (last_reported_on.account).platform = any (held.platforms)
        and last_reported_on.day between held.first_on and held.last_on
    )
  ) at time zone brands.timezone)::date
  from core.brands
  where brands.brand_id = last_reported_on.brand_id;
$$;
comment on function analytics.last_reported_on(text, analytics.entities, date) is
  'Returns the day on which a report of this ad account and day was last stored, also one that changed nothing. Null if none is known.';

create function analytics.restatement_status(brand_id text, is_by_account boolean default false)
returns table (
  platform text, account_id text, metric text, last_week double precision, this_week double precision, is_known boolean, has_last_week boolean,
  is_reported_again boolean
)
language sql stable
as $$
  with moment as (
    select (platform.now() at time zone brands.timezone)::date as today from core.brands where brands.brand_id = restatement_status.brand_id
  ),
  changes as materialized (
    select found.*, moment.today
    from moment
    cross join lateral analytics.development(restatement_status.brand_id, moment.today - 14, moment.today - 1) as found
    where found.metric in ('spend', 'impressions', 'clicks', 'conversions', 'revenue')
  ),
  -- Of each account, because the first report of another account does not change what was reported.
  days as (
    select
      changes.platform, changes.account_entity_id, changes.metric, changes.day, changes.today, sum(changes.change) as value,
      (pg_catalog.array_agg(changes.change order by changes.age))[1] as first_value,
      changes.day + min(changes.age) as first_reported_on,
      changes.day + max(changes.age) as last_changed_on
    from changes
    group by 1, 2, 3, 4, 5
  ),
  -- A day that was reported once can have changed at the platform since, so that its change is not known.
  repeated as (
    select
      held.account_entity_id,
      pg_catalog.bool_and(
        greatest(held.last_changed_on, analytics.last_reported_on(restatement_status.brand_id, accounts, held.day)) > held.first_reported_on
      ) as is_reported_again
    from (
      select days.account_entity_id, days.day, min(days.first_reported_on) as first_reported_on, max(days.last_changed_on) as last_changed_on
      from days
      where days.day < days.today - 7
      group by 1, 2
    ) as held
    join analytics.entities as accounts on accounts.brand_id = restatement_status.brand_id and accounts.entity_id = held.account_entity_id
    group by held.account_entity_id
  )
  select
    days.platform,
    shown.account_id,
    days.metric,
    case when pg_catalog.bool_and(coalesce(repeated.is_reported_again, true)) then
      sum(days.value) filter (where days.day < days.today - 7) / nullif(sum(days.first_value) filter (where days.day < days.today - 7), 0) - 1
    end,
    sum(days.value * factors.factor) filter (where days.day >= days.today - 7)
      / nullif(sum(days.value) filter (where days.day >= days.today - 7 and factors.factor is not null), 0) - 1,
    coalesce(pg_catalog.bool_or(factors.factor is not null), false),
    pg_catalog.bool_or(repeated.is_reported_again is not null),
    -- Accounts without reports of last week do not count.
    coalesce(pg_catalog.bool_and(repeated.is_reported_again), false)
  from days
  join analytics.entities as accounts on accounts.brand_id = restatement_status.brand_id and accounts.entity_id = days.account_entity_id
  cross join lateral (select case when restatement_status.is_by_account then accounts.external_id end as account_id) as shown
  left join repeated on repeated.account_entity_id = days.account_entity_id
  left join analytics.restatement_factors as factors
    on factors.brand_id = restatement_status.brand_id and factors.platform = days.platform and factors.metric = days.metric
    and factors.age = days.today - days.day
  group by days.platform, shown.account_id, days.metric
  having sum(days.value) is not null;
$$;
comment on function analytics.restatement_status(text, boolean) is
  'Returns by platform, or by ad account, and metric the share by which the seven days that ended a week ago have changed since each account first '
  'reported them as whole days, and by which the last seven days are expected to change. Null if nothing was reported (has_last_week), if an account has '
  'a day that was not reported again since (is_reported_again), or if too little is known (is_known).';

grant execute on function
  analytics.restated_metrics(),
  analytics.is_provisional(double precision),
  analytics.development(text, date, date),
  analytics.expected_restatement(text),
  analytics.last_reported_on(text, analytics.entities, date),
  analytics.restatement_status(text, boolean)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
grant execute on function analytics.renew_restatement_factors(text) to vitrine_worker;
