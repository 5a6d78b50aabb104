create function storefront.ucp_cart(brand_id text, cart_id text, negotiated text[] default '{}', base_url text default '')
returns json
language plpgsql stable
as $$
declare
  v_cart constant storefront.checkouts := storefront.find_checkout(core.data_brand_id(ucp_cart.brand_id), ucp_cart.cart_id, 'cart');
begin
  return coalesce(
    storefront.ucp_refusal(v_cart, ucp_cart.base_url, ucp_cart.negotiated, 'cart'),
    storefront.ucp_show_checkout(v_cart, ucp_cart.base_url, null, ucp_cart.negotiated)
  );
end
$$;
comment on function storefront.ucp_cart(text, text, text[], text) is
  'GET /carts/{cart_id} of the Universal Commerce Protocol: returns a cart. The status of ucp is error for one that is unknown, canceled or has expired.';
grant execute on function storefront.ucp_cart(text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.ucp_cart', 'read:commerce', brand => 'shown', allow_anonymous => true);
