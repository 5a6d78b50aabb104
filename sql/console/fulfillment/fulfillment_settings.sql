create function console.shipping_preview(brand_id text, country text, items_amount numeric)
returns json
language sql stable
return (
  select pg_catalog.json_build_object(
    'country', storefront.country_code(shipping_preview.country),
    'items_amount', pg_catalog.round(shipping_preview.items_amount, currencies.exponent),
    'options', (
      select coalesce(
        pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'service', offered.service,
            'price', pg_catalog.round(offered.price / 10::numeric ^ currencies.exponent, currencies.exponent),
            'handling_days', pg_catalog.json_build_object('min', offered.handling_min, 'max', offered.handling_max),
            'transit_days', pg_catalog.json_build_object('min', offered.transit_min, 'max', offered.transit_max)
          )
          order by offered.place
        ),
        '[]'
      )
      from storefront.shipping_options(
        brands.brand_id, '[]', pg_catalog.jsonb_build_object('address_country', shipping_preview.country),
        pg_catalog.round(shipping_preview.items_amount * 10::numeric ^ currencies.exponent), brands.currency
      ) with ordinality as offered (option_id, service, price, handling_min, handling_max, transit_min, transit_max, place)
      where coalesce(shops.shipping_state, 'unconfigured') <> 'not_offered'
    )
  )
  from core.brands
  join core.currencies on currencies.currency = brands.currency
  left join storefront.shops on shops.brand_id = brands.brand_id
  where brands.brand_id = shipping_preview.brand_id
);
comment on function console.shipping_preview(text, text, numeric) is
  'Returns the shipping options that an agent sees for an order to a country, without regions, postal codes and rates of products. country is its code, '
  'null for an unknown one. items_amount, which is rounded to its decimals, and the prices are units of the currency of the brand; a null price is not known.';

create function console.shipping_options(brand_id text)
returns json
language sql stable
return (
  select coalesce(
    pg_catalog.json_agg(
      pg_catalog.json_build_object(
        'service', option.service, 'countries', option.countries, 'regions', option.regions, 'postal_codes', option.postal_codes,
        'price', storefront.amount(option.price_micros, option.currency),
        'free_over', storefront.amount(option.free_over_micros, option.currency),
        'currency', option.currency,
        'handling_days', case when option.handling_days_min is not null
          then pg_catalog.json_build_object('min', option.handling_days_min, 'max', option.handling_days_max)
        end,
        'transit_days', case when option.transit_days_min is not null
          then pg_catalog.json_build_object('min', option.transit_days_min, 'max', option.transit_days_max)
        end
      )
      order by option.position
    ),
    '[]'
  )
  from (
    select
      held.service, held.regions, held.postal_codes, held.price_micros, held.free_over_micros, held.currency, held.handling_days_min,
      held.handling_days_max, held.transit_days_min, held.transit_days_max,
      pg_catalog.array_agg(held.country order by held.position) as countries, min(held.position) as position
    from storefront.shipping_destinations as held
    where held.brand_id = shipping_options.brand_id
    group by
      held.service, held.regions, held.postal_codes, held.price_micros, held.free_over_micros, held.currency, held.handling_days_min,
      held.handling_days_max, held.transit_days_min, held.transit_days_max
  ) as option
);
comment on function console.shipping_options(text) is
  'Returns the shipping options of a shop in their order. An option is a service with all countries that have the same price and days.';

create function console.fulfillment_settings(brand_id text, country text default null, items_amount numeric default 0)
returns json
language sql stable
as $$
  select pg_catalog.json_build_object(
    'version', coalesce(shops.version, 0),
    'currency', brands.currency,
    'shipping_state', coalesce(shops.shipping_state, 'unconfigured'),
    'payment_state', coalesce(shops.payment_state, 'unconfigured'),
    'options', console.shipping_options(brands.brand_id),
    'payment_methods', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', held.type, 'brands', held.brands) order by held.position), '[]')
      from storefront.payment_methods as held
      where held.brand_id = brands.brand_id
    ),
    'preview', case when fulfillment_settings.country is not null
      then console.shipping_preview(brands.brand_id, fulfillment_settings.country, fulfillment_settings.items_amount)
    end
  )
  from core.brands
  left join storefront.shops on shops.brand_id = brands.brand_id
  where brands.brand_id = fulfillment_settings.brand_id;
$$;
comment on function console.fulfillment_settings(text, text, numeric) is
  'The shipping options and payment methods of a shop, and with a country what an agent sees for an order of this amount. version '
  'is 0 if nothing is published about the shop.';
grant execute on function
  console.shipping_preview(text, text, numeric), console.shipping_options(text), console.fulfillment_settings(text, text, numeric)
to vitrine_person;
call core.register_operation('console.fulfillment_settings', 'console');
