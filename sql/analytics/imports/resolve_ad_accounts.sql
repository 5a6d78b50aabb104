create function analytics.plain_account_id(platform text, account_id text)
returns text
language sql immutable parallel safe
return case
  when plain_account_id.platform = 'google' and plain_account_id.account_id ~ '^\d{3}-\d{3}-\d{4}$' then pg_catalog.replace(plain_account_id.account_id, '-', '')
  when plain_account_id.platform = 'meta' and plain_account_id.account_id ~ '^act_\d+$' then pg_catalog.substr(plain_account_id.account_id, 5)
  else plain_account_id.account_id
end;
comment on function analytics.plain_account_id(text, text) is
  'Returns the id of an ad account as its platform''s API writes it: files write 123-456-7890 for Google Ads and act_123 for Meta.';
grant execute on function analytics.plain_account_id(text, text) to vitrine_worker;

create function analytics.resolve_ad_accounts(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  update pg_temp.ad_entities as staged
  set account_id = analytics.plain_account_id(staged.platform, staged.account_id)
  where staged.account_id <> analytics.plain_account_id(staged.platform, staged.account_id);
  -- Accounts that were imported before ids were written in one form.
  update analytics.entities as held
  set external_id = analytics.plain_account_id(held.platform, held.external_id)
  where held.brand_id = resolve_ad_accounts.brand_id and held.level = 'account'
    and held.external_id <> analytics.plain_account_id(held.platform, held.external_id)
    and not exists (
      select from analytics.entities as others
      where others.brand_id = held.brand_id and others.level = 'account' and others.platform = held.platform
        and others.external_id = analytics.plain_account_id(held.platform, held.external_id)
    );
  -- Some reports name an account by its id, others by its name. A report without accounts belongs to the only account of the platform. The
  -- platform's name is used until an account is named.
  update pg_temp.ad_entities as staged
  set account_id = known.external_id
  from (
    select held.platform, held.name, min(held.external_id) as external_id
    from analytics.entities as held
    where held.brand_id = resolve_ad_accounts.brand_id and held.level = 'account' and held.external_id <> held.name
    group by 1, 2
    having count(*) = 1
  ) as known
  where staged.platform = known.platform
    and staged.account_name = known.name
    and (staged.account_id is null or staged.account_id = staged.account_name);
  update analytics.entities as held
  set external_id = named.account_id
  from (
    select ad_entities.platform, ad_entities.account_name, min(ad_entities.account_id) as account_id
    from pg_temp.ad_entities
    where ad_entities.account_id <> ad_entities.account_name
    group by 1, 2
    having count(distinct ad_entities.account_id) = 1
  ) as named
  where held.brand_id = resolve_ad_accounts.brand_id
    and held.level = 'account'
    and held.platform = named.platform
    and named.account_name in (held.external_id, held.name)
    and held.external_id in (held.name, held.platform)
    and not exists (
      select from analytics.entities as others
      where others.brand_id = held.brand_id and others.level = 'account' and others.platform = held.platform and others.external_id = named.account_id
    );
  -- A report without accounts can name a campaign that only one account has.
  update pg_temp.ad_entities as staged
  set account_id = owners.external_id
  from (
    select campaigns.platform, campaigns.external_id as campaign_id, min(accounts.external_id) as external_id
    from analytics.entities as campaigns
    join analytics.entities as accounts on accounts.brand_id = campaigns.brand_id and accounts.entity_id = campaigns.account_entity_id
    where campaigns.brand_id = resolve_ad_accounts.brand_id and campaigns.level = 'campaign'
    group by 1, 2
    having count(distinct accounts.entity_id) = 1
  ) as owners
  where staged.account_id is null and staged.platform = owners.platform and staged.campaign_id = owners.campaign_id;

  update pg_temp.ad_entities as staged
  set account_id = coalesce(
    (
      select min(accounts.external_id)
      from analytics.entities as accounts
      where accounts.brand_id = resolve_ad_accounts.brand_id and accounts.level = 'account' and accounts.platform = staged.platform
      having count(*) = 1
    ),
    staged.platform
  )
  where staged.account_id is null;

  update analytics.entities as unnamed
  set external_id = named.account_id
  from (
    select staged.platform, min(staged.account_id) as account_id
    from pg_temp.ad_entities as staged
    group by staged.platform
    having count(distinct staged.account_id) = 1
  ) as named
  where unnamed.brand_id = resolve_ad_accounts.brand_id
    and unnamed.level = 'account'
    and unnamed.platform = named.platform
    and unnamed.external_id = named.platform
    and named.account_id <> named.platform
    and not exists (
      select from analytics.entities as others
      where others.brand_id = unnamed.brand_id
        and others.level = 'account'
        and others.platform = unnamed.platform
        and others.entity_id <> unnamed.entity_id
    );

  insert into analytics.entities as held (brand_id, level, platform, external_id, name, currency, timezone)
  select distinct on (staged.platform, staged.account_id)
    resolve_ad_accounts.brand_id, 'account', staged.platform, staged.account_id, staged.account_name, staged.currency, staged.account_timezone
  from pg_temp.ad_entities as staged
  order by staged.platform, staged.account_id, staged.last_on desc nulls last, staged.entity_no desc
  on conflict on constraint entities_external_key do update
  set
    name = coalesce(excluded.name, held.name),
    currency = coalesce(excluded.currency, held.currency),
    timezone = coalesce(excluded.timezone, held.timezone)
  where excluded.name <> coalesce(held.name, '')
    or excluded.currency <> coalesce(held.currency, '')
    or excluded.timezone <> coalesce(held.timezone, '');

  update pg_temp.ad_entities as staged
  set
    account_entity_id = accounts.entity_id,
    entity_id = accounts.entity_id,
    currency = coalesce(staged.currency, accounts.currency),
    account_timezone = coalesce(staged.account_timezone, accounts.timezone)
  from analytics.entities as accounts
  where accounts.brand_id = resolve_ad_accounts.brand_id
    and accounts.level = 'account'
    and accounts.platform = staged.platform
    and accounts.external_id = staged.account_id;
end
$$;
comment on function analytics.resolve_ad_accounts(text) is
  'Finds or creates the ad accounts of ad_entities. Completes missing account ids, currencies and time zones with the known ones.';
grant execute on function analytics.resolve_ad_accounts(text) to vitrine_worker;
