create function storefront.country_code(country text)
returns text
language sql immutable
return case
  when pg_catalog.btrim(country_code.country) ~* '^[a-z]{2}$' then pg_catalog.upper(pg_catalog.btrim(country_code.country))
  else (select countries.code from storefront.countries() as countries where countries.name = pg_catalog.lower(pg_catalog.btrim(country_code.country)) limit 1)
end;
comment on function storefront.country_code(text) is 'Returns the ISO 3166 code of a country, from its code or its English name. Null for another text.';

create function storefront.has_postal_code(areas text[], postal_code text)
returns boolean
language sql immutable
return exists (
  select
  from pg_catalog.unnest(has_postal_code.areas) as given (area)
  cross join lateral (
    select pg_catalog.upper(pg_catalog.regexp_replace(given.area, '\s', '', 'g')) as area,
      pg_catalog.upper(pg_catalog.regexp_replace(has_postal_code.postal_code, '\s', '', 'g')) as code
  ) as plain
  cross join lateral (select pg_catalog.regexp_match(plain.area, '^(\d+)-(\d+)$') as bounds) as range
  where plain.area = plain.code
    or (plain.area like '%*' and pg_catalog.starts_with(plain.code, pg_catalog.rtrim(plain.area, '*')))
    or (
      pg_catalog.length(range.bounds[1]) = pg_catalog.length(range.bounds[2]) and plain.code ~ '^\d+$'
      and pg_catalog.length(plain.code) = pg_catalog.length(range.bounds[1]) and plain.code between range.bounds[1] and range.bounds[2]
    )
);
comment on function storefront.has_postal_code(text[], text) is 'Whether a postal code is in one of the areas: a code, a prefix as 94*, or a range as 94000-94999.';

create function storefront.is_within(regions text[], postal_codes text[], country text, place jsonb)
returns boolean
language sql immutable
return (
  is_within.regions = '{}' or exists (
    select from pg_catalog.unnest(is_within.regions) as given (region)
    where pg_catalog.lower(given.region) in (
      pg_catalog.lower(is_within.place ->> 'address_region'), pg_catalog.lower(is_within.country || '-' || (is_within.place ->> 'address_region'))
    )
  )
) and (is_within.postal_codes = '{}' or storefront.has_postal_code(is_within.postal_codes, is_within.place ->> 'postal_code'));
comment on function storefront.is_within(text[], text[], text, jsonb) is
  'Whether a place is in the regions and postal codes of a shipping destination. Without them all of its country is.';

create function storefront.product_rates(brand_id text, line_items jsonb, place jsonb)
returns table (service text, price_micros bigint, currency text)
language sql stable
as $$
  select
    coalesce(rate ->> 'service', ''),
    case when priced.parts is not null then (priced.parts[1]::numeric * 1000000)::bigint end,
    priced.parts[2]
  from pg_catalog.jsonb_array_elements(product_rates.line_items) as line
  join storefront.catalog_products as held on held.brand_id = product_rates.brand_id and held.product_id = line ->> 'item_id'
  cross join lateral pg_catalog.jsonb_array_elements(
    case when pg_catalog.jsonb_typeof(held.feed_fields -> 'shipping') = 'array' then held.feed_fields -> 'shipping' else '[]' end
  ) as rate
  cross join lateral (select pg_catalog.regexp_match(rate ->> 'price', '^(\d{1,9}(?:\.\d{1,6})?) ([A-Z]{3})$') as parts) as priced
  where pg_catalog.jsonb_typeof(rate) = 'object' and rate ->> 'country' = storefront.country_code(product_rates.place ->> 'address_country')
    and storefront.is_within(
      pg_catalog.array_remove(array[rate ->> 'region'], null), pg_catalog.array_remove(array[rate ->> 'postal_code'], null),
      rate ->> 'country', product_rates.place
    );
$$;
comment on function storefront.product_rates(text, jsonb, jsonb) is
  'Returns the shipping rates that the feed states for the products of lines themselves, at a place.';

create function storefront.shipping_options(brand_id text, line_items jsonb, place jsonb, items_amount numeric, currency text)
returns table (option_id text, service text, price numeric, handling_min integer, handling_max integer, transit_min integer, transit_max integer)
language sql stable
as $$
  with own as materialized (
    select rate.* from storefront.product_rates(shipping_options.brand_id, shipping_options.line_items, shipping_options.place) as rate
  ),
  rated as (
    -- The rate of a product is that of one piece, so it is no cost of several.
    select exists (select from own) as has_own,
      pg_catalog.jsonb_array_length(shipping_options.line_items) = 1 and shipping_options.line_items -> 0 ->> 'quantity' = '1' as is_one
  ),
  offered as (
    select
      destinations.service, destinations.price_micros, destinations.free_over_micros, destinations.currency, destinations.handling_days_min,
      destinations.handling_days_max, destinations.transit_days_min, destinations.transit_days_max, destinations.position::bigint as position,
      (destinations.postal_codes <> '{}')::integer * 2 + (destinations.regions <> '{}')::integer as precision, not rated.has_own as is_known
    from storefront.shipping_destinations as destinations
    join storefront.shops on shops.brand_id = destinations.brand_id and storefront.is_published(shops.shipping_state)
    cross join rated
    where destinations.brand_id = shipping_options.brand_id and not (rated.has_own and rated.is_one)
      and destinations.country = storefront.country_code(shipping_options.place ->> 'address_country')
      and storefront.is_within(destinations.regions, destinations.postal_codes, destinations.country, shipping_options.place)
    union all
    select own.service, own.price_micros, null, own.currency, null, null, null, null, own.price_micros, 0, true
    from own
    cross join rated
    where rated.is_one
  ),
  closest as (
    -- The closest destination of a service applies.
    select distinct on (pg_catalog.lower(offered.service)) offered.*
    from offered
    order by pg_catalog.lower(offered.service), offered.precision desc, offered.position
  )
  select
    'ship_' || pg_catalog.left(pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.lower(closest.service), 'UTF8')), 'hex'), 16),
    closest.service, priced.price,
    closest.handling_days_min, closest.handling_days_max, closest.transit_days_min, closest.transit_days_max
  from closest
  left join core.currencies on currencies.currency = closest.currency
  cross join lateral (
    select case
      when not closest.is_known or closest.currency is distinct from shipping_options.currency then null
      when shipping_options.items_amount >= storefront.amount_minor(closest.free_over_micros, currencies) then 0
      else storefront.amount_minor(closest.price_micros, currencies)
    end as price
  ) as priced
  order by priced.price nulls last, closest.position;
$$;
comment on function storefront.shipping_options(text, jsonb, jsonb, numeric, text) is
  'Returns the published shipping services to a place, the cheapest first. price is in minor units of currency, and null if the cost of the order is not '
  'known: it is not published, is in another currency, or products have rates of their own.';

grant execute on function
  storefront.country_code(text),
  storefront.has_postal_code(text[], text),
  storefront.is_within(text[], text[], text, jsonb),
  storefront.product_rates(text, jsonb, jsonb),
  storefront.shipping_options(text, jsonb, jsonb, numeric, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person;
