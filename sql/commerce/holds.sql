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
      'quote', case when held.status = 'active' and not held.brand_id = any (core.simulated_brand_ids()) then pg_catalog.json_build_object(
        'hold_id', held.hold_id, 'brand_id', show_hold.brand_id, 'product_id', held.product_id, 'bundle_id', held.bundle_id,
        'quantity', held.quantity, 'unit_price', commerce.money(held.unit_price_micros, held.currency), 'terms', held.terms,
        'iat', extract(epoch from held.created_at)::bigint, 'exp', extract(epoch from held.expires_at)::bigint
      ) end,
      'expires_at', platform.utc(held.expires_at),
      'created_at', platform.utc(held.created_at),
      'updated_at', platform.utc(held.updated_at)
    )
    from commerce.price_holds as held
    where held.brand_id = core.data_brand_id(show_hold.brand_id) and held.hold_id = show_hold.hold_id
  );
end
$$;
comment on function commerce.show_hold(text, text) is 'A held price. quote is what the server signs: of one that is active, and of a shop that there is.';

create function commerce.find_hold(brand_id text, hold_id text, is_read boolean default false)
returns commerce.price_holds
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(find_hold.brand_id);
  v_hold commerce.price_holds;
begin
  perform commerce.settle('price_hold', v_brand_id, find_hold.hold_id, find_hold.is_read);
  select held.* into v_hold from commerce.price_holds as held where held.brand_id = v_brand_id and held.hold_id = find_hold.hold_id;
  if not found then
    perform platform.fail('NTFND', 'hold_id: there is no such hold, or another agent''s.');
  end if;
  return v_hold;
end
$$;
comment on function commerce.find_hold(text, text, boolean) is 'A hold as it is now, after the clock has had its say. NTFND for one that the caller has no part in.';

create function commerce.give_up_hold(hold commerce.price_holds)
returns void
language plpgsql volatile
as $$
begin
  perform commerce.move('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id, 'release', 'agent');
  perform commerce.follow('price_hold', give_up_hold.hold.brand_id, give_up_hold.hold.hold_id);
end
$$;
comment on function commerce.give_up_hold(commerce.price_holds) is 'A hold is let go, and with it the agreement it came from.';

create function commerce.hold_price(
  brand_id text,
  product_id text,
  bundle_id text,
  subject commerce.subject,
  quantity integer,
  source text,
  minutes integer,
  created_by text,
  person_id uuid,
  negotiation_id text default null,
  exclusive_offer_id text default null,
  terms jsonb default '{}'
)
returns text
language plpgsql volatile
as $$
declare
  v_other commerce.price_holds;
  v_hold_id text;
begin
  select held.* into v_other
  from commerce.price_holds as held
  where held.brand_id = hold_price.brand_id and held.created_by = hold_price.created_by and held.status = 'active'
    and coalesce(held.product_id, held.bundle_id) = coalesce(hold_price.product_id, hold_price.bundle_id);
  if found and not commerce.settle('price_hold', v_other.brand_id, v_other.hold_id) then
    if hold_price.negotiation_id is null then
      perform platform.fail(
        'HOLDX', 'product_id: you hold a price of it already. Use that hold, or release it first.',
        pg_catalog.json_build_object('hold_id', v_other.hold_id)::text
      );
    end if;
    -- What was agreed on now stands in place of what was held before.
    perform commerce.give_up_hold(v_other);
  end if;
  insert into commerce.price_holds as held (
    brand_id, product_id, bundle_id, title, link, quantity, unit_price_micros, currency, terms, source, price_observed_at, negotiation_id,
    exclusive_offer_id, created_by, person_id, expires_at
  )
  values (
    hold_price.brand_id, hold_price.product_id, hold_price.bundle_id, hold_price.subject.title, hold_price.subject.link, hold_price.quantity,
    hold_price.subject.price_micros, hold_price.subject.currency, hold_price.terms, hold_price.source, hold_price.subject.observed_at,
    hold_price.negotiation_id, hold_price.exclusive_offer_id, hold_price.created_by, hold_price.person_id,
    commerce.minutes_from_now(hold_price.minutes)
  )
  returning held.hold_id into v_hold_id;
  perform commerce.move('price_hold', hold_price.brand_id, v_hold_id, 'create', 'agent');
  return v_hold_id;
end
$$;
comment on function commerce.hold_price(text, text, text, commerce.subject, integer, text, integer, text, uuid, text, text, jsonb) is
  'Keeps a price for an agent. It has one of each product at a time: HOLDX, unless an agreement takes the place of the one before.';

create function commerce.create_hold(
  brand_id text,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  offer_id text default null,
  negotiation_id text default null,
  minutes integer default 15,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(create_hold.brand_id);
  v_subject commerce.subject;
  v_source text;
  v_hold_id text;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  if create_hold.negotiation_id is not null then
    return commerce.negotiated_hold(create_hold.brand_id, create_hold.negotiation_id);
  end if;
  v_subject := commerce.find_subject(v_brand_id, create_hold.product_id, create_hold.bundle_id);
  v_source := case when v_subject.is_reduced then 'sale' else 'list' end;
  if create_hold.offer_id is not null then
    v_subject.price_micros := commerce.offered_price_micros(
      v_brand_id, create_hold.offer_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.agent ->> 'platform'
    );
    v_source := 'exclusive_offer';
  end if;
  v_hold_id := commerce.hold_price(
    v_brand_id, create_hold.product_id, create_hold.bundle_id, v_subject, create_hold.quantity, v_source, create_hold.minutes,
    core.scope_credential_id(), core.scope_person_id(), exclusive_offer_id => create_hold.offer_id
  );
  return commerce.show_hold(create_hold.brand_id, v_hold_id);
end
$$;
comment on function commerce.create_hold(text, integer, text, text, text, text, integer, jsonb) is
  'POST /holds: keeps the price of today, or of an exclusive offer, for a while.';

create function commerce.negotiated_hold(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiated_hold.brand_id, negotiated_hold.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  if v_negotiation.status <> 'accepted' then
    perform commerce.refuse_move(
      'negotiation', v_negotiation.status, 'hold', commerce.negotiation_actions(v_negotiation, negotiated_hold.brand_id)
    );
  end if;
  return commerce.show_hold(negotiated_hold.brand_id, v_negotiation.hold_id);
end
$$;
comment on function commerce.negotiated_hold(text, text) is 'The hold that an agreement made: there is no other of it.';

create function commerce.hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(hold.brand_id, hold.hold_id, is_read => true);
begin
  return commerce.show_hold(hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.hold(text, text) is 'GET /holds/{hold_id}: a held price as it is now.';

create function commerce.release_hold(brand_id text, hold_id text)
returns json
language plpgsql volatile
as $$
declare
  v_hold constant commerce.price_holds := commerce.find_hold(release_hold.brand_id, release_hold.hold_id);
begin
  perform commerce.require_agent(v_hold.created_by);
  if v_hold.status <> 'released' then
    perform commerce.give_up_hold(v_hold);
  end if;
  return commerce.show_hold(release_hold.brand_id, v_hold.hold_id);
end
$$;
comment on function commerce.release_hold(text, text) is 'DELETE /holds/{hold_id}: the agent needs the price no longer. Again is the same as once.';

call core.register_operation('commerce.create_hold', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.hold', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.release_hold', 'write:negotiation', brand => 'shown', access => 'write');
