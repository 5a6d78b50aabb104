create function sources.shrink_data_status(brand_id text, kinds text[])
returns void
language plpgsql volatile
as $$
declare
  v_timezone text;
begin
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = shrink_data_status.brand_id;
  with remaining as (
    select 'ads_daily' as kind, min(held.day) as first_on, max(held.day) as last_on
    from analytics.facts_daily as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'ads_hourly', (min(held.hour) at time zone v_timezone)::date, (max(held.hour) at time zone v_timezone)::date
    from analytics.facts_hourly as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'orders', (min(held.ordered_at) at time zone v_timezone)::date, (max(held.ordered_at) at time zone v_timezone)::date
    from analytics.orders as held
    where held.brand_id = shrink_data_status.brand_id
    union all
    select 'journeys', (min(held.touched_at) at time zone v_timezone)::date, (max(held.touched_at) at time zone v_timezone)::date
    from analytics.touchpoints as held
    where held.brand_id = shrink_data_status.brand_id and held.reported_by is null
  ),
  gone as (
    delete from analytics.data_status as held
    using remaining
    where held.brand_id = shrink_data_status.brand_id and held.kind = any (shrink_data_status.kinds) and held.kind = remaining.kind
      and (remaining.first_on is null or remaining.first_on > held.last_on or remaining.last_on < held.first_on)
  )
  update analytics.data_status as held
  set first_on = greatest(held.first_on, remaining.first_on), last_on = least(held.last_on, remaining.last_on)
  from remaining
  where held.brand_id = shrink_data_status.brand_id and held.kind = any (shrink_data_status.kinds) and held.kind = remaining.kind
    and remaining.first_on <= held.last_on and remaining.last_on >= held.first_on;
end
$$;
comment on function sources.shrink_data_status(text, text[]) is
  'Limits the known days of these kinds of data to those of the remaining rows. Without rows, the data is not ready.';

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
    -- Otherwise the ids of its orders would remain in the reports of Google Analytics and in the requests of its customers.
    delete from analytics.ga4_transactions as held
    using analytics.orders
    where held.brand_id = v_source.brand_id and orders.brand_id = held.brand_id and orders.source_id = v_source.source_id
      and orders.order_id = held.transaction_id;
    update sources.data_requests as held
    set customer_id = null, order_ids = '{}'
    where held.brand_id = v_source.brand_id and held.shop = v_source.external_id;
    perform analytics.attribute_shop_days(
      v_source.brand_id, array(select analytics.delete_shop_orders(v_source.brand_id, v_source.source_id))
    );
    perform storefront.commit_shop_products(v_source.brand_id, v_source.source_id, '[]');
    delete from storefront.hidden_products as held where held.brand_id = v_source.brand_id and held.source_id = v_source.source_id;
    perform sources.shrink_data_status(v_source.brand_id, '{orders,journeys}');
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
    -- Forecasts are results of the deleted numbers.
    delete from analytics.forecasts as held where held.brand_id = v_source.brand_id;
    perform core.make_due(v_source.brand_id, 'forecasts');
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
  if sources.has_report(v_source.platform, 'ads_daily') then
    perform sources.shrink_data_status(v_source.brand_id, '{ads_daily,ads_hourly}');
  end if;
  delete from sources.sources as held where held.brand_id = v_source.brand_id and held.source_id = v_source.source_id;
  return v_deleted;
end
$$;
comment on function sources.delete_data(text, text) is
  'Deletes the data of a disconnected source for which a person asked: facts, their versions, entities and creatives of the ad account, or sessions and transactions of the GA4 '
  'property, or orders and products of the shop, also hidden ones, and the source. Deletes the forecasts of the brand too, and has them made again at once. Limits the known days to those of the remaining data. Returns the number of daily facts.';
