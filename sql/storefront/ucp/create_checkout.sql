create function storefront.stored_lines(line_items jsonb)
returns jsonb
language sql immutable
return (
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('item_id', asked.line #>> '{item,id}', 'quantity', asked.line -> 'quantity') order by asked.number)
  from pg_catalog.jsonb_array_elements(stored_lines.line_items) with ordinality as asked (line, number)
);
comment on function storefront.stored_lines(jsonb) is 'Returns the line items of a request as storefront.checkouts stores them.';

create function storefront.create_checkout(
  brand_id text, line_items jsonb, idempotency_key text default null, platform text default '', base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_checkout.brand_id);
  v_request constant storefront.checkout_requests :=
    storefront.checkout_request(v_brand_id, 'create', null, create_checkout.platform, create_checkout.idempotency_key, create_checkout.line_items);
  v_lines constant jsonb := storefront.stored_lines(create_checkout.line_items);
  v_checkout storefront.checkouts;
  v_problem text;
begin
  if v_request.answer is not null then
    return v_request.answer;
  end if;
  -- Without one item that can be bought there is no session (Universal Commerce Protocol, Error Handling).
  select min(line.problem) into v_problem
  from storefront.checkout_lines(v_brand_id, v_lines) as line
  having pg_catalog.bool_and(line.problem is not null);
  if not found then
    if not exists (select from storefront.checkout_lines(v_brand_id, v_lines) as line where line.problem is null and line.link is not null)
      and not exists (select from storefront.shops where shops.brand_id = v_brand_id and storefront.web_address(shops.website) is not null)
    then
      v_problem := 'handoff_unavailable';
    end if;
  end if;
  if v_problem is not null then
    return storefront.keep_checkout_answer(v_request, storefront.checkout_error(v_problem));
  end if;
  insert into storefront.checkouts as held (brand_id, line_items, expires_at)
  -- Six hours are the default of the protocol.
  values (v_brand_id, v_lines, platform.now() + interval '6 hours')
  returning held.* into v_checkout;
  return storefront.keep_checkout_answer(v_request, storefront.show_checkout(v_checkout, create_checkout.base_url));
end
$$;
comment on function storefront.create_checkout(text, jsonb, text, text, text) is
  'POST /checkout-sessions of the Universal Commerce Protocol: creates a session whose continue_url leads to the checkout of the merchant. It reserves no stock.';
grant execute on function
  storefront.stored_lines(jsonb),
  storefront.create_checkout(text, jsonb, text, text, text)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
call core.register_operation('storefront.create_checkout', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
