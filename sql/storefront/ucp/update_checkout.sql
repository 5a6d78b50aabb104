create function storefront.update_checkout(
  brand_id text, checkout_id text, line_items jsonb, idempotency_key text default null, platform text default '', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(update_checkout.brand_id);
  v_request constant storefront.checkout_requests :=
    storefront.checkout_request(v_brand_id, 'update', update_checkout.checkout_id, update_checkout.platform, update_checkout.idempotency_key, update_checkout.line_items);
  v_checkout storefront.checkouts;
  v_refusal json;
begin
  if v_request.answer is not null then
    return v_request.answer;
  end if;
  v_checkout := storefront.lock_checkout(v_brand_id, update_checkout.checkout_id);
  v_refusal := storefront.checkout_refusal(v_checkout, update_checkout.base_url);
  if v_refusal is not null then
    return v_refusal;
  elsif v_checkout.created_by is not null then
    return storefront.show_checkout(v_checkout, update_checkout.base_url, 'quoted_lines_are_fixed');
  end if;
  update storefront.checkouts as held
  set line_items = storefront.stored_lines(update_checkout.line_items), updated_at = platform.now()
  where held.brand_id = v_brand_id and held.checkout_id = v_checkout.checkout_id
  returning held.* into v_checkout;
  return storefront.keep_checkout_answer(v_request, storefront.show_checkout(v_checkout, update_checkout.base_url));
end
$$;
comment on function storefront.update_checkout(text, text, jsonb, text, text, text) is
  'PUT /checkout-sessions/{checkout_id} of the Universal Commerce Protocol: replaces the line items of a session.';
grant execute on function storefront.update_checkout(text, text, jsonb, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.update_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
