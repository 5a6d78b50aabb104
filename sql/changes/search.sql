alter table storefront.catalogs add column index_version smallint not null default 0;
-- Each search index is written again by the next import of its catalog (index_version). Until then it is read as it is, and no product is
-- removed from it alone.
alter table storefront.postings drop constraint postings_product_fkey;
drop index storefront.postings_product_idx;

create table storefront.product_terms (
  brand_id text not null,
  product_id text not null,
  terms text[] not null,
  constraint product_terms_pkey primary key (brand_id, product_id),
  constraint product_terms_product_fkey foreign key (brand_id, product_id) references storefront.catalog_products on delete cascade
);
