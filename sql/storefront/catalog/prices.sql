create function storefront.is_within(starts_at timestamptz, ends_at timestamptz)
returns boolean
language sql stable
return (is_within.starts_at is null or is_within.starts_at <= platform.now()) and (is_within.ends_at is null or is_within.ends_at > platform.now());
comment on function storefront.is_within(timestamptz, timestamptz) is
  'Whether the clock is within a half-open period: from its start until just before its end. A missing end has no limit on that side.';

create function storefront.next_price_change(sale_starts_at timestamptz, sale_ends_at timestamptz)
returns timestamptz
language sql stable
return least(
  case when next_price_change.sale_starts_at > platform.now() then next_price_change.sale_starts_at end,
  case when next_price_change.sale_ends_at > platform.now() then next_price_change.sale_ends_at end
);
comment on function storefront.next_price_change(timestamptz, timestamptz) is 'The next instant at which a sale starts or ends; null where both are past.';

-- The one place where the present price is worked out: everything that shows, filters, orders or feeds a price reads this view.
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
  held.availability,
  held.quantity,
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
  held.updated_at
from storefront.catalog_products as held;
comment on view storefront.products is
  'What a brand sells: one row per variant, with the price that holds now. A sale price applies from the start of its sale until just before its end.';
comment on column storefront.products.group_key is 'What the variants of one product share: item_group_id, or product_id where there is none.';
comment on column storefront.products.sku_key is 'The SKU in lower case.';
comment on column storefront.products.mpn_key is 'The MPN in lower case.';
comment on column storefront.products.related is 'Products that the feed names beside it: [{"id", "type"}].';
comment on column storefront.products.title_length is 'How many words the title has. The search weighs words by it.';
comment on column storefront.products.name_length is 'How many words brand and model have.';
comment on column storefront.products.description_length is 'How many words the description has.';
comment on column storefront.products.attributes_length is 'How many words the attributes have.';
comment on column storefront.products.content_hash is 'Changes when the feed says something else about the product.';
comment on column storefront.products.brand_id is 'The brand that sells it.';
comment on column storefront.products.product_id is 'The feed''s id of the product or variant.';
comment on column storefront.products.item_group_id is 'The id that the variants of one product share; null for a product without variants.';
comment on column storefront.products.title is 'The title of the product or variant.';
comment on column storefront.products.description is 'The description, as plain text.';
comment on column storefront.products.link is 'The address of its page in the merchant''s shop.';
comment on column storefront.products.images is 'The addresses of its images, the main one first.';
comment on column storefront.products.price_micros is 'The price that holds now, in millionths of the product''s own currency.';
comment on column storefront.products.list_price_micros is 'The price before the reduction while a sale holds; null otherwise.';
comment on column storefront.products.regular_price_micros is 'The price outside a sale.';
comment on column storefront.products.sale_price_micros is 'The price during the sale, whether or not it holds now; null without a sale.';
comment on column storefront.products.sale_starts_at is 'The first instant of the sale; null where the sale has no stated start.';
comment on column storefront.products.sale_ends_at is 'The first instant after the sale; null where the sale has no stated end.';
comment on column storefront.products.currency is 'The ISO 4217 code of its prices.';
comment on column storefront.products.availability is 'in_stock, low_stock, out_of_stock or preorder.';
comment on column storefront.products.quantity is 'How many are in stock; null where the feed does not say.';
comment on column storefront.products.product_brand is 'The brand name on the product.';
comment on column storefront.products.category is 'The merchant''s category, levels separated by " > ".';
comment on column storefront.products.gtin is 'The Global Trade Item Number; null without one.';
comment on column storefront.products.mpn is 'The manufacturer''s part number; null without one.';
comment on column storefront.products.sku is 'The merchant''s stock number; null without one.';
comment on column storefront.products.condition is 'new, refurbished or used; null where the feed does not say.';
comment on column storefront.products.attributes is 'Further attributes by name: text or a list of texts.';
comment on column storefront.products.rating_score is 'The rating in the feed, 0 to 5; null without ratings.';
comment on column storefront.products.rating_count is 'How many ratings the feed counts.';
comment on column storefront.products.review_score is 'The mean rating of the reviews stored here; null without reviews.';
comment on column storefront.products.review_count is 'How many reviews are stored here.';
comment on column storefront.products.shown_score is 'The rating that answers show: that of the reviews, or else that of the feed.';
comment on column storefront.products.shown_count is 'How many ratings the shown rating rests on.';
comment on column storefront.products.created_at is 'When the product first came in.';
comment on column storefront.products.updated_at is 'When the product last changed by an import.';

create function storefront.due_price_brands()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select distinct held.brand_id from storefront.catalog_products as held where held.price_changes_at <= platform.now();
$$;
comment on function storefront.due_price_brands() is 'The brands in whose catalog a sale has started or ended since prices were last announced.';
revoke execute on function storefront.due_price_brands() from public;

create function storefront.announce_prices(brand_id text)
returns integer
language plpgsql volatile
as $$
declare
  v_announced integer;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || announce_prices.brand_id, 0));
  with due as materialized (
    select held.product_id, held.told_price_micros, products.price_micros
    from storefront.catalog_products as held
    join storefront.products on products.brand_id = held.brand_id and products.product_id = held.product_id
    where held.brand_id = announce_prices.brand_id and held.price_changes_at <= platform.now()
  ),
  moved as (
    update storefront.catalog_products as held
    set told_price_micros = due.price_micros, price_changes_at = storefront.next_price_change(held.sale_starts_at, held.sale_ends_at)
    from due
    where held.brand_id = announce_prices.brand_id and held.product_id = due.product_id
    returning held.product_id, held.title, held.availability, held.currency, due.told_price_micros, due.price_micros
  ),
  told as (
    insert into events.outbox (brand_id, type, data)
    select
      announce_prices.brand_id, 'product.price_changed',
      pg_catalog.jsonb_build_object(
        'product_id', moved.product_id, 'title', moved.title, 'availability', moved.availability,
        'price', pg_catalog.jsonb_build_object('amount', moved.price_micros * 0.000001, 'currency', moved.currency),
        'previous_price', pg_catalog.jsonb_build_object('amount', moved.told_price_micros * 0.000001, 'currency', moved.currency)
      )
    from moved
    where moved.price_micros <> moved.told_price_micros
      and not exists (select from core.brands where brands.brand_id = announce_prices.brand_id and brands.is_simulated)
    order by moved.product_id
    returning 1
  )
  select count(*) into v_announced from told;
  if v_announced > 0 then
    perform storefront.refresh_middle_prices(announce_prices.brand_id);
  end if;
  return v_announced;
end
$$;
comment on function storefront.announce_prices(text) is
  'Emits product.price_changed for each product whose sale has started or ended since the last announcement, and refreshes the median prices of '
  'brands and categories; returns the number of events.';

create function storefront.refresh_middle_prices(brand_id text)
returns void
language sql volatile
as $$
  update storefront.names as held
  set middle_price_micros = now_costs.middle_price_micros
  from (
    select
      kind.kind, kind.name, products.currency,
      pg_catalog.percentile_disc(0.5) within group (order by products.price_micros) as middle_price_micros
    from storefront.products
    cross join lateral (values ('brand', products.product_brand), ('category', products.category)) as kind (kind, name)
    where products.brand_id = refresh_middle_prices.brand_id and kind.name is not null
    group by kind.kind, kind.name, products.currency
  ) as now_costs
  where held.brand_id = refresh_middle_prices.brand_id and held.kind = now_costs.kind and held.name = now_costs.name
    and held.currency = now_costs.currency and held.middle_price_micros <> now_costs.middle_price_micros;
$$;
comment on function storefront.refresh_middle_prices(text) is 'Brings the median price of each brand and category up to the prices that hold now.';

grant select on storefront.products to vitrine_anonymous, vitrine_key, vitrine_person, vitrine_simulated, vitrine_analyst;
grant select, insert, update, delete on storefront.products to vitrine_worker;
grant execute on function storefront.is_within(timestamptz, timestamptz), storefront.next_price_change(timestamptz, timestamptz) to
  vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst, vitrine_worker, vitrine_gate;
grant execute on function storefront.announce_prices(text), storefront.refresh_middle_prices(text) to vitrine_worker;
