create function storefront.as_imported(held storefront.catalog_products)
returns jsonb
language sql stable
return pg_catalog.jsonb_build_object(
  'id', (as_imported.held).product_id, 'item_group_id', (as_imported.held).item_group_id, 'title', (as_imported.held).title,
  'description', (as_imported.held).description, 'link', (as_imported.held).link, 'image_links', (as_imported.held).images,
  'price', (as_imported.held).regular_price_micros / 1000000.0, 'sale_price', (as_imported.held).sale_price_micros / 1000000.0,
  'sale_starts_at', (as_imported.held).sale_starts_at, 'sale_ends_at', (as_imported.held).sale_ends_at, 'currency', (as_imported.held).currency,
  'availability', (as_imported.held).availability, 'quantity', (as_imported.held).quantity, 'brand', (as_imported.held).product_brand,
  'category', (as_imported.held).category, 'gtin', (as_imported.held).gtin, 'mpn', (as_imported.held).mpn, 'sku', (as_imported.held).sku,
  'condition', (as_imported.held).condition, 'attributes', (as_imported.held).attributes
) || pg_catalog.jsonb_build_object(
  'feed_fields', (as_imported.held).feed_fields, 'rating_score', (as_imported.held).rating_score, 'rating_count', (as_imported.held).rating_count,
  'related', (as_imported.held).related
);
comment on function storefront.as_imported(storefront.catalog_products) is
  'Returns a product of the catalog in the form of the rows of storefront.open_product_import.';

create function storefront.withdraw_hidden_products(brand_id text, source_id text, only_groups text[])
returns text[]
language sql volatile
as $$
  with gone as (
    update storefront.hidden_products as held
    set product = null, content_hash = null
    where held.brand_id = withdraw_hidden_products.brand_id and held.product is not null
      and (withdraw_hidden_products.source_id is null or held.source_id = withdraw_hidden_products.source_id)
      and (
        withdraw_hidden_products.only_groups is null
        or coalesce(held.product ->> 'item_group_id', held.product_id) = any (withdraw_hidden_products.only_groups)
      )
      and not exists (select from pg_temp.offered where offered.id = held.product_id)
    returning held.product_id
  )
  select coalesce(pg_catalog.array_agg(gone.product_id), '{}') from gone;
$$;
comment on function storefront.withdraw_hidden_products(text, text, text[]) is
  'Removes what a restore would show of hidden products that a complete import no longer has, by the rule of the catalog. They stay hidden. Returns their ids.';

create function storefront.keep_hidden_products(brand_id text, source_id text)
returns integer
language sql volatile
as $$
  with kept as (
    delete from pg_temp.offered
    using storefront.hidden_products as held
    where held.brand_id = keep_hidden_products.brand_id and held.product_id = offered.id
    returning offered.id, offered.title, offered.content_hash, offered.line
  ),
  written as (
    update storefront.hidden_products as held
    set
      title = kept.title, product = products.product, content_hash = kept.content_hash, source_id = keep_hidden_products.source_id,
      created_at = case when held.product is null then platform.now() else held.created_at end, updated_at = platform.now()
    from kept
    join pg_temp.products on products.line = kept.line and products.product ->> 'id' = kept.id
    where held.brand_id = keep_hidden_products.brand_id and held.product_id = kept.id
      and (held.content_hash, held.source_id) is distinct from (kept.content_hash, keep_hidden_products.source_id)
  )
  select count(*)::integer from kept;
$$;
comment on function storefront.keep_hidden_products(text, text) is
  'Moves hidden products from the temporary table offered to storefront.hidden_products, so that an import does not show them. Returns their number.';

create function storefront.lock_own_catalog(brand_id text)
returns void
language plpgsql volatile
as $$
begin
  if (lock_own_catalog.brand_id = any (core.merchant_brand_ids())) is not true then
    perform platform.fail('DNIED', 'names_a_storefront_out_of_reach', 'brand_id');
  end if;
  perform storefront.lock_catalog(lock_own_catalog.brand_id);
  -- Writing one product would index and judge the whole catalog, which takes longer than a request may.
  if exists (select from storefront.catalogs where catalogs.brand_id = lock_own_catalog.brand_id and not storefront.is_current_catalog(catalogs)) then
    raise exception using errcode = 'lock_not_available', message = 'catalog_is_refreshed';
  end if;
end
$$;
comment on function storefront.lock_own_catalog(text) is
  'storefront.lock_catalog for a request of the shop. Raises DNIED for a caller that may not act for it. A request waits for an import as long as its '
  'lock_timeout allows. Raises lock_not_available while the worker has not refreshed the catalog after an upgrade.';

create function storefront.take_product_out(brand_id text, product_id text, hidden_by text)
returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set work_mem = '64MB'
as $$
begin
  perform storefront.lock_own_catalog(take_product_out.brand_id);
  insert into storefront.hidden_products (brand_id, product_id, title, product, content_hash, source_id, created_at, updated_at, hidden_by)
  select
    held.brand_id, held.product_id, held.title, storefront.as_imported(held), held.content_hash, held.source_id, held.created_at, held.updated_at,
    take_product_out.hidden_by
  from storefront.catalog_products as held
  where held.brand_id = take_product_out.brand_id and held.product_id = take_product_out.product_id;
  if not found then
    return;
  end if;
  perform storefront.open_product_import();
  perform storefront.offer_products();
  perform storefront.write_offered(take_product_out.brand_id, null, array[take_product_out.product_id]);
  drop table pg_temp.products;
end
$$;
comment on function storefront.take_product_out(text, text, text) is
  'Moves a product from the catalog to storefront.hidden_products, with the events of a withdrawal. Changes nothing if the catalog does not have it.';

create function storefront.put_product_back(brand_id text, product_id text)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set work_mem = '64MB'
as $$
declare
  v_hidden storefront.hidden_products;
begin
  perform storefront.lock_own_catalog(put_product_back.brand_id);
  delete from storefront.hidden_products as held
  where held.brand_id = put_product_back.brand_id and held.product_id = put_product_back.product_id
  returning held.* into v_hidden;
  if v_hidden.product is not null then
    perform storefront.open_product_import();
    insert into pg_temp.products (line, product) values (1, v_hidden.product);
    perform storefront.offer_products();
    -- Otherwise the next import of the same row would report a change.
    update pg_temp.offered set content_hash = v_hidden.content_hash;
    perform storefront.write_offered(v_hidden.brand_id, v_hidden.source_id, '{}');
    drop table pg_temp.products;
    update storefront.catalog_products as held
    set created_at = v_hidden.created_at, updated_at = v_hidden.updated_at
    where held.brand_id = v_hidden.brand_id and held.product_id = v_hidden.product_id;
    perform storefront.score_reviews(v_hidden.brand_id, array[v_hidden.product_id]);
  end if;
  return v_hidden.brand_id is not null;
end
$$;
comment on function storefront.put_product_back(text, text) is
  'Ends the hiding of a product, and writes into the catalog what imports last stated of it, with the events of a new product. Returns whether it was hidden.';
revoke execute on function storefront.take_product_out(text, text, text), storefront.put_product_back(text, text) from public;

grant execute on function
  storefront.as_imported(storefront.catalog_products),
  storefront.withdraw_hidden_products(text, text, text[]),
  storefront.keep_hidden_products(text, text),
  storefront.lock_own_catalog(text)
to vitrine_worker;
grant execute on function storefront.take_product_out(text, text, text), storefront.put_product_back(text, text) to vitrine_key, vitrine_simulated;
