create function storefront.renew_version()
returns trigger
language plpgsql volatile
as $$
begin
  -- A deletion of a brand has no rows left to delete.
  if exists (select from changed) then
    update storefront.catalogs
    set version = pg_catalog.gen_random_uuid(), version_from = greatest(catalogs.version_from, platform.now())
    where catalogs.brand_id in (select changed.brand_id from changed);
  end if;
  return null;
end
$$;
comment on function storefront.renew_version() is
  'Gives the catalogs of changed rows another version. Writers of products hold storefront.lock_catalog. The erasure of a person waits for them if it changes reviews.';
grant execute on function storefront.renew_version() to vitrine_worker;

create procedure storefront.version_by(written_table regclass)
language plpgsql
as $$
declare
  v_event text;
begin
  foreach v_event in array array['insert', 'update', 'delete'] loop
    execute pg_catalog.format(
      'create trigger renew_version_after_%1$s after %1$s on %2$s referencing %3$s table as changed for each statement execute function storefront.renew_version()',
      v_event, version_by.written_table, case v_event when 'delete' then 'old' else 'new' end
    );
  end loop;
end
$$;
comment on procedure storefront.version_by(regclass) is 'Creates the triggers that give a catalog another version after each statement that writes a table.';

call storefront.version_by('storefront.catalog_products');
call storefront.version_by('storefront.reviews');
call storefront.version_by('storefront.names');

create function storefront.shop_version(brand_id text)
returns text
language plpgsql stable
set plan_cache_mode = 'force_generic_plan'
as $$
begin
  -- Only responses to anonymous callers have an ETag.
  if current_user <> 'vitrine_anonymous' then
    return null;
  end if;
  return (
    select pg_catalog.md5(pg_catalog.concat_ws(
      ' ', schema_version.version, catalogs.version, extract(epoch from catalogs.updated_at), coalesce(scores.score::text, 'none'), stock.rows, stock.digest
    ))
    from storefront.catalogs
    cross join core.schema_version()
    left join storefront.trust_scores as scores on scores.brand_id = catalogs.brand_id
    -- Rows instead of a version, so that two orders do not wait for each other.
    cross join lateral (
      select
        count(*) as rows,
        sum(pg_catalog.hashtextextended(pg_catalog.concat_ws(' ', taken.transaction_id, taken.quantity, taken.product_id), 0)) as digest
      from (
        select counted.transaction_id, counted.quantity, counted.product_id
        from storefront.counted_stock as counted
        where counted.brand_id = catalogs.brand_id
        limit 1001
      ) as taken
    ) as stock
    where catalogs.brand_id = shop_version.brand_id and catalogs.version_from <= platform.now() and stock.rows <= 1000
      -- A sale has begun or ended since the last announcement of prices.
      and not exists (
        select from storefront.catalog_products as held where held.brand_id = catalogs.brand_id and held.price_changes_at <= platform.now()
      )
  );
end
$$;
comment on function storefront.shop_version(text) is
  'Returns the version of what products, product, compare and reviews show of a shop to anonymous callers: it differs if one of their responses can. It covers '
  'products, reviews, medians, freshness, the trust score, and orders that reduce the stock. Null for other callers, without a catalog, with over '
  '1,000 such orders, and from the start or end of a sale until the worker announces the price.';
grant execute on function storefront.shop_version(text) to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
grant execute on function core.schema_version() to vitrine_anonymous;
