create function commerce.find_transaction(brand_id text, transaction_id text, is_read boolean default false)
returns commerce.transactions
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_transaction.brand_id);
  v_transaction commerce.transactions;
begin
  perform commerce.settle('transaction', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('confirmation_window', v_brand_id, find_transaction.transaction_id, find_transaction.is_read);
  perform commerce.settle('dispute', v_brand_id, disputes.dispute_id, find_transaction.is_read)
  from commerce.disputes
  where disputes.brand_id = v_brand_id and disputes.transaction_id = find_transaction.transaction_id;
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = v_brand_id and held.transaction_id = find_transaction.transaction_id;
  if not found then
    perform platform.fail('NTFND', 'transaction_id: there is no such transaction, or another agent''s.');
  end if;
  return v_transaction;
end
$$;
comment on function commerce.find_transaction(text, text, boolean) is 'A transaction as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

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
    -- Before anything of another agent's is locked.
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
comment on function commerce.use_hold(commerce.transactions, text, text) is 'A held price of the agent''s own becomes part of an order.';

create function commerce.take_item(transaction commerce.transactions, brand_id text, item jsonb, "position" integer)
returns text
language plpgsql volatile
as $$
declare
  v_hold commerce.price_holds;
  v_subject commerce.subject;
begin
  if take_item.item ->> 'hold_id' is not null then
    -- What is held is what it was when it was held, whatever the catalogue says by now.
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
  'Puts into an order what a hold keeps, using it up, or a product at its price of today; returns the currency.';

create function commerce.take_stock(brand_id text, transaction_id text, created_by text)
returns void
language plpgsql volatile
as $$
begin
  insert into commerce.ordered_stock (brand_id, transaction_id, product_id, quantity, created_by)
  select take_stock.brand_id, take_stock.transaction_id, coalesce(items.product_id, parts.product_id), sum(items.quantity), take_stock.created_by
  from commerce.transaction_items as items
  left join storefront.bundle_products as parts on parts.brand_id = items.brand_id and parts.bundle_id = items.bundle_id
  join storefront.products on products.brand_id = items.brand_id and products.product_id = coalesce(items.product_id, parts.product_id)
  where items.brand_id = take_stock.brand_id and items.transaction_id = take_stock.transaction_id
    -- Only what the shop reports a quantity of can be counted.
    and products.quantity > 0
  group by coalesce(items.product_id, parts.product_id);
  -- Orders of one product follow each other until they commit. The order of the locks is fixed, so that two orders cannot wait for each other.
  -- They are no row locks: an order must not wait for an import, nor an import for orders.
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(pg_catalog.concat_ws('/', 'stock', ordered.brand_id, ordered.product_id), 0)
  )
  from (
    select taken.brand_id, taken.product_id
    from commerce.ordered_stock as taken
    where taken.brand_id = take_stock.brand_id and taken.transaction_id = take_stock.transaction_id
    order by taken.product_id
  ) as ordered;
  -- A statement of its own, which sees what committed while the locks were awaited.
  perform commerce.require_availability(taken.brand_id, taken.product_id, null, taken.quantity, taken.transaction_id)
  from commerce.ordered_stock as taken
  where taken.brand_id = take_stock.brand_id and taken.transaction_id = take_stock.transaction_id
  order by taken.product_id;
end
$$;
comment on function commerce.take_stock(text, text, text) is
  'Counts an order against the stock that the shop reported, bundles included, and refuses it (NOSTK) where all orders together ask for more.';

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
  insert into commerce.transactions as held (brand_id, currency, agent, buyer_reference, is_of_shop, created_by, person_id, expires_at)
  select
    v_brand_id, brands.currency, create_transaction.agent, create_transaction.buyer_reference,
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
    perform platform.fail('BADRQ', 'items: are of several currencies. Make a transaction of each.');
  elsif (
    select sum(items.unit_price_micros::numeric * items.quantity) > 9e18
    from commerce.transaction_items as items
    where items.brand_id = v_brand_id and items.transaction_id = v_transaction.transaction_id
  ) then
    perform platform.fail('BADRQ', 'items: come to more than an order can be. Order fewer.');
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
  'POST /transactions: an order, to be handed to the merchant by its link. It counts against the stock that the shop reported. Nothing is paid here.';

create function commerce.transaction(brand_id text, transaction_id text, base_url text default '')
returns json
language plpgsql volatile
as $$
declare
  v_transaction constant commerce.transactions := commerce.find_transaction(transaction.brand_id, transaction.transaction_id, is_read => true);
begin
  return commerce.show_transaction(transaction.brand_id, v_transaction.transaction_id, transaction.base_url);
end
$$;
comment on function commerce.transaction(text, text, text) is 'GET /transactions/{transaction_id}: an order as it is now.';

create function commerce.transactions(brand_id text, status text default null, page integer default 1, "limit" integer default 20, base_url text default '')
returns json
language plpgsql volatile
as $$
begin
  perform commerce.settle_agent(core.data_brand_id(transactions.brand_id), core.scope_credential_id());
  return (
  with matching as (
    select held.transaction_id, held.created_at
    from commerce.transactions as held
    where held.brand_id = core.data_brand_id(transactions.brand_id) and (transactions.status is null or held.status = transactions.status)
  )
  select pg_catalog.json_build_object(
    'transactions', coalesce(
      pg_catalog.json_agg(
        commerce.show_transaction(transactions.brand_id, shown.transaction_id, transactions.base_url) order by shown.created_at desc, shown.transaction_id
      ), '[]'
    ),
    'pagination', commerce.pagination((select count(*) from matching), transactions.page, transactions."limit")
  )
  from (
    select matching.* from matching order by matching.created_at desc, matching.transaction_id
    limit transactions."limit" offset (transactions.page - 1)::bigint * transactions."limit"
  ) as shown
  );
end
$$;
comment on function commerce.transactions(text, text, integer, integer, text) is 'GET /transactions: an agent''s own, or all of the shop, newest first.';

create function commerce.open_handoff(brand_id text, token text)
returns json
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_transaction commerce.transactions;
  v_link text;
begin
  -- Orders of test keys are the simulated shop's, whichever shop the key was for.
  perform set_config('vitrine.brand_ids', (core.scope_brand_ids() || core.simulated_brand_ids())::text, true);
  select held.* into v_transaction
  from commerce.transactions as held
  where held.brand_id = any (core.scope_brand_ids()) and held.handoff_token = open_handoff.token;
  if not found then
    perform platform.fail('NTFND', 'token: there is no such handoff.');
  end if;
  perform commerce.settle('transaction', v_transaction.brand_id, v_transaction.transaction_id);
  select held.* into strict v_transaction
  from commerce.transactions as held
  where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
  if v_transaction.status in ('expired', 'cancelled') then
    perform platform.fail('GONEE', pg_catalog.format('token: this order is %s. The agent makes a new one.', v_transaction.status));
  elsif v_transaction.status = 'created' then
    update commerce.transactions as held
    set handed_off_at = platform.now()
    where held.brand_id = v_transaction.brand_id and held.transaction_id = v_transaction.transaction_id;
    perform commerce.move('transaction', v_transaction.brand_id, v_transaction.transaction_id, 'open_handoff', 'service');
  end if;
  select coalesce(items.link, storefront.web_address(shops.website)) into v_link
  from commerce.transaction_items as items
  left join storefront.shops on shops.brand_id = items.brand_id
  where items.brand_id = v_transaction.brand_id and items.transaction_id = v_transaction.transaction_id
  order by items.position
  limit 1;
  if v_link is null then
    perform platform.fail('NTFND', 'token: this shop has published no address to go to. Ask it for one.');
  end if;
  return pg_catalog.json_build_object(
    'transaction_id', v_transaction.transaction_id,
    'url', v_link,
    -- What the server adds to the address, and what it signs: of a shop that there is.
    'order', (
      select pg_catalog.json_build_object(
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
  'GET /handoff/{token}: where the link of an order leads, and what of the order its address carries to the merchant.';
revoke execute on function commerce.open_handoff(text, text) from public;

call core.register_operation('commerce.create_transaction', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.transaction', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.transactions', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.open_handoff', 'read:commerce', brand => 'shown', access => 'write', allow_anonymous => true);
