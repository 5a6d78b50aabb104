create table storefront.hidden_products (
  brand_id text not null,
  product_id text not null,
  title text not null,
  product jsonb,
  content_hash text,
  source_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  hidden_by text not null,
  hidden_at timestamptz not null default platform.now(),
  constraint hidden_products_pkey primary key (brand_id, product_id),
  constraint hidden_products_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint hidden_products_product_check check ((product is null) = (content_hash is null))
);
-- A hidden product keeps its reviews and its places in bundles.
alter table storefront.bundle_products drop constraint bundle_products_product_fkey;
alter table storefront.reviews drop constraint reviews_product_fkey;
