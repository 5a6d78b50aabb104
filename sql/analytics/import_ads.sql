create function analytics.open_ad_import(measures text[])
returns void
language plpgsql volatile
as $$
begin
  create temporary table ad_entities (
    entity_no integer not null,
    platform text not null,
    account_id text not null,
    account_name text,
    account_timezone text,
    currency text,
    campaign_id text,
    campaign_name text,
    status text,
    objective text,
    daily_budget_micros bigint,
    adset_id text,
    adset_name text,
    ad_id text,
    ad_name text,
    creative_id text,
    account_entity_id bigint,
    campaign_entity_id bigint,
    adset_entity_id bigint,
    entity_id bigint
  ) on commit drop;
  execute pg_catalog.format(
    'create temporary table ad_facts (entity_no integer not null, line bigint not null, day date not null, hour smallint, %s) on commit drop',
    (select pg_catalog.string_agg(pg_catalog.format('%I bigint', measure.name), ', ') from pg_catalog.unnest(open_ad_import.measures) as measure (name))
  );
  create temporary table ad_rejections (line bigint not null, reason text not null) on commit drop;
end
$$;
comment on function analytics.open_ad_import(text[]) is
  'Makes the temporary tables that an import copies its rows into: ad_entities, ad_facts (with these columns of analytics.facts_daily), ad_rejections.';
grant execute on function analytics.open_ad_import(text[]) to vitrine_worker;

create function analytics.resolve_ad_entities(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  analyze pg_temp.ad_entities;

  insert into analytics.entities (brand_id, level, platform, external_id, name, currency, timezone)
  select distinct on (staged.platform, staged.account_id)
    resolve_ad_entities.brand_id, 'account', staged.platform, staged.account_id, staged.account_name, staged.currency, staged.account_timezone
  from pg_temp.ad_entities as staged
  order by staged.platform, staged.account_id, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, entities.name),
    currency = coalesce(excluded.currency, entities.currency),
    timezone = coalesce(excluded.timezone, entities.timezone);
  update pg_temp.ad_entities as staged
  set account_entity_id = accounts.entity_id, entity_id = accounts.entity_id
  from analytics.entities as accounts
  where accounts.brand_id = resolve_ad_entities.brand_id
    and accounts.level = 'account'
    and accounts.platform = staged.platform
    and accounts.external_id = staged.account_id;

  insert into analytics.entities (brand_id, level, platform, external_id, name, status, objective, daily_budget_micros, account_entity_id)
  select distinct on (staged.account_entity_id, staged.campaign_id)
    resolve_ad_entities.brand_id, 'campaign', staged.platform, staged.campaign_id, staged.campaign_name, staged.status,
    staged.objective, staged.daily_budget_micros, staged.account_entity_id
  from pg_temp.ad_entities as staged
  where staged.campaign_id is not null
  order by staged.account_entity_id, staged.campaign_id, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, entities.name),
    status = coalesce(excluded.status, entities.status),
    objective = coalesce(excluded.objective, entities.objective),
    daily_budget_micros = coalesce(excluded.daily_budget_micros, entities.daily_budget_micros);
  update pg_temp.ad_entities as staged
  set campaign_entity_id = campaigns.entity_id, entity_id = campaigns.entity_id
  from analytics.entities as campaigns
  where campaigns.brand_id = resolve_ad_entities.brand_id
    and campaigns.level = 'campaign'
    and campaigns.account_entity_id = staged.account_entity_id
    and campaigns.external_id = staged.campaign_id;

  insert into analytics.entities (brand_id, level, platform, external_id, name, account_entity_id, campaign_entity_id)
  select distinct on (staged.campaign_entity_id, staged.adset_id)
    resolve_ad_entities.brand_id, 'adset', staged.platform, staged.adset_id, staged.adset_name,
    staged.account_entity_id, staged.campaign_entity_id
  from pg_temp.ad_entities as staged
  where staged.adset_id is not null
  order by staged.campaign_entity_id, staged.adset_id, staged.entity_no desc
  on conflict on constraint entities_external_key do update set name = coalesce(excluded.name, entities.name);
  update pg_temp.ad_entities as staged
  set adset_entity_id = adsets.entity_id, entity_id = adsets.entity_id
  from analytics.entities as adsets
  where adsets.brand_id = resolve_ad_entities.brand_id
    and adsets.level = 'adset'
    and adsets.campaign_entity_id = staged.campaign_entity_id
    and adsets.external_id = staged.adset_id;

  insert into analytics.creatives (brand_id, platform, external_id)
  select distinct resolve_ad_entities.brand_id, staged.platform, staged.creative_id
  from pg_temp.ad_entities as staged
  where staged.creative_id is not null
  on conflict on constraint creatives_external_key do nothing;

  insert into analytics.entities
    (brand_id, level, platform, external_id, name, account_entity_id, campaign_entity_id, adset_entity_id, creative_id)
  select distinct on (staged.adset_entity_id, staged.ad_id)
    resolve_ad_entities.brand_id, 'ad', staged.platform, staged.ad_id, staged.ad_name,
    staged.account_entity_id, staged.campaign_entity_id, staged.adset_entity_id, creatives.creative_id
  from pg_temp.ad_entities as staged
  left join analytics.creatives
    on creatives.brand_id = resolve_ad_entities.brand_id
    and creatives.platform = staged.platform
    and creatives.external_id = staged.creative_id
  where staged.ad_id is not null
  order by staged.adset_entity_id, staged.ad_id, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set name = coalesce(excluded.name, entities.name), creative_id = coalesce(excluded.creative_id, entities.creative_id);
  update pg_temp.ad_entities as staged
  set entity_id = ads.entity_id
  from analytics.entities as ads
  where ads.brand_id = resolve_ad_entities.brand_id
    and ads.level = 'ad'
    and ads.adset_entity_id = staged.adset_entity_id
    and ads.external_id = staged.ad_id;
end
$$;
comment on function analytics.resolve_ad_entities(text) is
  'Finds or creates the entities of ad_entities, parents first, takes over names, states and budgets, and notes their ids.';
grant execute on function analytics.resolve_ad_entities(text) to vitrine_worker;

create function analytics.roll_up_level(brand_id text, level text, days date[], measures text[])
returns void
language plpgsql volatile
-- The planner has no statistics of rows written a moment ago and would loop over them.
set enable_nestloop = off
as $$
begin
  execute (
    select pg_catalog.format(
      $query$
      insert into analytics.rollups_daily as held (brand_id, level, day, entity_id, %1$s)
      select $1, $2, finer.day, %2$s, %3$s
      from %4$s as finer
      join analytics.entities on entities.brand_id = finer.brand_id and entities.entity_id = finer.entity_id
      where finer.brand_id = $1 and finer.day = any ($3) %5$s
      group by 3, 4
      on conflict on constraint rollups_daily_pkey do update
      set %6$s
      where (%7$s) is distinct from (%8$s)
      $query$,
      pg_catalog.string_agg(pg_catalog.quote_ident(measure.name), ', '),
      case roll_up_level.level
        when 'adset' then 'coalesce(entities.adset_entity_id, entities.entity_id)'
        when 'campaign' then 'coalesce(entities.campaign_entity_id, entities.entity_id)'
        else 'coalesce(entities.account_entity_id, entities.entity_id)'
      end,
      pg_catalog.string_agg(
        case when measure.name = 'reach' then 'case when count(*) = 1 then max(finer.reach) end'
          else pg_catalog.format('sum(finer.%I)::bigint', measure.name) end,
        ', '
      ),
      case when roll_up_level.level = 'adset' then 'analytics.facts_daily' else 'analytics.rollups_daily' end,
      case roll_up_level.level when 'adset' then '' when 'campaign' then 'and finer.level = ''adset''' else 'and finer.level = ''campaign''' end,
      pg_catalog.string_agg(pg_catalog.format('%1$I = excluded.%1$I', measure.name), ', '),
      pg_catalog.string_agg(pg_catalog.format('held.%I', measure.name), ', '),
      pg_catalog.string_agg(pg_catalog.format('excluded.%I', measure.name), ', ')
    )
    from pg_catalog.unnest(roll_up_level.measures) as measure (name)
  )
  using roll_up_level.brand_id, roll_up_level.level, roll_up_level.days;
end
$$;
comment on function analytics.roll_up_level(text, text, date[], text[]) is
  'Sums these measures of these days for one level: ad sets from the facts, campaigns from ad sets, accounts from campaigns.';
grant execute on function analytics.roll_up_level(text, text, date[], text[]) to vitrine_worker;

create function analytics.roll_up(brand_id text, days date[], measures text[])
returns void
language plpgsql volatile
as $$
begin
  perform analytics.roll_up_level(roll_up.brand_id, 'adset', roll_up.days, roll_up.measures);
  perform analytics.roll_up_level(roll_up.brand_id, 'campaign', roll_up.days, roll_up.measures);
  perform analytics.roll_up_level(roll_up.brand_id, 'account', roll_up.days, roll_up.measures);
end
$$;
comment on function analytics.roll_up(text, date[], text[]) is
  'Keeps analytics.rollups_daily right after facts of these days changed.';
grant execute on function analytics.roll_up(text, date[], text[]) to vitrine_worker;
