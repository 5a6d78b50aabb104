create function storefront.lock_catalog(brand_id text)
returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('storefront.import/' || lock_catalog.brand_id, 0));
$$;
comment on function storefront.lock_catalog(text) is
  'Waits until no other transaction writes the catalog of a brand, and keeps others waiting until the end of this one.';
grant execute on function storefront.lock_catalog(text) to vitrine_worker, vitrine_gate;
