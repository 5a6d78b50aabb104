alter table analytics.orders
  add column source_id text,
  add column changed_at timestamptz;
alter table storefront.catalog_products add column source_id text;
-- Its condition holds for no row yet.
create index orders_source_idx on analytics.orders (brand_id, source_id, changed_at) where source_id is not null;
