create function commerce.show_hold(brand_id text, hold_id text)
returns json
language plpgsql stable
as $$
begin
  return (
    select pg_catalog.json_build_object(
      'id', held.hold_id,
      'brand_id', show_hold.brand_id,
      'status', held.status,
      'version', held.version,
      'product_id', held.product_id,
      'bundle_id', held.bundle_id,
      'quantity', held.quantity,
      'availability', commerce.availability(held.brand_id, held.product_id, held.bundle_id, held.quantity),
      'unit_price', commerce.money(held.unit_price_micros, held.currency),
      'currency', held.currency,
      'source', held.source,
      'terms', held.terms,
      'price_source', pg_catalog.json_build_object('observed_at', platform.utc(held.price_observed_at)),
      'negotiation_id', held.negotiation_id,
      'offer_id', held.exclusive_offer_id,
      'transaction_id', held.transaction_id,
      'stock_reserved', false,
      'quote', case when held.status = 'active' and not held.brand_id = any (core.simulated_brand_ids()) then pg_catalog.json_build_object(
        'jti', held.hold_id, 'hold_id', held.hold_id, 'brand_id', show_hold.brand_id, 'product_id', held.product_id, 'bundle_id', held.bundle_id,
        'quantity', held.quantity, 'unit_price', commerce.money(held.unit_price_micros, held.currency), 'terms', held.terms,
        'iat', extract(epoch from held.created_at)::bigint, 'exp', extract(epoch from held.expires_at)::bigint
      ) end,
      'expires_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.price_holds as held
    where held.brand_id = core.data_brand_id(show_hold.brand_id) and held.hold_id = show_hold.hold_id
  );
end
$$;
comment on function commerce.show_hold(text, text) is
  'Returns a price hold. quote contains the claims that the server signs; null unless the hold is active and the shop is not simulated.';

grant execute on function commerce.show_hold(text, text) to vitrine_key, vitrine_simulated;
