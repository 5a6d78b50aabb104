create function storefront.configure_shop(brand_id text, shop jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_shop constant jsonb := platform.plain(configure_shop.shop);
  v_unknown text;
  v_is_new constant boolean := not exists (select from storefront.shops where shops.brand_id = configure_shop.brand_id);
begin
  perform platform.fail_for(array(
    select found.fault || pg_catalog.jsonb_build_object(
      'field', pg_catalog.format('shipping.destinations[%s].%s', found.place - 1, found.fault ->> 'field')
    )
    from storefront.destination_faults(configure_shop.brand_id, coalesce(v_shop #> '{shipping,destinations}', '[]')) as found
  ));
  perform storefront.write_profile(configure_shop.brand_id, v_shop);

  perform storefront.write_destinations(configure_shop.brand_id, v_shop #> '{shipping,destinations}');
  perform storefront.write_payment_methods(configure_shop.brand_id, v_shop #> '{payment,methods}');

  delete from storefront.bundles as held where held.brand_id = configure_shop.brand_id and held.source = 'manual';
  insert into storefront.bundles (brand_id, bundle_id, name, description, price_micros, currency, valid_until, products_count)
  select
    configure_shop.brand_id, given.id, given.name, given.description, pg_catalog.round(given.price, currencies.exponent) * 1000000,
    currencies.currency, given.valid_until,
    (select count(distinct product.id) from pg_catalog.jsonb_array_elements_text(given.products) as product (id))
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (
    id text, name text, description text, price numeric, currency text, valid_until timestamptz, products jsonb
  )
  join core.currencies
    on currencies.currency = coalesce(given.currency, (select brands.currency from core.brands where brands.brand_id = configure_shop.brand_id));
  select product.id into v_unknown
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) as product (id)
  where not exists (select from storefront.catalog_products as held where held.brand_id = configure_shop.brand_id and held.product_id = product.id)
    and not exists (select from storefront.hidden_products as held where held.brand_id = configure_shop.brand_id and held.product_id = product.id)
  limit 1;
  if v_unknown is not null then
    perform platform.fail('BADRQ', 'names_no_product_of_the_catalog', 'bundles', pg_catalog.json_build_object('product_id', v_unknown));
  end if;
  insert into storefront.bundle_products (brand_id, bundle_id, product_id, position)
  select configure_shop.brand_id, given.id, product.id, min(product.position)
  from pg_catalog.jsonb_to_recordset(coalesce(v_shop -> 'bundles', '[]')) as given (id text, products jsonb)
  cross join lateral pg_catalog.jsonb_array_elements_text(given.products) with ordinality as product (id, position)
  group by given.id, product.id;
  if not exists (select from core.brands where brands.brand_id = configure_shop.brand_id and brands.is_simulated) then
    perform storefront.emit_deployment(configure_shop.brand_id, case when v_is_new then 'deployment.created' else 'deployment.updated' end);
    if v_shop ? 'bundles' then
      perform events.emit(
        configure_shop.brand_id, 'bundle.updated',
        pg_catalog.jsonb_build_object('bundles', pg_catalog.jsonb_array_length(v_shop -> 'bundles'))
      );
    end if;
  end if;
end
$$;
comment on function storefront.configure_shop(text, jsonb) is
  'Replaces the published information of a shop: profile, policies, shipping, payment and bundles. Raises BADRQ with every fault of a '
  'destination (storefront.destination_faults), and for a bundle with an unknown product.';
grant execute on function storefront.configure_shop(text, jsonb) to vitrine_worker;
