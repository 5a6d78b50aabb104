create function storefront.update_checkout(
  brand_id text, checkout_id text, line_items jsonb, context jsonb default null, discounts jsonb default null, fulfillment jsonb default null,
  idempotency_key text default null, platform text default '', fingerprint text default '', negotiated text[] default '{}', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(update_checkout.brand_id);
  v_request constant storefront.checkout_requests := storefront.checkout_request(
    v_brand_id, 'update', update_checkout.checkout_id, update_checkout.platform, update_checkout.idempotency_key, update_checkout.fingerprint
  );
  v_checkout storefront.checkouts;
  v_session storefront.checkouts;
  v_read record;
  v_refusal json;
begin
  if v_request.answer is not null then
    return v_request.answer;
  end if;
  v_checkout := storefront.lock_checkout(v_brand_id, update_checkout.checkout_id);
  v_refusal := storefront.checkout_refusal(v_checkout, update_checkout.base_url, update_checkout.negotiated);
  if v_refusal is not null then
    return storefront.keep_checkout_answer(v_request, v_refusal);
  elsif v_checkout.created_by is not null and not storefront.has_lines(v_checkout, update_checkout.line_items) then
    return storefront.keep_checkout_answer(
      v_request, storefront.show_checkout(v_checkout, update_checkout.base_url, 'quoted_lines_are_fixed', update_checkout.negotiated)
    );
  end if;
  if update_checkout.line_items = '[]' then
    perform platform.fail('BADRQ', 'must_have_at_least_one_item', 'line_items');
  end if;
  v_session := storefront.read_session(
    v_checkout, update_checkout.line_items, update_checkout.context, update_checkout.discounts, update_checkout.negotiated
  );
  if v_checkout.created_by is not null then
    v_session.line_items := v_checkout.line_items;
  end if;
  v_read := storefront.read_fulfillment(v_session, update_checkout.fulfillment, update_checkout.negotiated);
  -- A rejected update leaves the session unchanged (Fulfillment, Selection and Location Identity).
  if v_read.refusal is null then
    update storefront.checkouts as held
    set line_items = v_session.line_items, context = v_session.context, discount_codes = v_session.discount_codes, fulfillment = v_read.chosen,
      updated_at = platform.now()
    where held.brand_id = v_brand_id and held.checkout_id = v_checkout.checkout_id
    returning held.* into v_checkout;
    perform storefront.follow_checkout(v_checkout);
  end if;
  return storefront.keep_checkout_answer(
    v_request,
    storefront.show_checkout(
      v_checkout, update_checkout.base_url, null, update_checkout.negotiated,
      storefront.unused_parts(update_checkout.negotiated, update_checkout.discounts, update_checkout.fulfillment) || coalesce(v_read.refusal, '[]')
    )
  );
end
$$;
comment on function storefront.update_checkout(text, text, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text) is
  'PUT /checkout-sessions/{checkout_id} of the Universal Commerce Protocol: replaces the content of a session, and that of its cart. A choice that cannot be '
  'accepted changes nothing.';
grant execute on function storefront.update_checkout(text, text, jsonb, jsonb, jsonb, jsonb, text, text, text, text[], text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.update_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
