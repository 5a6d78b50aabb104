create function commerce.negotiates(brand_id text)
returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select
    from commerce.pricing_policies as policies
    where policies.brand_id = negotiates.brand_id and policies.is_enabled
      and (
        exists (
          select
          from storefront.products as held
          where held.brand_id = negotiates.brand_id and held.price_micros > 0
            and (policies.floor_currency is null or held.currency = policies.floor_currency)
            and (policies.list_price_min_micros is null or held.price_micros >= policies.list_price_min_micros)
            and (
              held.product_id = policies.product_id
              or policies.product_id is null and not exists (
                select
                from commerce.pricing_policies as own
                where own.brand_id = negotiates.brand_id and own.product_id = held.product_id
              )
            )
        )
        or policies.product_id is null and exists (
          select
          from storefront.bundles as held
          where held.brand_id = negotiates.brand_id and held.price_micros > 0
            and (policies.floor_currency is null or held.currency = policies.floor_currency)
            and (policies.list_price_min_micros is null or held.price_micros >= policies.list_price_min_micros)
            and (held.valid_until is null or held.valid_until > platform.now())
        )
      )
  );
$$;
comment on function commerce.negotiates(text) is
  'Whether POST /negotiations accepts offers for any product or bundle of the shop, by commerce.price_terms. Returns only true or false. Runs as '
  'vitrine_gate, because most callers must not read floors.';
revoke execute on function commerce.negotiates(text) from public;
