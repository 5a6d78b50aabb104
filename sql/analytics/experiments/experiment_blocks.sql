create function analytics.experiment_accounts(experiment analytics.experiments)
returns table (entity_id bigint, account_id text)
language sql stable
as $$
  select accounts.entity_id, accounts.external_id
  from analytics.entities as accounts
  where accounts.brand_id = (experiment_accounts.experiment).brand_id and accounts.level = 'account'
    and accounts.platform = (experiment_accounts.experiment).platform
    and (
      (experiment_accounts.experiment).campaign_ids is null
      or exists (
        select from analytics.entities as campaigns
        where campaigns.brand_id = accounts.brand_id and campaigns.level = 'campaign' and campaigns.account_entity_id = accounts.entity_id
          and campaigns.external_id = any ((experiment_accounts.experiment).campaign_ids)
      )
    );
$$;
comment on function analytics.experiment_accounts(analytics.experiments) is
  'Returns the ad accounts of an experiment: those of its campaigns, or all of its platform.';

create function analytics.experiment_days(experiment analytics.experiments, date_from date, date_to date)
returns table (day date, spend_micros numeric, claimed_orders numeric, claimed_revenue_micros numeric, has_conversions boolean)
language sql stable
as $$
  select
    facts.day, sum(facts.spend_micros),
    sum(case when facts.has_purchases then facts.purchases_micros else facts.conversions_micros end) * 0.000001,
    sum(facts.revenue_micros),
    pg_catalog.bool_or(not facts.has_purchases and facts.conversions_micros > 0)
  from (
    select
      rows.day, rows.spend_micros, rows.purchases_micros, rows.conversions_micros, rows.revenue_micros,
      count(rows.purchases_micros) over (partition by coalesce(entities.account_entity_id, entities.entity_id)) > 0 as has_purchases
    from analytics.rollups_daily as rows
    join analytics.entities on entities.brand_id = rows.brand_id and entities.entity_id = rows.entity_id
    where rows.brand_id = (experiment_days.experiment).brand_id
      and rows.level = case when (experiment_days.experiment).campaign_ids is null then 'account' else 'campaign' end
      and rows.day between experiment_days.date_from and experiment_days.date_to
      and entities.level = rows.level
      and entities.platform = (experiment_days.experiment).platform
      and ((experiment_days.experiment).campaign_ids is null or entities.external_id = any ((experiment_days.experiment).campaign_ids))
  ) as facts
  group by facts.day;
$$;
comment on function analytics.experiment_days(analytics.experiments, date, date) is
  'Returns the days on which the ads of an experiment were reported: their spend, and the orders and revenue that the platform claims. Claimed orders '
  'are the purchases of an account. The conversions of an account without purchases count as its orders, although they may be leads: has_conversions.';

create function analytics.experiment_unread_days(experiment analytics.experiments, date_from date, date_to date)
returns table (days datemultirange)
language sql stable
as $$
  select pg_catalog.datemultirange(pg_catalog.daterange(unread.first_on, unread.last_on, '[]'))
  from sources.unread_days(
    (experiment_unread_days.experiment).brand_id, experiment_unread_days.date_from, experiment_unread_days.date_to,
    array[(experiment_unread_days.experiment).platform]
  ) as unread
  join analytics.experiment_accounts(experiment_unread_days.experiment) as accounts on accounts.account_id = unread.account_id
  union all
  select pg_catalog.datemultirange(pg_catalog.daterange(held.day, held.day, '[]'))
  from analytics.unfinished_days as held
  join analytics.experiment_accounts(experiment_unread_days.experiment) as accounts on accounts.entity_id = held.entity_id
  where held.brand_id = (experiment_unread_days.experiment).brand_id
    and held.day between experiment_unread_days.date_from and experiment_unread_days.date_to
    and analytics.is_cut_off(held.brand_id, held.entity_id, held.day);
$$;
comment on function analytics.experiment_unread_days(analytics.experiments, date, date) is
  'Returns the days of a range that were not read from an account of an experiment, and those that it reported before they ended.';

create function analytics.experiment_reports(experiment analytics.experiments, out known datemultirange, out seen datemultirange)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_brand_id constant text := (experiment_reports.experiment).brand_id;
  v_starts_on constant date := (experiment_reports.experiment).starts_on;
  v_ends_on date;
begin
  -- A day that has not ended is incomplete, and days from the close on are not part of the experiment.
  select least(
    (experiment_reports.experiment).ends_on, (experiment_reports.experiment).closed_on - 1, (platform.now() at time zone brands.timezone)::date - 1
  )
  into v_ends_on
  from core.brands
  where brands.brand_id = v_brand_id;
  with accounts as materialized (
    select listed.entity_id, listed.account_id from analytics.experiment_accounts(experiment_reports.experiment) as listed
  ),
  reported as materialized (
    select facts.entity_id, facts.day, facts.spend_micros
    from analytics.rollups_daily as facts
    join accounts on accounts.entity_id = facts.entity_id
    where facts.brand_id = v_brand_id and facts.level = 'account' and facts.day >= v_starts_on - 14
      and not analytics.is_cut_off(v_brand_id, facts.entity_id, facts.day)
  ),
  last_reports as (
    select distinct on (reported.entity_id) accounts.account_id, reported.day as last_on, reported.spend_micros
    from reported
    join accounts on accounts.entity_id = reported.entity_id
    order by reported.entity_id, reported.day desc
  ),
  read as materialized (
    select listed.account_id, listed.days
    from sources.reported_days(v_brand_id) as listed
    join accounts on accounts.account_id = listed.account_id
    where listed.platform = (experiment_reports.experiment).platform
  ),
  missing as (
    -- An account whose last report has spend has stopped reporting after it.
    select pg_catalog.datemultirange(pg_catalog.daterange(ended.last_on + 1, null)) - coalesce(read.days, '{}') as days
    from last_reports as ended
    left join read on read.account_id = ended.account_id
    where ended.spend_micros > 0
    union all
    select unread.days from analytics.experiment_unread_days(experiment_reports.experiment, v_starts_on, v_ends_on) as unread
  )
  select
    case when v_ends_on >= v_starts_on and exists (select from reported)
      then analytics.days_without(v_starts_on, v_ends_on, (select pg_catalog.range_agg(missing.days) from missing))
      else '{}'
    end,
    coalesce((select pg_catalog.range_agg(pg_catalog.daterange(reported.day, reported.day, '[]')) from reported), '{}')
      + coalesce((select pg_catalog.range_agg(read.days) from read), '{}')
  into known, seen;
end
$$;
comment on function analytics.experiment_reports(analytics.experiments) is
  'Returns the days of an experiment of which the spend is known, and the days that an account of it has reported. Not known are days after the last '
  'report of an account that had spend, days that were not read from a connected account, days that were reported before they ended, and days that '
  'are not over. A known day without a report has no spend. No day is known without a report since the 14 days before the start.';

create function analytics.experiment_blocks(experiment analytics.experiments)
returns table (
  pair integer, block integer, is_on boolean, first_on date, counted_from date, last_on date, spend_per_day_micros double precision, as_planned boolean
)
language sql stable
as $$
  with reports as materialized (
    select * from analytics.experiment_reports(experiment_blocks.experiment)
  ),
  spent as materialized (
    select days.day, days.spend_micros
    from analytics.experiment_days(
      experiment_blocks.experiment, (experiment_blocks.experiment).starts_on, (experiment_blocks.experiment).ends_on
    ) as days
  ),
  blocks as materialized (
    select
      calendar.*,
      -- Ads that should be off may have no reports. Without any report, ads that should be on have an unknown spend.
      case when reports.known @> counted.days and (not calendar.is_on or reports.seen && counted.days) then (
        select coalesce(sum(spent.spend_micros), 0)::double precision / (calendar.last_on - calendar.counted_from + 1)
        from spent
        where counted.days @> spent.day
      ) end as spend_per_day_micros
    from analytics.switchback_blocks(
      (experiment_blocks.experiment).starts_on, (experiment_blocks.experiment).pairs, (experiment_blocks.experiment).block_days,
      (experiment_blocks.experiment).washout_days, (experiment_blocks.experiment).seed
    ) as calendar
    cross join lateral (select pg_catalog.daterange(calendar.counted_from, calendar.last_on, '[]') as days) as counted
    cross join reports
  ),
  reference as (
    select avg(blocks.spend_per_day_micros) as spend from blocks where blocks.is_on
  )
  select
    blocks.*,
    case
      when blocks.is_on then reference.spend > 0 and blocks.spend_per_day_micros >= 0.5 * reference.spend
      when reference.spend > 0 then blocks.spend_per_day_micros <= 0.1 * reference.spend
    end
  from blocks
  cross join reference
  order by blocks.pair, blocks.block;
$$;
comment on function analytics.experiment_blocks(analytics.experiments) is
  'Returns the calendar of an experiment with the actual spend of each reported block: the mean of its counted days, in micros. as_planned compares '
  'it with the mean of the blocks that should be on: at least half of it in such a block, at most a tenth of it in a block that should be off. Null for '
  'blocks that the accounts of the experiment have not fully reported (analytics.experiment_reports), and for blocks that should be on without any '
  'report.';
grant execute on function
  analytics.experiment_accounts(analytics.experiments),
  analytics.experiment_days(analytics.experiments, date, date),
  analytics.experiment_unread_days(analytics.experiments, date, date),
  analytics.experiment_reports(analytics.experiments),
  analytics.experiment_blocks(analytics.experiments)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
