create function sources.delete_data(brand_id text, source_id text)
returns bigint
language plpgsql volatile
as $$
declare
  v_source sources.sources;
  v_platform text;
  v_days date[];
  v_creative_ids bigint[];
  v_deleted bigint := 0;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || delete_data.brand_id, 0));
  select held.* into v_source
  from sources.sources as held
  where held.brand_id = delete_data.brand_id and held.source_id = delete_data.source_id and held.is_deletion_due
  for update;
  if not found then
    return 0;
  end if;
  delete from analytics.ga4_sessions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  delete from analytics.ga4_transactions as held where held.brand_id = v_source.brand_id and held.property_id = v_source.external_id and v_source.platform = 'ga4';
  if v_source.platform = 'ga4' then
    perform sources.touch_ga4_orders(v_source.brand_id);
  end if;
  if v_source.platform = 'shopify' then
    perform analytics.attribute_shop_days(
      v_source.brand_id, array(select analytics.delete_shop_orders(v_source.brand_id, v_source.source_id))
    );
    perform storefront.commit_shop_products(v_source.brand_id, v_source.source_id, '[]');
  end if;
  v_platform := analytics.imported_platform(v_source.platform);
  create temporary table ad_account on commit drop as
  select entities.entity_id from sources.account_entities(v_source.brand_id, v_platform, v_source.external_id) as entities (entity_id);
  delete from analytics.facts_hourly as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  with deleted as (
    delete from analytics.facts_daily as held using pg_temp.ad_account as own
    where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id
    returning held.day
  )
  select count(*), pg_catalog.array_agg(distinct deleted.day) into v_deleted, v_days from deleted;
  if v_days is not null then
    delete from analytics.rollups_daily as held where held.brand_id = v_source.brand_id and held.day = any (v_days);
    perform analytics.roll_up(v_source.brand_id, v_days, analytics.all_measures());
  end if;
  -- A deletion of facts keeps their last version, so that versions are deleted after facts.
  delete from analytics.facts_hourly_versions as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  delete from analytics.facts_daily_versions as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id;
  v_creative_ids := array(
    select distinct ads.creative_id
    from analytics.entities as ads
    join pg_temp.ad_account as own on own.entity_id = ads.entity_id
    where ads.brand_id = v_source.brand_id and ads.creative_id is not null
  );
  -- With the account, everything below it is deleted.
  delete from analytics.entities as held using pg_temp.ad_account as own
  where held.brand_id = v_source.brand_id and held.entity_id = own.entity_id and held.level = 'account';
  delete from analytics.creatives as held
  where held.brand_id = v_source.brand_id and held.creative_id = any (v_creative_ids)
    and not exists (select from analytics.entities as ads where ads.brand_id = held.brand_id and ads.creative_id = held.creative_id);
  delete from analytics.platform_status as held
  where held.brand_id = v_source.brand_id and held.platform = v_platform
    and not exists (
      select from analytics.entities where entities.brand_id = held.brand_id and entities.level = 'account' and entities.platform = held.platform
    );
  drop table pg_temp.ad_account;
  delete from sources.sources as held where held.brand_id = v_source.brand_id and held.source_id = v_source.source_id;
  return v_deleted;
end
$$;
comment on function sources.delete_data(text, text) is
  'Deletes the data of a disconnected source for which a person asked: facts, their versions, entities and creatives of the ad account, or sessions and transactions of the GA4 '
  'property, and the source. Returns the number of daily facts.';
