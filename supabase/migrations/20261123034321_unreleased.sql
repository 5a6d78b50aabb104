-- Written by cli/generate/migration.ts from sql/changes/ and from what changed in sql/ since the last release.
set check_function_bodies = off;

set role vitrine_owner;
-- sql/changes/shops.sql
alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz;
alter table storefront.catalog_products add column source_id text;
-- Its condition holds for no row yet.
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;
reset role;

drop function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb);
set role vitrine_owner;
CREATE OR REPLACE FUNCTION core.schema_version()
 RETURNS TABLE(version text, compatible_since text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '20261123034321', '20261121000000';
$function$;
CREATE OR REPLACE FUNCTION analytics.open_shop_orders()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  create temporary table shop_orders (
    order_id text not null,
    customer_id text,
    device_id text,
    changed_at timestamptz not null,
    ordered_at timestamptz not null,
    revenue numeric not null,
    currency text not null,
    is_new_customer boolean,
    refunded numeric not null,
    refunded_at timestamptz,
    canceled_at timestamptz
  ) on commit drop;
  call platform.keep_plain('pg_temp.shop_orders', 'order_id', 'customer_id', 'device_id');
  perform analytics.open_journey_import();
end
$function$;
revoke execute on function analytics.open_shop_orders() from public;
CREATE OR REPLACE FUNCTION analytics.change_shop_orders(brand_id text, source_id text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_brand core.brands;
  v_missing json;
begin
  select brands.* into strict v_brand from core.brands where brands.brand_id = change_shop_orders.brand_id;
  create temporary table shop_changes on commit drop as
  with reported as (
    select
      given.order_id, analytics.visitor_id(given.customer_id, given.device_id) as visitor_id, given.changed_at, given.ordered_at,
      pg_catalog.round(given.revenue * 1000000 * rated.rate)::bigint as revenue_micros,
      -- A canceled order is no sale, even if nothing was paid or paid back. A refund beyond the price is more than the order.
      pg_catalog.round(
        case when given.canceled_at is null then least(given.refunded, given.revenue) else given.revenue end * 1000000 * rated.rate
      )::bigint as refunded_micros,
      greatest(coalesce(given.canceled_at, given.refunded_at, given.changed_at), given.ordered_at) as refunded_at,
      given.is_new_customer, given.currency, rated.rate
    from pg_temp.shop_orders as given
    left join core.exchange_rates as rates
      on rates.from_currency = given.currency and rates.to_currency = v_brand.currency
      and rates.on_day = (given.ordered_at at time zone v_brand.timezone)::date
    cross join lateral (select case when given.currency = v_brand.currency then 1 else rates.rate end as rate) as rated
  )
  select
    reported.order_id, reported.visitor_id, reported.changed_at, reported.ordered_at, reported.revenue_micros, reported.refunded_micros,
    case when reported.refunded_micros > 0 then reported.refunded_at end as refunded_at,
    coalesce(reported.is_new_customer, held.is_new_customer) as is_new_customer, reported.currency, reported.rate,
    held.visitor_id as old_visitor_id, held.ordered_at as old_ordered_at, held.refunded_at as old_refunded_at,
    held.revenue_micros as old_revenue_micros, held.refunded_micros as old_refunded_micros, held.is_new_customer as old_is_new_customer
  from reported
  left join analytics.orders as held on held.brand_id = change_shop_orders.brand_id and held.order_id = reported.order_id
  -- A reply that is older than the stored order, such as one that was delayed, changes nothing.
  where held.order_id is null or held.changed_at is null or reported.changed_at >= held.changed_at;
  select pg_catalog.json_build_object('from_currency', changes.currency, 'to_currency', v_brand.currency, 'day', changes.ordered_at::date)
  into v_missing
  from pg_temp.shop_changes as changes
  where changes.rate is null
  order by changes.ordered_at
  limit 1;
  if found then
    perform platform.fail('BADRQ', 'exchange_rate_is_missing', given => v_missing);
  end if;
  delete from pg_temp.shop_changes as changes
  using analytics.orders as held
  where held.brand_id = change_shop_orders.brand_id and held.order_id = changes.order_id
    and (held.source_id, held.changed_at, held.visitor_id, held.ordered_at, held.revenue_micros, held.refunded_micros, held.refunded_at, held.is_new_customer)
      is not distinct from (
        change_shop_orders.source_id, changes.changed_at, changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros,
        changes.refunded_at, changes.is_new_customer
      );
  insert into analytics.orders as held
    (brand_id, order_id, visitor_id, person_id, ordered_at, revenue_micros, is_new_customer, refunded_micros, refunded_at, source_id, changed_at)
  select
    change_shop_orders.brand_id, changes.order_id, changes.visitor_id, changes.visitor_id, changes.ordered_at, changes.revenue_micros,
    changes.is_new_customer, changes.refunded_micros, changes.refunded_at, change_shop_orders.source_id, changes.changed_at
  from pg_temp.shop_changes as changes
  on conflict on constraint orders_pkey do update
  set
    visitor_id = excluded.visitor_id,
    person_id = case when held.visitor_id = excluded.visitor_id then held.person_id else excluded.person_id end,
    ordered_at = excluded.ordered_at, revenue_micros = excluded.revenue_micros, is_new_customer = excluded.is_new_customer,
    refunded_micros = excluded.refunded_micros, refunded_at = excluded.refunded_at, source_id = excluded.source_id, changed_at = excluded.changed_at;
end
$function$;
revoke execute on function analytics.change_shop_orders(text,text) from public;
CREATE OR REPLACE FUNCTION analytics.add_shop_touches(brand_id text)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
begin
  perform analytics.name_channels(add_shop_touches.brand_id);
  -- The visits of an order follow it to another customer, for example when the shop merges two customers.
  delete from analytics.touchpoints as held
  using pg_temp.shop_changes as changes
  where held.brand_id = add_shop_touches.brand_id and held.visitor_id = changes.old_visitor_id and changes.visitor_id <> changes.old_visitor_id
    and held.touch_id in (select journeys.touch_id from pg_temp.journeys);
  return query
  with written as (
    insert into analytics.touchpoints as held (brand_id, visitor_id, touched_at, kind, channel, touch_id, person_id, campaign)
    select distinct on (visits.visitor_id, visits.touched_at, visits.channel, visits.touch_id)
      add_shop_touches.brand_id, visits.visitor_id, visits.touched_at, 'click', visits.channel, visits.touch_id, visits.visitor_id, visits.campaign
    from (
      select
        analytics.visitor_id(journeys.customer_id, journeys.device_id) as visitor_id, journeys.touched_at::timestamptz as touched_at, journeys.channel,
        journeys.touch_id, journeys.campaign
      from pg_temp.journeys
    ) as visits
    on conflict on constraint touchpoints_pkey do update
    set campaign = excluded.campaign
    where held.campaign is distinct from excluded.campaign
    returning held.touched_at
  )
  select distinct (written.touched_at at time zone brands.timezone)::date
  from written
  join core.brands on brands.brand_id = add_shop_touches.brand_id;
end
$function$;
revoke execute on function analytics.add_shop_touches(text) from public;
CREATE OR REPLACE FUNCTION analytics.delete_shop_orders(brand_id text, source_id text, order_ids text[] DEFAULT NULL::text[], ordered_from timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS SETOF date
 LANGUAGE plpgsql
AS $function$
begin
  return query
  with gone as (
    delete from analytics.orders as held
    where held.brand_id = delete_shop_orders.brand_id and held.source_id = delete_shop_orders.source_id
      and (delete_shop_orders.order_ids is null or held.order_id = any (delete_shop_orders.order_ids))
      and (delete_shop_orders.ordered_from is null or held.ordered_at >= delete_shop_orders.ordered_from)
    returning held.visitor_id, held.order_id, held.ordered_at, held.refunded_at
  ),
  forgotten as (
    -- Visits are those of customers who ordered, so they go with the last order.
    delete from analytics.touchpoints as held
    using gone
    where held.brand_id = delete_shop_orders.brand_id and held.visitor_id = gone.visitor_id and held.touch_id like 'shopify:%'
      and not exists (
        select from analytics.orders as others
        where others.brand_id = delete_shop_orders.brand_id and others.person_id = held.person_id
          and not exists (select from gone as deleted where deleted.order_id = others.order_id)
      )
    returning held.touched_at
  )
  select distinct (moved.at at time zone brands.timezone)::date
  from (
    select gone.ordered_at as at from gone
    union all
    select gone.refunded_at from gone
    union all
    select forgotten.touched_at from forgotten
  ) as moved
  join core.brands on brands.brand_id = delete_shop_orders.brand_id
  where moved.at is not null;
end
$function$;
revoke execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) from public;
CREATE OR REPLACE FUNCTION analytics.attribute_shop_days(brand_id text, days date[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_settings analytics.attribution_settings;
begin
  insert into analytics.attribution_settings (brand_id) values (attribute_shop_days.brand_id) on conflict do nothing;
  select * into strict v_settings from analytics.attribution_settings as settings where settings.brand_id = attribute_shop_days.brand_id;
  -- Days that are near each other are one range. Old refunds make single days, so that they do not recompute all days since.
  perform analytics.attribute(
    runs.brand_id, greatest(runs.first_on, runs.known_from), least(runs.last_on, runs.known_to)
  )
  from (
    select
      status.brand_id, status.first_on as known_from, analytics.last_attributed_on(status.brand_id) as known_to,
      min(numbered.day) as first_on, max(numbered.day) as last_on
    from (
      select steps.day, sum(steps.begins::integer) over (order by steps.day) as run
      from (
        select given.day, coalesce(given.day - pg_catalog.lag(given.day) over (order by given.day) > 3, true) as begins
        from (select distinct changed.day from pg_catalog.unnest(attribute_shop_days.days) as changed (day)) as given
      ) as steps
    ) as numbered
    join analytics.data_status as status on status.brand_id = attribute_shop_days.brand_id and status.kind = 'orders'
    group by status.brand_id, status.first_on, numbered.run
  ) as runs
  where runs.last_on >= runs.known_from and runs.first_on <= runs.known_to;
end
$function$;
revoke execute on function analytics.attribute_shop_days(text,date[]) from public;
CREATE OR REPLACE FUNCTION analytics.commit_shop_orders(brand_id text, source_id text, only_ids text[] DEFAULT NULL::text[], updated_from timestamp with time zone DEFAULT NULL::timestamp with time zone, updated_to timestamp with time zone DEFAULT NULL::timestamp with time zone, visible_since timestamp with time zone DEFAULT NULL::timestamp with time zone, first_on date DEFAULT NULL::date, last_on date DEFAULT NULL::date)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_timezone text;
  v_window integer;
  v_known_from date;
  v_changed bigint;
  v_touch_days date[];
  v_gone_days date[] := '{}';
  v_days date[];
  v_vanished text[] := '{}';
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('analytics.import/' || commit_shop_orders.brand_id, 0));
  select brands.timezone into strict v_timezone from core.brands where brands.brand_id = commit_shop_orders.brand_id;
  select greatest(settings.click_days, settings.view_days) into v_window
  from analytics.attribution_settings as settings
  where settings.brand_id = commit_shop_orders.brand_id;
  perform analytics.change_shop_orders(commit_shop_orders.brand_id, commit_shop_orders.source_id);
  select count(*) into v_changed from pg_temp.shop_changes;
  v_touch_days := array(select analytics.add_shop_touches(commit_shop_orders.brand_id));
  if commit_shop_orders.only_ids is not null then
    v_gone_days := array(
      select analytics.delete_shop_orders(
        commit_shop_orders.brand_id, commit_shop_orders.source_id,
        array(
          select asked.order_id from pg_catalog.unnest(commit_shop_orders.only_ids) as asked (order_id)
          where not exists (select from pg_temp.shop_orders where shop_orders.order_id = asked.order_id)
        ),
        commit_shop_orders.visible_since
      )
    );
  elsif commit_shop_orders.updated_from is not null then
    v_vanished := array(
      select held.order_id
      from analytics.orders as held
      where held.brand_id = commit_shop_orders.brand_id and held.source_id = commit_shop_orders.source_id
        and held.changed_at >= commit_shop_orders.updated_from
        and (commit_shop_orders.updated_to is null or held.changed_at < commit_shop_orders.updated_to)
        and (commit_shop_orders.visible_since is null or held.ordered_at >= commit_shop_orders.visible_since)
        and not exists (select from pg_temp.shop_orders where shop_orders.order_id = held.order_id)
    );
  end if;
  if v_changed > 0 or v_touch_days <> '{}' then
    perform analytics.stitch_identities(commit_shop_orders.brand_id);
    perform analytics.ensure_journey_statistics(v_changed + (select count(*) from pg_temp.journeys));
  end if;
  select status.first_on into v_known_from
  from analytics.data_status as status
  where status.brand_id = commit_shop_orders.brand_id and status.kind = 'orders';
  if commit_shop_orders.first_on is not null then
    perform analytics.note_data(commit_shop_orders.brand_id, array[known.kind], commit_shop_orders.first_on, commit_shop_orders.last_on)
    from (values ('orders', true), ('journeys', exists (select from pg_temp.journeys))) as known (kind, is_reported)
    where known.is_reported
      and not exists (
        select from analytics.data_status as held
        where held.brand_id = commit_shop_orders.brand_id and held.kind = known.kind
          and held.first_on <= commit_shop_orders.first_on and held.last_on >= commit_shop_orders.last_on
      );
  end if;
  v_days := array(
    select (moved.at at time zone v_timezone)::date
    from pg_temp.shop_changes as changes
    cross join lateral (values (changes.ordered_at), (changes.old_ordered_at), (changes.refunded_at), (changes.old_refunded_at)) as moved (at)
    where moved.at is not null
      and (changes.visitor_id, changes.ordered_at, changes.revenue_micros, changes.refunded_micros, changes.refunded_at, changes.is_new_customer)
        is distinct from (
          changes.old_visitor_id, changes.old_ordered_at, changes.old_revenue_micros, changes.old_refunded_micros, changes.old_refunded_at,
          changes.old_is_new_customer
        )
    union
    -- A new touch, or one without its order, can change the credits of orders until the end of its window.
    select touched.day + after.days
    from pg_catalog.unnest(v_touch_days || v_gone_days) as touched (day)
    cross join pg_catalog.generate_series(0, coalesce(v_window, 30) + 1) as after (days)
    union
    -- Orders that were stored before their days were read belong to known days now.
    select days.day::date
    from pg_catalog.generate_series(commit_shop_orders.first_on::timestamp, v_known_from - 1, interval '1 day') as days (day)
  );
  if v_days <> '{}' then
    perform analytics.attribute_shop_days(commit_shop_orders.brand_id, v_days);
  end if;
  return pg_catalog.json_build_object(
    'changed', v_changed, 'vanished', v_vanished, 'is_changed', v_changed > 0 or v_touch_days <> '{}' or v_gone_days <> '{}'
  );
end
$function$;
revoke execute on function analytics.commit_shop_orders(text,text,text[],timestamp with time zone,timestamp with time zone,timestamp with time zone,date,date) from public;
CREATE OR REPLACE FUNCTION storefront.commit_product_import(brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean DEFAULT false, warnings jsonb DEFAULT '[]'::jsonb, source_id text DEFAULT NULL::text, only_groups text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  v_accepted bigint;
  v_changed text[];
  v_gone text[];
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || commit_product_import.brand_id, 0));
  create temporary table rejections on commit drop as
  select products.line, products.reason from pg_temp.products where products.reason is not null;
  create temporary table offered on commit drop as
  select
    given.id, given.item_group_id, given.title, given.description, given.link, given.image_links,
    priced.regular_price,
    -- A sale price that equals the regular price is not a reduction.
    case when priced.sale_price < priced.regular_price then priced.sale_price end as sale_price,
    case when priced.sale_price < priced.regular_price then given.sale_starts_at end as sale_starts_at,
    case when priced.sale_price < priced.regular_price then given.sale_ends_at end as sale_ends_at,
    case when priced.sale_price < priced.regular_price and storefront.is_within(given.sale_starts_at, given.sale_ends_at)
      then priced.sale_price else priced.regular_price
    end as price,
    given.currency, given.availability, given.quantity, given.brand, given.category,
    given.gtin, given.mpn, given.sku, given.condition,
    given.attributes, given.rating_score, given.rating_count, given.related,
    pg_catalog.md5(products.product::text) as content_hash, products.line,
    pg_catalog.row_number() over (partition by given.id order by products.line desc) as number
  from pg_temp.products
  cross join lateral pg_catalog.jsonb_to_record(products.product) as given (
    id text, item_group_id text, title text, description text, link text, image_links jsonb, price numeric, list_price numeric,
    sale_price numeric, sale_starts_at timestamptz, sale_ends_at timestamptz, currency text,
    availability text, quantity integer, brand text, category text, gtin text, mpn text, sku text, condition text, attributes jsonb,
    rating_score numeric, rating_count integer, related jsonb
  )
  left join core.currencies on currencies.currency = given.currency
  -- A list price together with a lower price is a sale without stated dates.
  cross join lateral (
    select
      pg_catalog.round(coalesce(given.list_price, given.price), currencies.exponent) as regular_price,
      pg_catalog.round(case when given.list_price is not null then given.price else given.sale_price end, currencies.exponent) as sale_price
  ) as priced
  where products.reason is null;
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('currency_is_unknown', pg_catalog.jsonb_build_object('currency', removed.currency)) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*) into v_accepted from pg_temp.offered;
  analyze pg_temp.offered;
  -- The import states the current stock, so quantities of earlier orders are no longer subtracted. This also applies if the number is unchanged.
  delete from commerce.ordered_stock as taken
  using pg_temp.offered
  where taken.brand_id = commit_product_import.brand_id and taken.product_id = offered.id;

  -- Unchanged products are removed from the temporary table below, because most products of a feed are unchanged.
  if commit_product_import.replaces and (v_accepted > 0 or commit_product_import.source_id is not null) then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.catalog_products as held
    where held.brand_id = commit_product_import.brand_id
      and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id)
      and (commit_product_import.only_groups is null or held.group_key = any (commit_product_import.only_groups))
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    perform storefront.emit_product_deletions(commit_product_import.brand_id, v_gone);
    perform storefront.forget_words(commit_product_import.brand_id, v_gone);
    delete from storefront.products as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_gone);
  end if;
  delete from pg_temp.offered
  using storefront.catalog_products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash
    and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id);
  select coalesce(pg_catalog.array_agg(offered.id), '{}') into v_changed from pg_temp.offered;
  perform storefront.emit_product_events(commit_product_import.brand_id);
  perform storefront.word_products();
  insert into storefront.catalog_products as held (
    brand_id, product_id, item_group_id, title, description, link, images, regular_price_micros, sale_price_micros, sale_starts_at, sale_ends_at,
    announced_price_micros, price_changes_at, currency, availability, quantity,
    product_brand, category, gtin, mpn, sku, condition, attributes, rating_score, rating_count, related,
    title_length, name_length, description_length, attributes_length, content_hash, source_id
  )
  select
    commit_product_import.brand_id, offered.id, offered.item_group_id, offered.title, offered.description, offered.link,
    array(select pg_catalog.jsonb_array_elements_text(offered.image_links)),
    pg_catalog.round(offered.regular_price * 1000000), pg_catalog.round(offered.sale_price * 1000000), offered.sale_starts_at, offered.sale_ends_at,
    pg_catalog.round(offered.price * 1000000), storefront.next_price_change(offered.sale_starts_at, offered.sale_ends_at), offered.currency, offered.availability, offered.quantity,
    offered.brand, offered.category, offered.gtin, offered.mpn, offered.sku, offered.condition, coalesce(offered.attributes, '{}'),
    nullif(offered.rating_score, 0), offered.rating_count, coalesce(offered.related, '[]'),
    storefront.word_counts(worded.title), storefront.word_counts(worded.name),
    storefront.word_counts(worded.description), storefront.word_counts(worded.attributes),
    offered.content_hash, commit_product_import.source_id
  from pg_temp.offered
  join pg_temp.worded on worded.product_id = offered.id
  on conflict on constraint catalog_products_pkey do update
  set
    item_group_id = excluded.item_group_id, title = excluded.title, description = excluded.description, link = excluded.link,
    images = excluded.images, regular_price_micros = excluded.regular_price_micros, sale_price_micros = excluded.sale_price_micros,
    sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, announced_price_micros = excluded.announced_price_micros,
    price_changes_at = excluded.price_changes_at,
    currency = excluded.currency, availability = excluded.availability, quantity = excluded.quantity, product_brand = excluded.product_brand,
    category = excluded.category, gtin = excluded.gtin, mpn = excluded.mpn, sku = excluded.sku, condition = excluded.condition,
    attributes = excluded.attributes, rating_score = excluded.rating_score, rating_count = excluded.rating_count, related = excluded.related,
    title_length = excluded.title_length, name_length = excluded.name_length, description_length = excluded.description_length,
    attributes_length = excluded.attributes_length, content_hash = excluded.content_hash, source_id = excluded.source_id,
    updated_at = excluded.updated_at;
  if v_changed <> '{}' or v_gone <> '{}' then
    perform storefront.forget_words(commit_product_import.brand_id, v_changed);
    perform storefront.index_products(commit_product_import.brand_id);
  elsif v_accepted > 0 then
    -- An import of an identical catalog also updates its freshness.
    update storefront.catalogs set updated_at = platform.now() where catalogs.brand_id = commit_product_import.brand_id;
  end if;
  if pg_catalog.cardinality(v_changed) >= 1000 then
    perform storefront.refresh_statistics();
  end if;
  drop table pg_temp.worded;
  drop table pg_temp.offered;
  if commit_product_import.source_id is not null then
    return pg_catalog.json_build_object('changed', pg_catalog.cardinality(v_changed), 'deleted', coalesce(pg_catalog.cardinality(v_gone), 0));
  end if;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null, commit_product_import.warnings
  );
end
$function$;
revoke execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) from public;
reset role;
comment on function analytics.add_shop_touches(text) is 'Adds the visits of the temporary table journeys as clicks, and returns the days of the new ones. They are visits of customers who ordered.';
grant execute on function analytics.add_shop_touches(text) to vitrine_worker;
comment on function analytics.attribute_shop_days(text,date[]) is 'Recomputes the attribution of the orders of these days.';
grant execute on function analytics.attribute_shop_days(text,date[]) to vitrine_worker;
comment on function analytics.change_shop_orders(text,text) is 'Writes the orders of the temporary table shop_orders that differ from the stored ones, and leaves those in the temporary table shop_changes. Raises BADRQ if a rate of exchange is missing.';
grant execute on function analytics.change_shop_orders(text,text) to vitrine_worker;
comment on function analytics.commit_shop_orders(text,text,text[],timestamp with time zone,timestamp with time zone,timestamp with time zone,date,date) is 'Writes the orders and visits of the temporary tables of analytics.open_shop_orders, and recomputes the attribution that they change. Unchanged orders write nothing. only_ids: single orders were read, and those that the tables lack are deleted. updated_from, updated_to: all orders that changed between them were read; stored ones that the tables lack are returned as vanished, because they changed again or were deleted. visible_since: older orders are invisible, so their absence means nothing. first_on, last_on: the days on which all orders are known now.';
grant execute on function analytics.commit_shop_orders(text,text,text[],timestamp with time zone,timestamp with time zone,timestamp with time zone,date,date) to vitrine_worker;
comment on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) is 'Deletes orders of a source, all or some, with the visits of customers who then have no order. Returns the days whose attribution changes.';
grant execute on function analytics.delete_shop_orders(text,text,text[],timestamp with time zone) to vitrine_worker;
comment on function analytics.open_shop_orders() is 'Creates the temporary tables for orders that a connected shop reported, with amounts in the currency of the shop, and for the visits before them.';
grant execute on function analytics.open_shop_orders() to vitrine_worker;
comment on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) is 'Imports the temporary table products and indexes it for the search in the same transaction. Unchanged products are not written. replaces: deletes products that the file does not contain, unless the file has no valid row. warnings: reports of truncated values. source_id: the connected shop that reported the products, of which only its own are deleted; nothing is recorded as an import then. only_groups: the products that were read.';
grant execute on function storefront.commit_product_import(text,text,text,bigint,boolean,jsonb,text,text[]) to vitrine_worker;
comment on column analytics.orders.changed_at is 'When the order last changed in the connected shop.';
comment on column analytics.orders.source_id is 'The connected shop that reported the order. Null for orders of files.';
comment on column storefront.catalog_products.source_id is 'The connected shop that reported the product. Null for products of files.';
call core.record_catalog();
