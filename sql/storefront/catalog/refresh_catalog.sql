create function storefront.is_current_catalog(catalog storefront.catalogs)
returns boolean
language sql immutable
return (is_current_catalog.catalog).index_version = storefront.index_version() and (is_current_catalog.catalog).feed_version = storefront.feed_version();
comment on function storefront.is_current_catalog(storefront.catalogs) is
  'Whether the search index of a catalog has the current weights, and its products are judged by the current rules of feeds.';

create function storefront.due_catalogs()
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select catalogs.brand_id from storefront.catalogs where not storefront.is_current_catalog(catalogs);
$$;
comment on function storefront.due_catalogs() is
  'Returns the ids of brands whose catalogs an earlier release indexed, or judged by other rules of feeds.';
revoke execute on function storefront.due_catalogs() from public;

create function storefront.refresh_catalog(brand_id text)
returns boolean
language plpgsql volatile
set work_mem = '64MB'
as $$
begin
  perform storefront.lock_catalog(refresh_catalog.brand_id);
  if not exists (select from storefront.catalogs where catalogs.brand_id = refresh_catalog.brand_id and not storefront.is_current_catalog(catalogs)) then
    return false;
  end if;
  if exists (select from storefront.catalogs where catalogs.brand_id = refresh_catalog.brand_id and catalogs.index_version <> storefront.index_version()) then
    perform storefront.reindex_products(refresh_catalog.brand_id);
  end if;
  perform storefront.judge_feeds(refresh_catalog.brand_id, '{}');
  return true;
end
$$;
comment on function storefront.refresh_catalog(text) is
  'Indexes a catalog with the current weights, and judges it by the current rules of feeds, unless it is. Returns whether it was necessary. For the worker: a '
  'large catalog takes minutes.';
grant execute on function
  storefront.is_current_catalog(storefront.catalogs),
  storefront.index_version(),
  storefront.feed_version()
to vitrine_worker, vitrine_gate;
grant execute on function storefront.refresh_catalog(text) to vitrine_worker;
