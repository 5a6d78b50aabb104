create function analytics.list_measures(measures text[], pattern text, separator text default ', ')
returns text
language sql immutable
as $$
  select pg_catalog.string_agg(pg_catalog.format(list_measures.pattern, measure.name), list_measures.separator order by measure.position)
  from pg_catalog.unnest(list_measures.measures) with ordinality as measure (name, position);
$$;
comment on function analytics.list_measures(text[], text, text) is
  'Returns columns of the facts formatted with a pattern of format() and joined: list_measures(array[''clicks''], ''sum(%I)'').';
grant execute on function analytics.list_measures(text[], text, text) to vitrine_worker;

create function analytics.stored_columns(measures text[])
returns text[]
language sql immutable
as $$
  select stored_columns.measures || coalesce(pg_catalog.array_agg('reported_' || measure.name order by measure.position), '{}')
  from pg_catalog.unnest(stored_columns.measures) with ordinality as measure (name, position)
  where measure.name in ('spend_micros', 'revenue_micros');
$$;
comment on function analytics.stored_columns(text[]) is
  'Returns the columns of facts that a report with these measures writes: the measures, and the amounts in the currency of the account.';
grant execute on function analytics.stored_columns(text[]) to vitrine_worker;

create function analytics.in_brand_currency(brand_id text, amount_micros bigint, currency text, on_day date)
returns bigint
language sql stable
as $$
  select case
    when in_brand_currency.currency is null or in_brand_currency.currency = brands.currency then in_brand_currency.amount_micros
    else pg_catalog.round(in_brand_currency.amount_micros * exchange_rates.rate)::bigint
  end
  from core.brands
  left join core.exchange_rates
    on exchange_rates.from_currency = in_brand_currency.currency
    and exchange_rates.to_currency = brands.currency
    and exchange_rates.on_day = in_brand_currency.on_day
  where brands.brand_id = in_brand_currency.brand_id;
$$;
comment on function analytics.in_brand_currency(text, bigint, text, date) is
  'Returns an amount in micros of a currency, converted to micros of the brand''s currency at the rate of the day. A null currency means the '
  'brand''s. Returns null if the rate is unknown.';
grant execute on function analytics.in_brand_currency(text, bigint, text, date) to vitrine_worker;

create function analytics.refuse_missing_rates(rates jsonb)
returns void
language plpgsql volatile
as $$
begin
  if refuse_missing_rates.rates is not null then
    perform platform.fail('BADRQ', 'exchange_rates_are_missing', given => pg_catalog.json_build_object('rates', refuse_missing_rates.rates));
  end if;
end
$$;
comment on function analytics.refuse_missing_rates(jsonb) is
  'Raises BADRQ (exchange_rates_are_missing) unless rates is null. rates are {from_currency, to_currency, days}, with the days that lack a rate as '
  'multirange.';
grant execute on function analytics.refuse_missing_rates(jsonb) to vitrine_worker;

create function analytics.open_ad_import(measures text[])
returns void
language plpgsql volatile
as $$
begin
  create temporary table ad_entities (
    entity_no integer not null,
    last_on date,
    platform text not null,
    account_id text,
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
  call platform.keep_plain(
    'pg_temp.ad_entities', 'platform', 'account_id', 'account_name', 'campaign_id', 'campaign_name', 'status', 'objective', 'adset_id', 'adset_name',
    'ad_id', 'ad_name', 'creative_id'
  );
  execute pg_catalog.format(
    'create temporary table ad_facts (entity_no integer, line bigint not null, day date, hour smallint, is_second boolean, reason jsonb, %s) on commit drop',
    analytics.list_measures(open_ad_import.measures, '%I bigint')
  );
  create temporary table rejections (line bigint not null, reason jsonb not null) on commit drop;
end
$$;
comment on function analytics.open_ad_import(text[]) is
  'Creates the temporary tables of an import: ad_entities with one row for each ad, ad_facts with these columns of analytics.facts_daily, and '
  'rejections. A row of ad_facts has either an entity_no and a day, or the reason for its rejection. analytics.convert_staged_money adds the '
  'amounts in the currency of the account.';
grant execute on function analytics.open_ad_import(text[]) to vitrine_worker;

create function analytics.ensure_entity_statistics()
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- With statistics of an almost empty table, foreign key checks would read all rows of a brand. They would keep that plan while the table grows.
  if (select pg_class.reltuples < 1000 from pg_catalog.pg_class where pg_class.oid = 'analytics.entities'::pg_catalog.regclass) then
    analyze analytics.entities;
  end if;
end
$$;
comment on function analytics.ensure_entity_statistics() is 'Analyzes analytics.entities if its statistics are from an almost empty table.';
grant execute on function analytics.ensure_entity_statistics() to vitrine_worker;

create function analytics.match_ad_names(brand_id text, level text, parent text)
returns void
language plpgsql volatile
as $$
begin
  -- Some sources give ids, others only names. A name that is unique among its siblings identifies the entity.
  execute pg_catalog.format(
    $query$
    update pg_temp.ad_entities as staged
    set %1$s_id = known.external_id
    from (
      select held.%2$s_entity_id as parent_id, held.name, min(held.external_id) as external_id
      from analytics.entities as held
      where held.brand_id = $1 and held.level = %1$L and held.external_id <> held.name
      group by 1, 2
      having count(*) = 1
    ) as known
    where staged.%2$s_entity_id = known.parent_id and staged.%1$s_name = known.name and staged.%1$s_id = staged.%1$s_name
    $query$,
    match_ad_names.level, match_ad_names.parent
  )
  using match_ad_names.brand_id;
  execute pg_catalog.format(
    $query$
    update analytics.entities as held
    set external_id = staged.external_id
    from (
      -- If one id has several names, one becomes the entity. The others remain its duplicates.
      select distinct on (named.parent_id, named.external_id) named.*
      from (
        select ad_entities.%2$s_entity_id as parent_id, ad_entities.%1$s_name as name, min(ad_entities.%1$s_id) as external_id
        from pg_temp.ad_entities
        where ad_entities.%1$s_id <> ad_entities.%1$s_name
        group by 1, 2
        having count(distinct ad_entities.%1$s_id) = 1
      ) as named
      join analytics.entities as known
        on known.brand_id = $1 and known.level = %1$L and known.%2$s_entity_id = named.parent_id and known.external_id = named.name
      order by named.parent_id, named.external_id, named.name
    ) as staged
    where held.brand_id = $1 and held.level = %1$L and held.%2$s_entity_id = staged.parent_id and held.external_id = staged.name
      and not exists (
        select from analytics.entities as others
        where others.brand_id = $1 and others.level = %1$L and others.%2$s_entity_id = staged.parent_id and others.external_id = staged.external_id
      )
    $query$,
    match_ad_names.level, match_ad_names.parent
  )
  using match_ad_names.brand_id;
end
$$;
comment on function analytics.match_ad_names(text, text, text) is
  'Matches entities that one report gives by id and another by name, at one level and under the same parent.';
grant execute on function analytics.match_ad_names(text, text, text) to vitrine_worker;

create function analytics.resolve_ad_entities(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  update pg_temp.ad_entities as staged
  set platform = named.platform
  from (
    select written.platform as written, analytics.imported_platform(written.platform) as platform
    from (select distinct ad_entities.platform from pg_temp.ad_entities) as written
  ) as named
  where staged.platform = named.written and staged.platform <> named.platform;
  analyze pg_temp.ad_entities;
  perform analytics.resolve_ad_accounts(resolve_ad_entities.brand_id);
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'campaign', 'account');

  insert into analytics.entities as held
    (brand_id, level, platform, external_id, name, status, objective, daily_budget_micros, account_entity_id)
  select
    resolve_ad_entities.brand_id, 'campaign', latest.platform, latest.campaign_id, latest.campaign_name, latest.status, latest.objective,
    analytics.in_brand_currency(resolve_ad_entities.brand_id, latest.daily_budget_micros, latest.currency, latest.last_on),
    latest.account_entity_id
  from (
    select distinct on (staged.account_entity_id, staged.campaign_id) staged.*
    from pg_temp.ad_entities as staged
    where staged.campaign_id is not null
    order by staged.account_entity_id, staged.campaign_id, staged.last_on desc nulls last, staged.entity_no desc
  ) as latest
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, held.name),
    status = coalesce(excluded.status, held.status),
    objective = coalesce(excluded.objective, held.objective),
    daily_budget_micros = coalesce(excluded.daily_budget_micros, held.daily_budget_micros)
  where excluded.name <> coalesce(held.name, '')
    or excluded.status <> coalesce(held.status, '')
    or excluded.objective <> coalesce(held.objective, '')
    or excluded.daily_budget_micros <> coalesce(held.daily_budget_micros, -1);
  update pg_temp.ad_entities as staged
  set campaign_entity_id = campaigns.entity_id, entity_id = campaigns.entity_id
  from analytics.entities as campaigns
  where campaigns.brand_id = resolve_ad_entities.brand_id
    and campaigns.level = 'campaign'
    and campaigns.account_entity_id = staged.account_entity_id
    and campaigns.external_id = staged.campaign_id;
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'adset', 'campaign');

  insert into analytics.entities as held (brand_id, level, platform, external_id, name, account_entity_id, campaign_entity_id)
  select distinct on (staged.campaign_entity_id, staged.adset_id)
    resolve_ad_entities.brand_id, 'adset', staged.platform, staged.adset_id, staged.adset_name,
    staged.account_entity_id, staged.campaign_entity_id
  from pg_temp.ad_entities as staged
  where staged.adset_id is not null
  order by staged.campaign_entity_id, staged.adset_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set name = excluded.name
  where excluded.name <> coalesce(held.name, '');
  update pg_temp.ad_entities as staged
  set adset_entity_id = adsets.entity_id, entity_id = adsets.entity_id
  from analytics.entities as adsets
  where adsets.brand_id = resolve_ad_entities.brand_id
    and adsets.level = 'adset'
    and adsets.campaign_entity_id = staged.campaign_entity_id
    and adsets.external_id = staged.adset_id;
  perform analytics.match_ad_names(resolve_ad_entities.brand_id, 'ad', 'adset');

  if (select count(*) > 1000 from pg_temp.ad_entities) then
    perform analytics.ensure_entity_statistics();
  end if;
  insert into analytics.creatives (brand_id, platform, external_id)
  select distinct resolve_ad_entities.brand_id, staged.platform, staged.creative_id
  from pg_temp.ad_entities as staged
  where staged.creative_id is not null
  on conflict on constraint creatives_external_key do nothing;

  insert into analytics.entities as held
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
  order by staged.adset_entity_id, staged.ad_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set name = coalesce(excluded.name, held.name), creative_id = coalesce(excluded.creative_id, held.creative_id)
  where excluded.name <> coalesce(held.name, '') or excluded.creative_id <> coalesce(held.creative_id, -1);
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
  'Finds or creates the entities of ad_entities, parents first, and sets their ids there. Updates names, statuses and budgets to those of the last '
  'day.';
grant execute on function analytics.resolve_ad_entities(text) to vitrine_worker;
