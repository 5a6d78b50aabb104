create table analytics.erased_visitors (
  brand_id text not null,
  visitor_hash bytea not null,
  erased_at timestamptz not null default platform.now(),
  constraint erased_visitors_pkey primary key (brand_id, visitor_hash),
  constraint erased_visitors_brand_id_fkey foreign key (brand_id) references core.brands on delete cascade,
  constraint erased_visitors_visitor_hash_check check (pg_catalog.octet_length(visitor_hash) = 32)
);
comment on table analytics.erased_visitors is
  'Hashes of the visitor ids of erased persons, so that imports and connected shops do not restore what was erased.';
comment on column analytics.erased_visitors.visitor_hash is 'SHA-256 of the brand and the visitor id. It confirms a known id, and contains none.';
comment on column analytics.erased_visitors.erased_at is 'Touches and orders up to this time are not linked to the person again. Later ones are new data.';
