create table analytics.erased_visitors (
  brand_id text not null,
  visitor_hash bytea not null,
  erased_at timestamptz not null default platform.now(),
  constraint erased_visitors_pkey primary key (brand_id, visitor_hash),
  constraint erased_visitors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint erased_visitors_visitor_hash_check check (pg_catalog.octet_length(visitor_hash) = 32)
);
