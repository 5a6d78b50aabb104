create function storefront.emit_product_events(brand_id text)
returns void
language sql volatile
as $$
  insert into events.outbox (brand_id, type, data)
  select
    emit_product_events.brand_id, change.type,
    pg_catalog.jsonb_build_object(
      'product_id', offered.id, 'title', offered.title, 'availability', offered.availability,
      'price', pg_catalog.jsonb_build_object('amount', offered.price, 'currency', offered.currency)
    ) || change.more
  from pg_temp.offered
  left join storefront.catalog_products as held on held.brand_id = emit_product_events.brand_id and held.product_id = offered.id
  cross join lateral (
    values
      (case when held.product_id is null then 'product.created' else 'product.updated' end, '{}'::jsonb),
      (
        case when held.announced_price_micros <> pg_catalog.round(offered.price * 1000000) or held.currency <> offered.currency then 'product.price_changed' end,
        pg_catalog.jsonb_build_object('previous_price', pg_catalog.jsonb_build_object('amount', held.announced_price_micros * 0.000001, 'currency', held.currency))
      ),
      (
        case when held.availability <> offered.availability then 'product.availability_changed' end,
        pg_catalog.jsonb_build_object('previous_availability', held.availability)
      )
  ) as change (type, more)
  where change.type is not null
    and not exists (select from core.brands where brands.brand_id = emit_product_events.brand_id and brands.is_simulated)
  order by offered.line;
$$;
comment on function storefront.emit_product_events(text) is
  'Emits the events for the products of the temporary table offered. Call it before the stored products are replaced.';

create function storefront.emit_product_deletions(brand_id text, product_ids text[])
returns void
language sql volatile
as $$
  insert into events.outbox (brand_id, type, data)
  select emit_product_deletions.brand_id, 'product.deleted', pg_catalog.jsonb_build_object('product_id', gone.id)
  from pg_catalog.unnest(emit_product_deletions.product_ids) as gone (id)
  where not exists (select from core.brands where brands.brand_id = emit_product_deletions.brand_id and brands.is_simulated);
$$;
comment on function storefront.emit_product_deletions(text, text[]) is 'Emits product.deleted for products that leave the catalog.';
grant execute on function storefront.emit_product_events(text), storefront.emit_product_deletions(text, text[]) to vitrine_worker;
