create function storefront.ucp_lines(line_items jsonb)
returns jsonb
language sql immutable
return (
  select coalesce(
    pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('item_id', asked.line #>> '{item,id}', 'quantity', asked.line -> 'quantity') order by asked.number), '[]'
  )
  from pg_catalog.jsonb_array_elements(ucp_lines.line_items) with ordinality as asked (line, number)
);
comment on function storefront.ucp_lines(jsonb) is 'Returns the line items of a request as storefront.checkouts stores them.';

create function storefront.ucp_refused_choice(code text, path text)
returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object('type', 'error', 'code', ucp_refused_choice.code, 'severity', 'recoverable', 'path', '$.fulfillment.methods' || ucp_refused_choice.path);
comment on function storefront.ucp_refused_choice(text, text) is 'Returns the message about a part of a requested fulfillment that cannot be accepted.';

create function storefront.ucp_read_fulfillment(checkout storefront.checkouts, given jsonb, negotiated text[], out chosen jsonb, out refusal jsonb)
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts := ucp_read_fulfillment.checkout;
  v_method constant jsonb := ucp_read_fulfillment.given #> '{methods,0}';
  v_selected text := v_method ->> 'selected_destination_id';
  v_option constant text := v_method #>> '{groups,0,selected_option_id}';
  v_destinations jsonb;
begin
  chosen := '{}';
  if v_method is null or not 'fulfillment' = any (ucp_read_fulfillment.negotiated) then
    return;
  elsif v_method ->> 'type' <> 'shipping' then
    refusal := storefront.ucp_refused_choice('fulfillment_method_unsupported', '[0].type');
    return;
  elsif pg_catalog.jsonb_array_length(ucp_read_fulfillment.given -> 'methods') > 1 or v_method #> '{groups,1}' is not null
    or (v_method ? 'line_item_ids' and not v_method -> 'line_item_ids' @> (
      select pg_catalog.jsonb_agg('li_' || line.number)
      from storefront.checkout_lines(v_checkout.brand_id, v_checkout.line_items) as line
      where storefront.is_listed(line.problem)
    ))
  then
    refusal := storefront.ucp_refused_choice('fulfillment_split_unsupported', '');
    return;
  end if;
  select coalesce(pg_catalog.jsonb_agg(
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'id', coalesce(sent.destination ->> 'id', 'dest_' || sent.number), 'address_country', sent.destination ->> 'address_country',
      'address_region', sent.destination ->> 'address_region', 'postal_code', sent.destination ->> 'postal_code'
    )) order by sent.number
  ), '[]')
  into v_destinations
  from pg_catalog.jsonb_array_elements(coalesce(v_method -> 'destinations', '[]')) with ordinality as sent (destination, number);
  if (select count(*) <> count(distinct destination ->> 'id') from pg_catalog.jsonb_array_elements(v_destinations) as destination) then
    refusal := storefront.ucp_refused_choice('fulfillment_destinations_equal', '[0].destinations');
    return;
  end if;
  if v_selected is null and pg_catalog.jsonb_array_length(v_destinations) = 1 then
    v_selected := v_destinations #>> '{0,id}';
  elsif v_selected is not null and not v_destinations @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('id', v_selected)) then
    -- A destination of the session need not be sent again.
    v_destinations := v_destinations || coalesce((
      select pg_catalog.jsonb_agg(destination)
      from pg_catalog.jsonb_array_elements(coalesce(v_checkout.fulfillment -> 'destinations', '[]')) as destination
      where destination ->> 'id' = v_selected
    ), '[]');
    if not v_destinations @> pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('id', v_selected)) then
      refusal := storefront.ucp_refused_choice('fulfillment_destination_unknown', '[0].selected_destination_id');
      return;
    end if;
  end if;
  v_checkout.fulfillment := pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
    'destinations', v_destinations, 'selected_destination_id', v_selected, 'selected_option_id', v_option
  ));
  if v_option is not null and not exists (
    select
    from storefront.shipping_options(v_checkout.brand_id, v_checkout.line_items, storefront.chosen_destination(v_checkout.fulfillment), 0, '') as offered
    where offered.option_id = v_option
  ) then
    refusal := storefront.ucp_refused_choice('fulfillment_option_unknown', '[0].groups[0].selected_option_id');
    return;
  end if;
  chosen := v_checkout.fulfillment;
end
$$;
comment on function storefront.ucp_read_fulfillment(storefront.checkouts, jsonb, text[]) is
  'Returns the shipping that a request chooses for a session, as storefront.checkouts stores it. refusal is a message about a choice that cannot be '
  'accepted. A destination keeps its country, region and postal code only.';

create function storefront.ucp_read_session(
  checkout storefront.checkouts, line_items jsonb, context jsonb, discounts jsonb, negotiated text[]
)
returns storefront.checkouts
language plpgsql stable
as $$
declare
  v_session storefront.checkouts := ucp_read_session.checkout;
begin
  v_session.line_items := storefront.ucp_lines(ucp_read_session.line_items);
  v_session.context := coalesce(ucp_read_session.context, '{}');
  v_session.discount_codes := array(
    select pg_catalog.jsonb_array_elements_text(coalesce(ucp_read_session.discounts -> 'codes', '[]')) where 'discount' = any (ucp_read_session.negotiated)
  );
  return v_session;
end
$$;
comment on function storefront.ucp_read_session(storefront.checkouts, jsonb, jsonb, jsonb, text[]) is
  'Returns a session or a cart with the lines, the context and the codes of a request, which replace those before.';

create function storefront.ucp_unused_parts(negotiated text[], discounts jsonb, fulfillment jsonb default null, cart_id text default null)
returns jsonb
language sql immutable
return (
  select coalesce(pg_catalog.jsonb_agg(
    pg_catalog.jsonb_build_object('type', 'warning', 'code', 'extension_not_negotiated', 'extension', 'dev.ucp.shopping.' || part.name)
    order by part.name
  ), '[]')
  from (values
    ('cart', ucp_unused_parts.cart_id is not null),
    ('discount', pg_catalog.jsonb_array_length(ucp_unused_parts.discounts -> 'codes') > 0),
    ('fulfillment', ucp_unused_parts.fulfillment is not null)
  ) as part (name, is_sent)
  where part.is_sent and not part.name = any (ucp_unused_parts.negotiated)
);
comment on function storefront.ucp_unused_parts(text[], jsonb, jsonb, text) is
  'Returns a message for each part of a request that is not used, because the platform does not declare its capability.';

create function storefront.ucp_session_problem(brand_id text, line_items jsonb)
returns text
language plpgsql stable
as $$
declare
  v_problem text;
begin
  select min(line.problem) into v_problem
  from storefront.checkout_lines(ucp_session_problem.brand_id, ucp_session_problem.line_items) as line
  having pg_catalog.bool_and(line.problem is not null);
  if not found
    and not exists (
      select from storefront.checkout_lines(ucp_session_problem.brand_id, ucp_session_problem.line_items) as line where line.problem is null and line.link is not null
    )
    and not storefront.has_website(ucp_session_problem.brand_id)
  then
    return 'handoff_unavailable';
  end if;
  return v_problem;
end
$$;
comment on function storefront.ucp_session_problem(text, jsonb) is
  'Returns why no session can be created for lines: none can be bought, or there is no address of the shop (Universal Commerce Protocol, Error Handling).';

create function storefront.ucp_session_of_cart(cart storefront.checkouts)
returns storefront.checkouts
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = ucp_session_of_cart.cart.brand_id and held.cart_id = ucp_session_of_cart.cart.checkout_id and not held.is_canceled
    and held.expires_at > platform.now();
  return v_checkout;
end
$$;
comment on function storefront.ucp_session_of_cart(storefront.checkouts) is
  'Returns the open checkout session of a cart, or null. A cart has at most one (Universal Commerce Protocol, Cart-to-Checkout Conversion).';

create function storefront.ucp_cart_notice(code text, cart storefront.checkouts, line_items jsonb, context jsonb, discounts jsonb, fulfillment jsonb)
returns jsonb
language sql immutable
return (
  select case when count(*) = 0 then '[]'::jsonb else pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object(
    'type', 'warning', 'code', ucp_cart_notice.code, 'members', pg_catalog.jsonb_agg(member.name order by member.name)
  )) end
  from (values
    ('line_items', ucp_cart_notice.line_items <> '[]' and storefront.ucp_lines(ucp_cart_notice.line_items) <> ucp_cart_notice.cart.line_items),
    ('context', ucp_cart_notice.context is not null),
    ('discounts', ucp_cart_notice.discounts is not null),
    ('fulfillment', ucp_cart_notice.fulfillment is not null)
  ) as member (name, is_sent)
  where member.is_sent
);
comment on function storefront.ucp_cart_notice(text, storefront.checkouts, jsonb, jsonb, jsonb, jsonb) is
  'Returns the warning that members of a request are not used, because the checkout session has the content of its cart. No warning for members that '
  'are absent, or are the items of the cart.';

grant execute on function
  storefront.ucp_lines(jsonb),
  storefront.ucp_refused_choice(text, text),
  storefront.ucp_read_fulfillment(storefront.checkouts, jsonb, text[]),
  storefront.ucp_read_session(storefront.checkouts, jsonb, jsonb, jsonb, text[]),
  storefront.ucp_unused_parts(text[], jsonb, jsonb, text),
  storefront.ucp_session_problem(text, jsonb),
  storefront.ucp_session_of_cart(storefront.checkouts),
  storefront.ucp_cart_notice(text, storefront.checkouts, jsonb, jsonb, jsonb, jsonb)
to vitrine_anonymous, vitrine_key, vitrine_simulated;
