create function storefront.amount(micros bigint, currency text)
returns numeric
language sql stable
return (
  select pg_catalog.round(amount.micros * 0.000001, currencies.exponent) from core.currencies where currencies.currency = amount.currency
);
comment on function storefront.amount(bigint, text) is 'Converts micros to units of a currency, rounded to its decimals.';

create function storefront.is_published(state text)
returns boolean
language sql immutable
return is_published.state in ('configured', 'partial');
comment on function storefront.is_published(text) is
  'Whether the stored shipping destinations or payment methods of a shop are published in a state of storefront.shops. Null without a state.';

create function storefront.fulfillment(brand_id text)
returns json
language plpgsql stable
as $$
declare
  v_brand_id constant text := core.data_brand_id(fulfillment.brand_id);
  v_shop storefront.shops;
begin
  select shops.* into v_shop from storefront.shops where shops.brand_id = v_brand_id;
  return pg_catalog.json_build_object(
    'brand_id', fulfillment.brand_id,
    'shipping', pg_catalog.json_build_object(
      'state', coalesce(v_shop.shipping_state, 'unconfigured'),
      'statement', coalesce(
        pg_catalog.to_jsonb(v_shop.shipping_statement),
        case coalesce(v_shop.shipping_state, 'unconfigured')
          when 'unconfigured' then platform.statement('shipping_is_not_published')
          when 'not_offered' then platform.statement('does_not_ship')
          when 'partial' then platform.statement('shipping_is_partly_published')
          else platform.statement('ships_to_the_destinations')
        end
      ),
      'destinations', (
        select coalesce(pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'country', destinations.country, 'regions', destinations.regions, 'postal_codes', destinations.postal_codes,
            'service', destinations.service,
            'price', storefront.amount(destinations.price_micros, destinations.currency),
            'free_over', storefront.amount(destinations.free_over_micros, destinations.currency),
            'currency', destinations.currency,
            'handling_days', pg_catalog.json_build_object('min', destinations.handling_days_min, 'max', destinations.handling_days_max),
            'transit_days', pg_catalog.json_build_object('min', destinations.transit_days_min, 'max', destinations.transit_days_max)
          )
          order by destinations.position
        ), '[]')
        from storefront.shipping_destinations as destinations
        where destinations.brand_id = v_brand_id and storefront.is_published(v_shop.shipping_state)
      )
    ),
    'payment', pg_catalog.json_build_object(
      'state', coalesce(v_shop.payment_state, 'unconfigured'),
      'statement', coalesce(
        pg_catalog.to_jsonb(v_shop.payment_statement),
        case coalesce(v_shop.payment_state, 'unconfigured')
          when 'unconfigured' then platform.statement('payment_is_not_published')
          when 'not_offered' then platform.statement('takes_no_payment_online')
          else platform.statement('takes_the_methods')
        end
      ),
      'methods', (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('type', methods.type, 'brands', methods.brands) order by methods.position), '[]')
        from storefront.payment_methods as methods
        where methods.brand_id = v_brand_id and storefront.is_published(v_shop.payment_state)
      )
    )
  );
end
$$;
comment on function storefront.fulfillment(text) is
  'GET /fulfillment: returns the shipping destinations and the payment methods that the merchant has published, none in other states. statement is the merchant''s text, or '
  '{reason, values} as of platform.statement.';

grant execute on function
  storefront.amount(bigint, text),
  storefront.is_published(text),
  storefront.fulfillment(text)
to vitrine_anonymous, vitrine_key, vitrine_simulated, vitrine_person, vitrine_analyst;
call core.register_operation('storefront.fulfillment', 'read:commerce', brand => 'shown', allow_anonymous => true, may_lag => true);
