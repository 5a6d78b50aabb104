create function commerce.use_hold(transaction commerce.transactions, brand_id text, hold_id text)
returns commerce.price_holds
language plpgsql volatile
as $$
declare
  v_created_by text;
  v_hold commerce.price_holds;
begin
  select held.created_by into v_created_by
  from commerce.price_holds as held
  where held.brand_id = use_hold.transaction.brand_id and held.hold_id = use_hold.hold_id;
  if found then
    -- Checked before rows of another agent are locked.
    perform commerce.require_agent(v_created_by);
  end if;
  v_hold := commerce.find_hold(use_hold.brand_id, use_hold.hold_id);
  perform commerce.move('price_hold', v_hold.brand_id, v_hold.hold_id, 'consume', 'service');
  update commerce.price_holds as held
  set transaction_id = use_hold.transaction.transaction_id
  where held.brand_id = v_hold.brand_id and held.hold_id = v_hold.hold_id;
  if v_hold.negotiation_id is not null then
    update commerce.negotiations as held
    set transaction_id = use_hold.transaction.transaction_id
    where held.brand_id = v_hold.brand_id and held.negotiation_id = v_hold.negotiation_id;
    perform commerce.move('negotiation', v_hold.brand_id, v_hold.negotiation_id, 'convert', 'service');
  end if;
  return v_hold;
end
$$;
comment on function commerce.use_hold(commerce.transactions, text, text) is 'Uses a price hold of the agent in an order.';

create function commerce.take_item(transaction commerce.transactions, brand_id text, item jsonb, "position" integer)
returns text
language plpgsql volatile
as $$
declare
  v_hold commerce.price_holds;
  v_subject commerce.subject;
begin
  if take_item.item ->> 'hold_id' is not null then
    -- A price hold keeps the title, link and price from its creation.
    v_hold := commerce.use_hold(take_item.transaction, take_item.brand_id, take_item.item ->> 'hold_id');
    v_subject.title := v_hold.title;
    v_subject.link := v_hold.link;
    v_subject.price_micros := v_hold.unit_price_micros;
    v_subject.currency := v_hold.currency;
  else
    v_subject := commerce.find_subject(take_item.transaction.brand_id, take_item.item ->> 'product_id', take_item.item ->> 'bundle_id');
  end if;
  perform commerce.require_availability(
    take_item.transaction.brand_id, coalesce(v_hold.product_id, take_item.item ->> 'product_id'),
    coalesce(v_hold.bundle_id, take_item.item ->> 'bundle_id'), coalesce(v_hold.quantity, (take_item.item ->> 'quantity')::integer),
    take_item.transaction.transaction_id
  );
  insert into commerce.transaction_items (
    brand_id, transaction_id, position, product_id, bundle_id, title, quantity, unit_price_micros, terms, hold_id, link, created_by
  )
  values (
    take_item.transaction.brand_id, take_item.transaction.transaction_id, take_item."position",
    coalesce(v_hold.product_id, take_item.item ->> 'product_id'), coalesce(v_hold.bundle_id, take_item.item ->> 'bundle_id'), v_subject.title,
    coalesce(v_hold.quantity, (take_item.item ->> 'quantity')::integer), v_subject.price_micros, coalesce(v_hold.terms, '{}'), v_hold.hold_id,
    v_subject.link, take_item.transaction.created_by
  );
  return v_subject.currency;
end
$$;
comment on function commerce.take_item(commerce.transactions, text, jsonb, integer) is
  'Adds an item to an order: a price hold, which is used up, or a product at its present price. Returns the currency.';

create function commerce.take_stock(brand_id text, transaction_id text, created_by text)
returns void
language plpgsql volatile
as $$
begin
  insert into storefront.ordered_stock (brand_id, transaction_id, product_id, quantity, created_by, expires_at)
  select
    take_stock.brand_id, take_stock.transaction_id, coalesce(items.product_id, parts.product_id), sum(items.quantity), take_stock.created_by,
    (
      select held.expires_at from commerce.transactions as held
      where held.brand_id = take_stock.brand_id and held.transaction_id = take_stock.transaction_id
    )
  from commerce.transaction_items as items
  left join storefront.bundle_products as parts on parts.brand_id = items.brand_id and parts.bundle_id = items.bundle_id
  join storefront.catalog_products as products
    on products.brand_id = items.brand_id and products.product_id = coalesce(items.product_id, parts.product_id)
  where items.brand_id = take_stock.brand_id and items.transaction_id = take_stock.transaction_id
    -- Only products with a reported quantity can be counted.
    and products.quantity > 0
  group by coalesce(items.product_id, parts.product_id);
  -- Orders of one product run one after another until they commit. Locks are taken in a fixed order to avoid deadlocks.
  -- Advisory locks, not row locks: orders and imports must not wait for each other.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'stock', ordered.brand_id, ordered.product_id), 0)
  )
  from (
    select taken.brand_id, taken.product_id
    from storefront.ordered_stock as taken
    where taken.brand_id = take_stock.brand_id and taken.transaction_id = take_stock.transaction_id
    order by taken.product_id
  ) as ordered;
  -- A separate statement sees what was committed while the locks were awaited.
  perform commerce.require_availability(taken.brand_id, taken.product_id, null, taken.quantity, taken.transaction_id)
  from storefront.ordered_stock as taken
  where taken.brand_id = take_stock.brand_id and taken.transaction_id = take_stock.transaction_id
  order by taken.product_id;
end
$$;
comment on function commerce.take_stock(text, text, text) is
  'Reserves the reported stock for an order, including the products of bundles. Raises NOSTK if all orders together exceed it.';

create function commerce.create_transaction(
  brand_id text,
  items jsonb,
  agent jsonb default '{}',
  buyer_reference text default null,
  confirmation_window_days integer default null,
  base_url text default ''
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_transaction.brand_id);
  v_transaction commerce.transactions;
  v_item record;
  v_currencies text[];
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  insert into commerce.transactions as held (
    brand_id, currency, agent, verified_agent, buyer_reference, is_of_shop, created_by, person_id, expires_at
  )
  select
    v_brand_id, brands.currency, create_transaction.agent, core.scope_agent(), create_transaction.buyer_reference,
    core.is_of_shop(create_transaction.brand_id), core.scope_credential_id(), core.scope_person_id(),
    commerce.minutes_from_now(24 * 60)
  from core.brands
  where brands.brand_id = v_brand_id
  returning held.* into v_transaction;
  for v_item in
    select given.item, given.position from pg_catalog.jsonb_array_elements(create_transaction.items) with ordinality as given (item, position)
  loop
    v_currencies := v_currencies || commerce.take_item(v_transaction, create_transaction.brand_id, v_item.item, v_item.position::integer);
  end loop;
  perform commerce.take_stock(v_brand_id, v_transaction.transaction_id, v_transaction.created_by);
  if (select count(distinct given.currency) from pg_catalog.unnest(v_currencies) as given (currency)) > 1 then
    perform platform.fail('BADRQ', 'have_several_currencies', 'items');
  elsif (
    select sum(items.unit_price_micros::numeric * items.quantity) > 9e18
    from commerce.transaction_items as items
    where items.brand_id = v_brand_id and items.transaction_id = v_transaction.transaction_id
  ) then
    perform platform.fail('BADRQ', 'cost_more_than_an_order_can', 'items');
  end if;
  perform commerce.redeem_offers(v_brand_id, v_transaction.transaction_id);
  update commerce.transactions as held
  set currency = v_currencies[1]
  where held.brand_id = v_brand_id and held.transaction_id = v_transaction.transaction_id;
  if create_transaction.confirmation_window_days is not null then
    insert into commerce.confirmation_windows (brand_id, transaction_id, days, created_by)
    values (v_brand_id, v_transaction.transaction_id, create_transaction.confirmation_window_days, v_transaction.created_by);
  end if;
  perform commerce.move('transaction', v_brand_id, v_transaction.transaction_id, 'create', 'agent');
  return commerce.show_transaction(create_transaction.brand_id, v_transaction.transaction_id, create_transaction.base_url);
end
$$;
comment on function commerce.create_transaction(text, jsonb, jsonb, text, integer, text) is
  'POST /transactions: creates an order that its link hands over to the merchant. It counts against the reported stock. No payment takes place.';

grant execute on function
  commerce.use_hold(commerce.transactions, text, text),
  commerce.take_item(commerce.transactions, text, jsonb, integer),
  commerce.take_stock(text, text, text),
  commerce.create_transaction(text, jsonb, jsonb, text, integer, text)
to vitrine_key, vitrine_simulated;
call core.register_operation('commerce.create_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
