create function commerce.open_checkout(brand_id text, token text)
returns json
language plpgsql stable
as $$
declare
  v_checkout storefront.checkouts;
  v_codes jsonb;
  v_link text;
  v_order json;
begin
  select held.* into v_checkout
  from storefront.checkouts as held
  where held.brand_id = any (core.scope_brand_ids()) and held.handoff_token = open_checkout.token;
  if not found then
    return null;
  end if;
  v_codes := commerce.code_discounts(v_checkout.brand_id, v_checkout.line_items, v_checkout.discount_codes);
  select
    coalesce(
      (pg_catalog.array_agg(line.link order by line.number) filter (where line.link is not null))[1],
      (select storefront.web_address(shops.website) from storefront.shops where shops.brand_id = v_checkout.brand_id)
    ),
    pg_catalog.json_build_object(
      -- The id of a session gives access to it, so the merchant's page gets another identifier.
      'jti', storefront.order_reference(v_checkout.handoff_token),
      'transaction_id', storefront.order_reference(v_checkout.handoff_token),
      'brand_id', open_checkout.brand_id,
      'items', pg_catalog.json_agg(
        pg_catalog.json_build_object(
          'id', line.item_id, 'quantity', line.quantity,
          'unit_price', storefront.amount(priced.micros, line.currency)::text, 'terms', '{}'::json
        )
        order by line.number
      ),
      'total', storefront.amount(sum(priced.micros::numeric * line.quantity)::bigint, min(line.currency))::text,
      'currency', min(line.currency),
      'exclusive_offer_ids', pg_catalog.jsonb_path_query_array(v_codes, '$[*].offer_id'),
      'iat', extract(epoch from v_checkout.created_at)::bigint,
      'exp', extract(epoch from v_checkout.expires_at)::bigint
    )
  into v_link, v_order
  from storefront.checkout_lines(v_checkout.brand_id, v_checkout.line_items) as line
  cross join lateral (
    select coalesce(max((code #>> array['lines', line.number::text, 'unit_price_micros'])::bigint), line.price_micros) as micros
    from pg_catalog.jsonb_array_elements(v_codes) as code
  ) as priced
  where line.problem is null;
  if v_checkout.is_canceled or v_checkout.expires_at <= platform.now() then
    perform platform.fail('GONEE', 'the_order_is_over', 'token', pg_catalog.json_build_object(
      'status', case when v_checkout.is_canceled then 'canceled' else 'expired' end, 'url', v_link
    ));
  elsif v_link is null or v_order ->> 'currency' is null then
    perform platform.fail('NTFND', 'the_shop_has_no_checkout_address', 'token');
  end if;
  return pg_catalog.json_build_object(
    'transaction_id', storefront.order_reference(v_checkout.handoff_token), 'url', v_link, 'order', v_order,
    'is_signed', not v_checkout.brand_id = any (core.simulated_brand_ids())
  );
end
$$;
comment on function commerce.open_checkout(text, text) is
  'Returns the destination of the continue_url of a checkout session or a cart, with the items that can be bought at their present prices, less discounts. Null for an unknown token.';
grant execute on function commerce.open_checkout(text, text) to vitrine_worker;

create function commerce.open_handoff(brand_id text, token text)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_transaction commerce.transactions;
  v_checkout json;
  v_link text;
begin
  -- Orders of test keys belong to the simulated shop, whichever brand the key has.
  perform set_config('vitrine.brand_ids', (core.scope_brand_ids() || core.simulated_brand_ids())::text, true);
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = any (core.scope_brand_ids()) and held.handoff_token = open_handoff.token;
  if not found then
    v_checkout := commerce.open_checkout(open_handoff.brand_id, open_handoff.token);
    if v_checkout is not null then
      return v_checkout;
    end if;
    select storefront.web_address(shops.website) into v_link from storefront.shops where shops.brand_id = open_handoff.brand_id;
    perform platform.fail('NTFND', 'names_no_handoff_link', 'token', pg_catalog.json_build_object('url', v_link));
  end if;
  perform commerce.settle('transaction', v_transaction.brand_id, v_transaction.transaction_id);
  select held.* into strict v_transaction
  from commerce.transactions as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  select coalesce(items.link, storefront.web_address(shops.website)) into v_link
  from commerce.transaction_items as items
  left join storefront.shops on shops.brand_id = items.brand_id
  where items.brand_id = v_transaction.brand_id and items.transaction_id = v_transaction.transaction_id
  order by items.position
  limit 1;
  if v_transaction.status in ('expired', 'canceled') then
    perform platform.fail('GONEE', 'the_order_is_over', 'token', pg_catalog.json_build_object('status', v_transaction.status, 'url', v_link));
  elsif v_transaction.status = 'created' then
    update commerce.transactions as held
    set handed_off_at = platform.now()
    where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
    perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, 'open_handoff', 'service');
  end if;
  if v_link is null then
    perform platform.fail('NTFND', 'the_shop_has_no_checkout_address', 'token');
  end if;
  return pg_catalog.json_build_object(
    'transaction_id', v_transaction.transaction_id,
    'url', v_link,
    -- The parameters that the server adds and signs. Null for the simulated shop.
    'order', (
      select pg_catalog.json_build_object(
        'jti', v_transaction.transaction_id,
        'transaction_id', v_transaction.transaction_id,
        'brand_id', open_handoff.brand_id,
        'items', pg_catalog.json_agg(
          pg_catalog.json_build_object(
            'id', coalesce(items.product_id, items.bundle_id), 'quantity', items.quantity,
            'unit_price', storefront.amount(items.unit_price_micros, v_transaction.currency)::text, 'terms', items.terms
          )
          order by items.position
        ),
        'total', storefront.amount(sum(items.unit_price_micros::numeric * items.quantity)::bigint, v_transaction.currency)::text,
        'currency', v_transaction.currency,
        'iat', extract(epoch from v_transaction.created_at)::bigint,
        'exp', extract(epoch from v_transaction.expires_at)::bigint
      )
      from commerce.transaction_items as items
      where items.brand_id = v_transaction.brand_id and items.transaction_id = v_transaction.transaction_id
    ),
    'is_signed', not v_transaction.brand_id = any (core.simulated_brand_ids())
  );
end
$$;
comment on function commerce.open_handoff(text, text) is
  'GET /handoff/{token}: the destination of the link of an order or a checkout session, and the order data that its address contains. '
  'Raises NTFND or GONEE with the address of the product or the shop as `url`, if there is one.';
revoke execute on function commerce.open_handoff(text, text) from public;
grant execute on function commerce.open_handoff(text, text) to vitrine_key, vitrine_simulated, vitrine_worker;
call core.register_operation('commerce.open_handoff', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
