create function commerce.quote_claims(hold commerce.price_holds)
returns json
language plpgsql stable
as $$
declare
  v_hold constant commerce.price_holds := quote_claims.hold;
begin
  if v_hold.status <> 'active' or v_hold.brand_id = any (core.simulated_brand_ids()) then
    return null;
  end if;
  return pg_catalog.json_build_object(
    'jti', v_hold.hold_id, 'hold_id', v_hold.hold_id, 'brand_id', v_hold.brand_id, 'product_id', v_hold.product_id, 'bundle_id', v_hold.bundle_id,
    'quantity', v_hold.quantity, 'unit_price', commerce.money(v_hold.unit_price_micros, v_hold.currency), 'terms', v_hold.terms,
    'iat', extract(epoch from v_hold.created_at)::bigint, 'exp', extract(epoch from v_hold.expires_at)::bigint
  );
end
$$;
comment on function commerce.quote_claims(commerce.price_holds) is
  'Returns the claims of a price hold that the server signs as its token. Null unless the hold is active and the shop is not simulated.';

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
      'quote', commerce.quote_claims(held),
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

grant execute on function commerce.quote_claims(commerce.price_holds), commerce.show_hold(text, text) to vitrine_key, vitrine_simulated;
