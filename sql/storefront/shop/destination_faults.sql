create function storefront.destination_faults(brand_id text, destinations jsonb)
returns table (place bigint, fault jsonb)
language sql stable
as $$
  with given as (
    select
      destination.place, destination.value, currencies, coalesce((destination.value ->> 'is_stored')::boolean, false) as is_stored,
      destination.value ->> 'country' as name, storefront.country_code(destination.value ->> 'country') as code
    from pg_catalog.jsonb_array_elements(destination_faults.destinations) with ordinality as destination (value, place)
    left join core.currencies
      on currencies.currency
        = coalesce(destination.value ->> 'currency', (select brands.currency from core.brands where brands.brand_id = destination_faults.brand_id))
  ),
  found as (
    select
      given.*,
      exists (select from storefront.countries() as countries where countries.code = given.code) as is_known,
      pg_catalog.row_number() over (
        partition by
          pg_catalog.lower(given.value ->> 'service'), given.code, coalesce(given.value -> 'regions', '[]'), coalesce(given.value -> 'postal_codes', '[]')
        order by given.is_stored desc, given.place
      ) > 1 as is_repeated
    from given
  )
  select found.place, fault.value
  from found
  cross join lateral (
    values
      (
        case
          when not found.is_known then platform.fault('must_name_countries', 'country', pg_catalog.json_build_object('country', found.name))
          when found.is_repeated then platform.fault('shipping_option_is_repeated', 'country', pg_catalog.json_build_object('country', found.code))
        end
      ),
      (case when found.currencies is null then platform.fault('must_be_a_currency_code', 'currency') end),
      (core.decimals_fault((found.value ->> 'price')::numeric, 'price', found.currencies)),
      (core.decimals_fault((found.value ->> 'free_over')::numeric, 'free_over', found.currencies))
  ) as fault (value)
  where fault.value is not null and not found.is_stored
  order by found.place;
$$;
comment on function storefront.destination_faults(text, jsonb) is
  'Returns the faults of shipping destinations: an unknown country or currency, a service that is named twice for a country, and amounts with too many '
  'decimals. place is the position of the destination from 1, and the field of a fault '
  'is its property. A destination with is_stored has no faults, but another one must not repeat it.';
grant execute on function storefront.destination_faults(text, jsonb) to vitrine_person, vitrine_worker;
grant execute on function storefront.countries(), storefront.country_code(text) to vitrine_worker;
