create function connector.check_negotiation(action text, negotiation_id text, offer jsonb, confirm boolean)
returns void
language plpgsql stable
as $$
begin
  if check_negotiation.action = 'open' and check_negotiation.negotiation_id is not null then
    perform platform.fail('BADRQ', 'must_be_omitted_with_action_open', 'negotiation_id');
  elsif check_negotiation.action <> 'open' and check_negotiation.negotiation_id is null then
    perform platform.fail('BADRQ', 'is_required_unless_action_is_open', 'negotiation_id');
  elsif check_negotiation.action in ('open', 'counter') and check_negotiation.offer is null then
    perform platform.fail('BADRQ', 'is_required_to_open_or_counter', 'offer');
  elsif check_negotiation.action in ('accept', 'withdraw') and check_negotiation.offer is not null then
    perform platform.fail('BADRQ', 'is_only_to_open_or_counter', 'offer');
  elsif check_negotiation.action = 'accept' and check_negotiation.confirm is distinct from true then
    perform platform.fail('BADRQ', 'must_be_true_to_accept', 'confirm');
  elsif check_negotiation.offer is not null
    and not exists (select from core.currencies where currencies.currency = check_negotiation.offer ->> 'currency') then
    perform platform.fail('BADRQ', 'must_be_a_currency_code', 'offer.currency');
  end if;
end
$$;
comment on function connector.check_negotiation(text, text, jsonb, boolean) is
  'Raises BADRQ if an action lacks input or has input of another action.';

create function connector.order_negotiated(brand_id text, negotiation_id text, base_url text)
returns text
language plpgsql volatile
as $$
declare
  v_negotiation json := commerce.negotiation(order_negotiated.brand_id, order_negotiated.negotiation_id);
begin
  -- If the shop accepted an offer at once, the negotiation is already accepted. The accept action then only creates the order.
  if v_negotiation ->> 'status' <> 'accepted' then
    v_negotiation := commerce.accept_counter_offer(order_negotiated.brand_id, order_negotiated.negotiation_id);
  end if;
  if v_negotiation ->> 'status' <> 'accepted' then
    return null;
  end if;
  return commerce.create_transaction(
    order_negotiated.brand_id,
    pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('hold_id', v_negotiation #>> '{outcome,hold_id}')),
    base_url => order_negotiated.base_url
  ) #>> '{handoff,url}';
end
$$;
comment on function connector.order_negotiated(text, text, text) is
  'Accepts a counter-offer and creates the order. Returns the URL on which the buyer continues at the merchant. Null if the shop no longer agrees.';

create function connector.negotiate_price(
  brand_id text,
  product_id text,
  quantity integer,
  action text,
  negotiation_id text default null,
  offer jsonb default null,
  confirm boolean default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation json;
  v_url text;
begin
  perform connector.check_negotiation(negotiate_price.action, negotiate_price.negotiation_id, negotiate_price.offer, negotiate_price.confirm);
  if negotiate_price.action <> 'open' then
    v_negotiation := commerce.negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
    if v_negotiation ->> 'product_id' is distinct from negotiate_price.product_id then
      perform platform.fail('BADRQ', 'must_be_the_negotiated_product', 'product_id');
    end if;
  end if;
  case negotiate_price.action
    when 'open' then
      v_negotiation := commerce.open_negotiation(
        negotiate_price.brand_id, negotiate_price.offer, negotiate_price.quantity, product_id => negotiate_price.product_id
      );
    when 'counter' then
      v_negotiation := commerce.make_counter_offer(negotiate_price.brand_id, negotiate_price.negotiation_id, negotiate_price.offer);
    when 'withdraw' then
      v_negotiation := commerce.withdraw_negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
    else
      v_url := connector.order_negotiated(negotiate_price.brand_id, negotiate_price.negotiation_id, negotiate_price.base_url);
      v_negotiation := commerce.negotiation(negotiate_price.brand_id, negotiate_price.negotiation_id);
  end case;
  return pg_catalog.json_build_object(
    'brand_id', negotiate_price.brand_id,
    'negotiation', pg_catalog.json_build_object(
      'id', v_negotiation ->> 'id',
      'state', v_negotiation ->> 'status',
      'round', v_negotiation -> 'round',
      'rounds_max', v_negotiation -> 'rounds_max',
      'quantity', v_negotiation -> 'quantity',
      'availability', v_negotiation -> 'availability',
      'list_price', connector.plain_price(v_negotiation -> 'list_price'),
      'counter_offer', case when v_negotiation ->> 'status' = 'pending_agent'
        then connector.plain_price(v_negotiation #> '{current_offer,unit_price}') end,
      'agreed_price', connector.plain_price(v_negotiation #> '{outcome,price}'),
      'next_actions', case when v_negotiation ->> 'status' = 'accepted' then array['accept'] else array(
        select possible.action
        from pg_catalog.json_array_elements_text(v_negotiation -> 'next_actions') as possible (action)
        where possible.action in ('accept', 'counter', 'withdraw')
      ) end,
      'expires_at', v_negotiation ->> 'expires_at'
    ),
    'order_handoff_url', v_url,
    'meta', pg_catalog.json_build_object('data_as_of', platform.utc(platform.now()))
  );
end
$$;
comment on function connector.negotiate_price(text, text, integer, text, text, jsonb, boolean, text) is
  'negotiate_price: performs one action of a negotiation, with the functions of the storefront endpoints. accept creates an order. Moves no money. '
  'Raises BADRQ for invalid input.';

create function connector.plain_price(price json)
returns json
language sql immutable
return case when plain_price.price ->> 'amount' is not null
  then pg_catalog.json_build_object('amount', plain_price.price -> 'amount', 'currency', plain_price.price -> 'currency')
end;
comment on function connector.plain_price(json) is 'Returns amount and currency of a price. Null without an amount.';

grant execute on function
  connector.check_negotiation(text, text, jsonb, boolean),
  connector.order_negotiated(text, text, text),
  connector.plain_price(json),
  connector.negotiate_price(text, text, integer, text, text, jsonb, boolean, text)
to vitrine_key, vitrine_simulated;
call core.register_operation('connector.negotiate_price', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true, is_public_in_connector => true);
