create function analytics.is_read_as_zero(brand_id text, account_entity_id bigint, is_account boolean, day date, read_days datemultirange)
returns boolean
-- plpgsql keeps the plan of the query.
language plpgsql stable
as $$
begin
  return coalesce(is_read_as_zero.read_days @> is_read_as_zero.day, false) or not is_read_as_zero.is_account and exists (
    select
    from analytics.rollups_daily as facts
    left join analytics.entities as reported on reported.brand_id = facts.brand_id and reported.entity_id = facts.entity_id
    where facts.brand_id = is_read_as_zero.brand_id and facts.day = is_read_as_zero.day
      -- A report of the account alone says nothing about its campaigns, unless it has no spend.
      and (
        facts.level = 'account' and facts.entity_id = is_read_as_zero.account_entity_id and facts.spend_micros = 0
        or facts.level = 'campaign' and reported.account_entity_id = is_read_as_zero.account_entity_id
      )
  );
end
$$;
comment on function analytics.is_read_as_zero(text, bigint, boolean, date, datemultirange) is
  'Returns whether a day without a row of a campaign or ad account is known to have no spend: the day is among read_days, which were read whole from the '
  'connected account, or the account reported its other campaigns or no spend.';

create function analytics.tested_entities(brand_id text, day date)
returns table (
  level text, entity_id bigint, account_entity_id bigint, is_account boolean, is_stopped boolean, weight double precision, spend double precision,
  conversions double precision, clicks bigint, impressions bigint, read_days datemultirange
)
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return query
  with recent as materialized (
    select
      facts.level, facts.entity_id,
      sum(facts.spend_micros) filter (where facts.day = tested_entities.day) as spend_micros,
      sum(facts.conversions_micros) filter (where facts.day = tested_entities.day) as conversions_micros,
      sum(facts.clicks) filter (where facts.day = tested_entities.day)::bigint as clicks,
      sum(facts.impressions) filter (where facts.day = tested_entities.day)::bigint as impressions,
      pg_catalog.bool_or(facts.day = tested_entities.day) as is_reported,
      count(*) filter (where facts.day < tested_entities.day and (tested_entities.day - facts.day) % 7 = 0 and facts.spend_micros > 0) as same_weekdays,
      pg_catalog.percentile_cont(0.5) within group (order by facts.spend_micros) filter (where facts.day < tested_entities.day) as usual_micros
    from analytics.rollups_daily as facts
    where facts.brand_id = tested_entities.brand_id
      and facts.level in ('account', 'campaign')
      and facts.day between tested_entities.day - 28 and tested_entities.day
    group by facts.level, facts.entity_id
  ),
  candidates as materialized (
    select
      recent.*, coalesce(entities.account_entity_id, entities.entity_id) as account_id, entities.account_entity_id is null as of_account,
      accounts.platform, accounts.external_id, recent.spend_micros > 0 as is_spending
    from recent
    join analytics.entities on entities.brand_id = tested_entities.brand_id and entities.entity_id = recent.entity_id
    join analytics.entities as accounts
      on accounts.brand_id = tested_entities.brand_id and accounts.entity_id = coalesce(entities.account_entity_id, entities.entity_id)
    where recent.spend_micros > 0
      -- Spend is usual on this weekday, and its campaigns are not paused.
      or recent.same_weekdays >= 3 and recent.usual_micros > 0 and coalesce(recent.spend_micros = 0, not recent.is_reported)
        and analytics.may_run(tested_entities.brand_id, recent.entity_id, recent.level)
  ),
  reads as materialized (
    select held.platform, held.account_id, held.days from sources.reported_days(tested_entities.brand_id) as held
  )
  select
    candidates.level, candidates.entity_id, candidates.account_id, candidates.of_account, candidates.is_spending is not true,
    case when candidates.is_spending then candidates.spend_micros else candidates.usual_micros end * 0.000001::double precision,
    coalesce(candidates.spend_micros, 0) * 0.000001::double precision, coalesce(candidates.conversions_micros, 0) * 0.000001::double precision,
    candidates.clicks, candidates.impressions, reads.days
  from candidates
  left join reads on reads.platform = candidates.platform and reads.account_id = candidates.external_id
  where not analytics.is_cut_off(tested_entities.brand_id, candidates.account_id, tested_entities.day)
    and case
      when candidates.is_spending then true
      when not candidates.is_reported and not analytics.is_read_as_zero(
        tested_entities.brand_id, candidates.account_id, candidates.of_account, tested_entities.day, reads.days
      ) then false
      -- An account whose campaigns are all paused was not stopped by accident.
      when candidates.of_account then not exists (
        select from recent
        join analytics.entities as campaigns on campaigns.brand_id = tested_entities.brand_id and campaigns.entity_id = recent.entity_id
        where recent.level = 'campaign' and recent.usual_micros > 0 and campaigns.account_entity_id = candidates.entity_id
        having count(*) > 0
          and not pg_catalog.bool_or(analytics.may_run(tested_entities.brand_id, recent.entity_id, 'campaign'))
      )
      else true
    end;
end
$$;
comment on function analytics.tested_entities(text, date) is
  'Returns the campaigns and ad accounts of a day that are tested: with spend, or stopped without being paused although they usually spend on this weekday. '
  'weight is the spend, of stopped ones the median of the last 28 days. Days that a platform reported before they ended are not tested, and days that '
  'are not known to be without spend are not taken for it.';

create function analytics.paused_spend(brand_id text, entity_id bigint, day date)
returns double precision
language plpgsql stable
-- Planning for the given days takes longer than execution, and the partitions of other days are skipped in any case.
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (
    select coalesce(sum(greatest(0, recent.usual_micros - coalesce(recent.spend_micros, 0))), 0) * 0.000001
    from (
      select
        facts.entity_id,
        pg_catalog.percentile_cont(0.5) within group (order by facts.spend_micros) filter (where facts.day < paused_spend.day) as usual_micros,
        sum(facts.spend_micros) filter (where facts.day = paused_spend.day) as spend_micros
      from analytics.rollups_daily as facts
      join analytics.entities as campaigns on campaigns.brand_id = facts.brand_id and campaigns.entity_id = facts.entity_id
      where facts.brand_id = paused_spend.brand_id
        and facts.level = 'campaign'
        and facts.day between paused_spend.day - 28 and paused_spend.day
        and paused_spend.entity_id in (campaigns.entity_id, campaigns.account_entity_id)
      group by facts.entity_id
      -- An earlier pause is part of the expected spend of the account.
      having max(facts.day) filter (where facts.day < paused_spend.day and facts.spend_micros > 0) >= paused_spend.day - 7
    ) as recent
    where not analytics.may_run(paused_spend.brand_id, recent.entity_id, 'campaign')
  );
end
$$;
comment on function analytics.paused_spend(text, bigint, date) is
  'Returns the spend that a campaign, or the campaigns of an ad account, lack on a day because they were paused or have ended within a week: the median of the '
  '28 days before it less the spend of the day. 0 for campaigns that may run.';

grant execute on function
  analytics.is_read_as_zero(text, bigint, boolean, date, datemultirange),
  analytics.paused_spend(text, bigint, date),
  analytics.tested_entities(text, date)
to vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker;
