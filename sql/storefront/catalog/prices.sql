create function storefront.is_within(starts_at timestamptz, ends_at timestamptz)
returns boolean
language sql stable
return (is_within.starts_at is null or is_within.starts_at <= platform.now()) and (is_within.ends_at is null or is_within.ends_at > platform.now());
comment on function storefront.is_within(timestamptz, timestamptz) is
  'Returns whether the current time is in the half-open interval from starts_at until just before ends_at. A null bound is unlimited.';

create function storefront.next_price_change(sale_starts_at timestamptz, sale_ends_at timestamptz)
returns timestamptz
language sql stable
return least(
  case when next_price_change.sale_starts_at > platform.now() then next_price_change.sale_starts_at end,
  case when next_price_change.sale_ends_at > platform.now() then next_price_change.sale_ends_at end
);
comment on function storefront.next_price_change(timestamptz, timestamptz) is
  'Returns the next time at which the sale starts or ends. Null if neither is in the future.';

-- Every query that displays, filters, sorts or exports a current price or the present stock reads this view. An import calculates the price itself,
-- before it writes the product.
create view storefront.products
with (security_invoker = true)
as
select
  held.brand_id,
  held.product_id,
  held.item_group_id,
  held.title,
  held.description,
  held.link,
  held.images,
  case when held.sale_price_micros is not null and storefront.is_within(held.sale_starts_at, held.sale_ends_at)
    then held.sale_price_micros else held.regular_price_micros
  end as price_micros,
  case when held.sale_price_micros is not null and storefront.is_within(held.sale_starts_at, held.sale_ends_at)
    then held.regular_price_micros
  end as list_price_micros,
  held.regular_price_micros,
  held.sale_price_micros,
  held.sale_starts_at,
  held.sale_ends_at,
  held.currency,
  storefront.remaining_availability(held.availability, held.quantity, held.ordered_quantity) as availability,
  storefront.remaining_quantity(held.quantity, held.ordered_quantity) as quantity,
  held.product_brand,
  held.category,
  held.gtin,
  held.mpn,
  held.sku,
  held.group_key,
  held.sku_key,
  held.mpn_key,
  held.condition,
  held.attributes,
  held.rating_score,
  held.rating_count,
  held.review_score,
  held.review_count,
  held.shown_score,
  held.shown_count,
  held.related,
  held.title_length,
  held.name_length,
  held.description_length,
  held.attributes_length,
  held.content_hash,
  held.created_at,
  held.updated_at,
  held.feed_fields
from (
  select
    stated.*,
    (
      select coalesce(sum(counted.quantity), 0)
      from storefront.counted_stock as counted
      where counted.brand_id = stated.brand_id and counted.product_id = stated.product_id
    ) as ordered_quantity
  from storefront.catalog_products as stated
) as held;
comment on view storefront.products is
  'Products of a brand: one row per variant, with its current price and stock. A sale price applies from the start of the sale until just before its '
  'end. Orders since the last report of the shop are subtracted from its stock.';
comment on column storefront.products.group_key is 'The key that the variants of one product share: item_group_id, or product_id without a group.';
comment on column storefront.products.sku_key is 'The SKU in lower case, independent of the locale of the database.';
comment on column storefront.products.mpn_key is 'The MPN in lower case, independent of the locale of the database.';
comment on column storefront.products.related is 'Related products that the feed names: [{"id", "type"}].';
comment on column storefront.products.title_length is 'Number of words in the title. The search normalizes word frequencies by it.';
comment on column storefront.products.name_length is 'Number of words in brand, MPN and SKU.';
comment on column storefront.products.description_length is 'Number of words in the description.';
comment on column storefront.products.attributes_length is 'Number of words in the category and the attribute values.';
comment on column storefront.products.content_hash is 'Hash of the product as the feed states it. It changes when the feed changes the product.';
comment on column storefront.products.brand_id is 'The brand that sells the product.';
comment on column storefront.products.product_id is 'The feed''s id of the product or variant.';
comment on column storefront.products.item_group_id is 'The id that the variants of one product share. Null for a product without variants.';
comment on column storefront.products.title is 'The title of the product or variant.';
comment on column storefront.products.description is 'The description, as plain text.';
comment on column storefront.products.link is 'URL of the product page in the merchant''s shop.';
comment on column storefront.products.images is 'URLs of the images, the main image first.';
comment on column storefront.products.price_micros is 'The current price, in micros of the product''s own currency.';
comment on column storefront.products.list_price_micros is 'The price before the reduction, in micros. Null outside a sale.';
comment on column storefront.products.regular_price_micros is 'The price outside a sale, in micros.';
comment on column storefront.products.sale_price_micros is
  'The price during the sale, in micros, even if the sale is not active now. Null without a sale.';
comment on column storefront.products.sale_starts_at is 'The first instant of the sale. Null without a stated start.';
comment on column storefront.products.sale_ends_at is 'The first instant after the sale. Null without a stated end.';
comment on column storefront.products.currency is 'ISO 4217 code of the prices.';
comment on column storefront.products.availability is
  'in_stock, low_stock, out_of_stock or preorder: what the shop last reported, or out_of_stock if later orders have used up the reported stock.';
comment on column storefront.products.quantity is
  'Number in stock: what the shop last reported, minus later orders, at least 0. Null if the feed does not state it.';
comment on column storefront.products.product_brand is 'The brand name on the product.';
comment on column storefront.products.category is 'The merchant''s category, levels separated by " > ".';
comment on column storefront.products.gtin is 'Global Trade Item Number. Null if the feed does not state it.';
comment on column storefront.products.mpn is 'Manufacturer''s part number. Null if the feed does not state it.';
comment on column storefront.products.sku is 'The merchant''s stock-keeping unit. Null if the feed does not state it.';
comment on column storefront.products.condition is 'new, refurbished or used. Null if the feed does not state it.';
comment on column storefront.products.attributes is 'Further attributes by name. A value is a text or a list of texts.';
comment on column storefront.products.feed_fields is
  'Fields that only merchant feeds contain, by the names of Google Merchant Center. A value is a text or a list of texts.';
comment on column storefront.products.rating_score is 'Rating from the feed, 0 to 5. Null without ratings.';
comment on column storefront.products.rating_count is 'Number of ratings that the feed reports.';
comment on column storefront.products.review_score is 'Mean rating of the stored reviews, 1 to 5. Null without reviews.';
comment on column storefront.products.review_count is 'Number of stored reviews.';
comment on column storefront.products.shown_score is 'The rating in responses: from the reviews, or from the feed if there are no reviews.';
comment on column storefront.products.shown_count is 'Number of ratings behind shown_score.';
comment on column storefront.products.created_at is 'Time of the first import of the product.';
comment on column storefront.products.updated_at is 'Time of the last import that changed the product.';

create function storefront.due_price_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select distinct held.brand_id from storefront.catalog_products as held where held.price_changes_at <= platform.now();
$$;
comment on function storefront.due_price_brands() is
  'Returns the ids of brands in which a sale has started or ended since prices were last announced.';
revoke execute on function storefront.due_price_brands() from public;

create function storefront.announce_prices(brand_id text)
returns integer
language plpgsql volatile
as $$
declare
  v_announced integer;
begin
  perform storefront.lock_catalog(announce_prices.brand_id);
  with due as materialized (
    select held.product_id, held.announced_price_micros, products.price_micros, products.availability
    from storefront.catalog_products as held
    join storefront.products on products.brand_id = held.brand_id and products.product_id = held.product_id
    where held.brand_id = announce_prices.brand_id and held.price_changes_at <= platform.now()
  ),
  moved as (
    update storefront.catalog_products as held
    set announced_price_micros = due.price_micros, price_changes_at = storefront.next_price_change(held.sale_starts_at, held.sale_ends_at)
    from due
    where held.brand_id = announce_prices.brand_id and held.product_id = due.product_id
    returning held.product_id, held.title, due.availability, held.currency, due.announced_price_micros, due.price_micros
  ),
  emitted as (
    insert into events.outbox (brand_id, type, data)
    select
      announce_prices.brand_id, 'product.price_changed',
      pg_catalog.jsonb_build_object(
        'product_id', moved.product_id, 'title', moved.title, 'availability', moved.availability,
        'price', pg_catalog.jsonb_build_object('amount', moved.price_micros * 0.000001, 'currency', moved.currency),
        'previous_price', pg_catalog.jsonb_build_object('amount', moved.announced_price_micros * 0.000001, 'currency', moved.currency)
      )
    from moved
    where moved.price_micros <> moved.announced_price_micros
      and not exists (select from core.brands where brands.brand_id = announce_prices.brand_id and brands.is_simulated)
    order by moved.product_id
    returning 1
  )
  select count(*) into v_announced from emitted;
  if v_announced > 0 then
    perform storefront.refresh_middle_prices(announce_prices.brand_id);
  end if;
  return v_announced;
end
$$;
comment on function storefront.announce_prices(text) is
  'Emits product.price_changed for each product whose price has changed because its sale started or ended. If it emits events, it also updates the '
  'median prices of brands and categories. Emits nothing for the simulated brand. Returns the number of events.';

create function storefront.middle_prices(brand_id text)
returns table (kind text, name text, currency text, products bigint, compared_products bigint, middle_price_micros bigint)
language sql stable
as $$
  with groups as (
    select
      named.kind, named.name, held.currency, count(*) as products,
      pg_catalog.percentile_disc(0.5) within group (order by held.price_micros) filter (where held.price_micros > 0) as price_micros
    from storefront.products as held
    cross join lateral (values ('brand', held.product_brand), ('category', held.category)) as named (kind, name)
    where held.brand_id = middle_prices.brand_id and named.name is not null
    group by named.kind, named.name, held.currency, held.group_key
  )
  select
    groups.kind, groups.name, groups.currency, sum(groups.products)::bigint, count(groups.price_micros),
    coalesce(pg_catalog.percentile_disc(0.5) within group (order by groups.price_micros), 0)
  from groups
  group by groups.kind, groups.name, groups.currency;
$$;
comment on function storefront.middle_prices(text) is
  'Returns the median price of each brand and category of a catalog by currency, with the number of its products, and of those that the median counts. '
  'The variants of a product count once, with the median of their prices. Prices of 0 do not count; without others the median is 0.';

create function storefront.refresh_middle_prices(brand_id text)
returns void
language sql volatile
as $$
  update storefront.names as held
  set compared_products = now_costs.compared_products, middle_price_micros = now_costs.middle_price_micros
  from storefront.middle_prices(refresh_middle_prices.brand_id) as now_costs
  where held.brand_id = refresh_middle_prices.brand_id and held.kind = now_costs.kind and held.name = now_costs.name
    and held.currency = now_costs.currency
    and (held.compared_products, held.middle_price_micros) <> (now_costs.compared_products, now_costs.middle_price_micros);
$$;
comment on function storefront.refresh_middle_prices(text) is 'Recalculates the median price of each brand and category from the current prices.';

grant select on storefront.products to vitrine_anonymous, vitrine_key, vitrine_person, vitrine_simulated, vitrine_analyst, vitrine_worker;
grant execute on function storefront.is_within(timestamptz, timestamptz), storefront.next_price_change(timestamptz, timestamptz) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant execute on function storefront.announce_prices(text), storefront.middle_prices(text), storefront.refresh_middle_prices(text) to vitrine_worker;
