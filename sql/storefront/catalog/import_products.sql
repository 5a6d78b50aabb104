create function storefront.open_product_import()
returns void
language plpgsql volatile
as $$
begin
  create temporary table products (line bigint not null, product jsonb, reason jsonb) on commit drop;
  call platform.keep_plain('pg_temp.products', 'product');
end
$$;
comment on function storefront.open_product_import() is
  'Creates the temporary table for the rows of a product import. A row contains a product as an object, or the reason for its rejection.';

create function storefront.commit_product_import(
  brand_id text, dialect text, file_name text, rows_read bigint, replaces boolean default false, warnings jsonb default '[]',
  source_id text default null, only_groups text[] default null, stated_fields text[] default null
)
returns json
language plpgsql volatile
-- Sorts the offered products and the search index in memory.
set work_mem = '64MB'
as $$
declare
  v_accepted bigint;
  v_accepted_ids text[];
  v_replaces boolean;
  v_hidden integer;
  v_changed integer;
  v_gone text[] := array[]::text[];
  v_withdrawn text[];
  v_emptied jsonb;
begin
  perform storefront.lock_catalog(commit_product_import.brand_id);
  create temporary table rejections on commit drop as
  select products.line, products.reason from pg_temp.products where products.reason is not null;
  perform storefront.offer_products();
  with removed as (
    delete from pg_temp.offered
    where not exists (select from core.currencies where currencies.currency = offered.currency)
    returning offered.line, offered.currency
  )
  insert into pg_temp.rejections (line, reason)
  select removed.line, platform.warning('currency_is_unknown', pg_catalog.jsonb_build_object('currency', removed.currency)) from removed;
  delete from pg_temp.offered where offered.number > 1;
  select count(*), coalesce(pg_catalog.array_agg(offered.id), '{}') into v_accepted, v_accepted_ids from pg_temp.offered;
  -- Only of the columns that are compared. To sample long texts and documents takes several times longer.
  analyze pg_temp.offered (id, content_hash, line);
  -- The import states the current stock, so quantities of earlier orders are no longer subtracted. This also applies if the number is unchanged.
  delete from storefront.ordered_stock as taken
  using pg_temp.offered
  where taken.brand_id = commit_product_import.brand_id and taken.product_id = offered.id;

  v_replaces := commit_product_import.replaces and (v_accepted > 0 or commit_product_import.source_id is not null);
  if v_replaces then
    select coalesce(pg_catalog.array_agg(held.product_id), '{}') into v_gone
    from storefront.catalog_products as held
    where held.brand_id = commit_product_import.brand_id
      and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id)
      and (commit_product_import.only_groups is null or held.group_key = any (commit_product_import.only_groups))
      and not exists (select from pg_temp.offered where offered.id = held.product_id);
    v_withdrawn := v_gone || storefront.withdraw_hidden_products(
      commit_product_import.brand_id, commit_product_import.source_id, commit_product_import.only_groups
    );
    delete from storefront.reviews as held where held.brand_id = commit_product_import.brand_id and held.product_id = any (v_withdrawn);
  end if;
  -- Most products of a feed are unchanged.
  delete from pg_temp.offered
  using storefront.catalog_products as held
  where held.brand_id = commit_product_import.brand_id and held.product_id = offered.id and held.content_hash = offered.content_hash
    and (commit_product_import.source_id is null or held.source_id = commit_product_import.source_id);
  if commit_product_import.stated_fields is not null then
    v_emptied := storefront.emptied_fields(
      commit_product_import.brand_id, array(select offered.id from pg_temp.offered), commit_product_import.stated_fields
    );
  end if;
  v_hidden := storefront.keep_hidden_products(commit_product_import.brand_id, commit_product_import.source_id);
  v_changed := storefront.write_offered(commit_product_import.brand_id, commit_product_import.source_id, v_gone);
  if v_accepted > 0 or v_gone <> '{}' then
    -- An import of an identical catalog also updates its freshness.
    update storefront.catalogs set updated_at = platform.now() where catalogs.brand_id = commit_product_import.brand_id;
  end if;
  if commit_product_import.source_id is not null then
    return pg_catalog.json_build_object('changed', v_changed, 'deleted', pg_catalog.cardinality(v_gone));
  end if;
  return analytics.record_import(
    commit_product_import.brand_id, 'products', commit_product_import.dialect, commit_product_import.file_name, commit_product_import.rows_read,
    v_accepted, null, null,
    case when v_emptied is null then '[]' else pg_catalog.jsonb_build_array(platform.warning('values_are_emptied', v_emptied)) end
      || case when v_hidden = 0 then '[]' else pg_catalog.jsonb_build_array(
        platform.warning('products_stay_hidden', pg_catalog.jsonb_build_object('products', v_hidden))
      ) end
      || commit_product_import.warnings || storefront.currency_warnings(commit_product_import.brand_id, v_accepted_ids)
      || storefront.feed_warnings(commit_product_import.brand_id, v_accepted_ids)
  );
end
$$;
comment on function storefront.commit_product_import(text, text, text, bigint, boolean, jsonb, text, text[], text[]) is
  'Imports the temporary table products and indexes it for the search in the same transaction. Unchanged products are not written. replaces: deletes '
  'products that the file does not contain, unless the file has no valid row. warnings: reports of truncated values. source_id: the connected shop that '
  'reported the products, of which only its own are deleted; nothing is recorded as an import then. only_groups: the products that were read. '
  'stated_fields: the fields with a value in a row of the file. The report names other fields whose values it empties; without them, it names none.';

grant execute on function
  storefront.open_product_import(),
  storefront.commit_product_import(text, text, text, bigint, boolean, jsonb, text, text[], text[])
to vitrine_worker;
