create function storefront.configure_shop(brand_id text, shop jsonb)
returns void
language plpgsql volatile
as $$
declare
  v_shop constant jsonb := platform.plain(configure_shop.shop);
  v_shipping constant jsonb := v_shop -> 'shipping';
  v_payment constant jsonb := v_shop -> 'payment';
  v_unknown text;
  v_is_new constant boolean := not exists (select from storefront.shops where shops.brand_id = configure_shop.brand_id);
begin
  perform storefront.write_profile(configure_shop.brand_id, v_shop);

  delete from storefront.shipping_destinations as held where held.brand_id = configure_shop.brand_id;
  insert into storefront.shipping_destinations (
    brand_id, position, country, regions, postal_codes, service, price_micros, free_over_micros, currency,
    handling_days_min, handling_days_max, transit_days_min, transit_days_max
  )
  select
    configure_shop.brand_id, given.position, given.destination ->> 'country',
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'regions')),
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'postal_codes')),
    given.destination ->> 'service',
    pg_catalog.round((given.destination ->> 'price')::numeric * 1000000), pg_catalog.round((given.destination ->> 'free_over')::numeric * 1000000),
    coalesce(given.destination ->> 'currency', (select brands.currency from core.brands where brands.brand_id = configure_shop.brand_id)),
    (given.destination #>> '{handling_days,min}')::integer, (given.destination #>> '{handling_days,max}')::integer,
    (given.destination #>> '{transit_days,min}')::integer, (given.destination #>> '{transit_days,max}')::integer
  from pg_catalog.jsonb_array_elements(coalesce(v_shipping -> 'destinations', '[]')) with ordinality as given (destination, position);

  delete from storefront.payment_methods as held where held.brand_id = configure_shop.brand_id;
  insert into storefront.payment_methods (brand_id, position, type, brands)
  select
    configure_shop.brand_id, given.position, given.method ->> 'type', array(select pg_catalog.jsonb_array_elements_text(given.method -> 'brands'))
  from pg_catalog.jsonb_array_elements(coalesce(v_payment -> 'methods', '[]')) with ordinality as given (method, position);

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
  'Replaces the published information of a shop: profile, policies, shipping, payment and bundles. Raises BADRQ for a bundle with an unknown '
  'product.';
grant execute on function storefront.configure_shop(text, jsonb) to vitrine_worker;
