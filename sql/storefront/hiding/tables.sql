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
comment on table storefront.hidden_products is
  'Products that the shop took out of its catalog. storefront.catalog_products does not have them, so that no read has to leave them out. Imports write '
  'here what they state of such a product. Its reviews and its places in bundles stay where they are.';
comment on column storefront.hidden_products.product is
  'The product as an import states it, which a restore writes into the catalog. Null if the newest complete file, or the connected shop, no longer has it.';
comment on column storefront.hidden_products.content_hash is 'As content_hash of storefront.catalog_products. Null without a product.';
comment on column storefront.hidden_products.source_id is 'The connected shop that reported the product. Null for products of files.';
comment on column storefront.hidden_products.created_at is 'When the product came into the catalog.';
comment on column storefront.hidden_products.updated_at is 'When an import last changed the product.';
comment on column storefront.hidden_products.hidden_by is 'The id of the person or of the key that hid it.';
