create function storefront.write_destinations(brand_id text, destinations jsonb)
returns void
language sql volatile
as $$
  delete from storefront.shipping_destinations as held where held.brand_id = write_destinations.brand_id;
  insert into storefront.shipping_destinations (
    brand_id, position, country, regions, postal_codes, service, price_micros, free_over_micros, currency,
    handling_days_min, handling_days_max, transit_days_min, transit_days_max
  )
  select
    write_destinations.brand_id, given.position, given.destination ->> 'country',
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'regions')),
    array(select pg_catalog.jsonb_array_elements_text(given.destination -> 'postal_codes')),
    given.destination ->> 'service',
    pg_catalog.round((given.destination ->> 'price')::numeric * 1000000), pg_catalog.round((given.destination ->> 'free_over')::numeric * 1000000),
    coalesce(given.destination ->> 'currency', (select brands.currency from core.brands where brands.brand_id = write_destinations.brand_id)),
    (given.destination #>> '{handling_days,min}')::integer, (given.destination #>> '{handling_days,max}')::integer,
    (given.destination #>> '{transit_days,min}')::integer, (given.destination #>> '{transit_days,max}')::integer
  from pg_catalog.jsonb_array_elements(coalesce(write_destinations.destinations, '[]')) with ordinality as given (destination, position);
$$;
comment on function storefront.write_destinations(text, jsonb) is
  'Replaces the shipping destinations of a shop. price and free_over are units of currency, which is by default that of the brand.';

create function storefront.write_payment_methods(brand_id text, methods jsonb)
returns void
language sql volatile
as $$
  delete from storefront.payment_methods as held where held.brand_id = write_payment_methods.brand_id;
  insert into storefront.payment_methods (brand_id, position, type, brands)
  select
    write_payment_methods.brand_id, given.position, given.method ->> 'type', array(select pg_catalog.jsonb_array_elements_text(given.method -> 'brands'))
  from pg_catalog.jsonb_array_elements(coalesce(write_payment_methods.methods, '[]')) with ordinality as given (method, position);
$$;
comment on function storefront.write_payment_methods(text, jsonb) is 'Replaces the payment methods that a shop states.';
grant execute on function storefront.write_destinations(text, jsonb), storefront.write_payment_methods(text, jsonb) to vitrine_person, vitrine_worker;
