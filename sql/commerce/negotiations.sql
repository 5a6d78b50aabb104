create function commerce.open_negotiation(
  brand_id text,
  offer jsonb,
  quantity integer default 1,
  product_id text default null,
  bundle_id text default null,
  message text default null,
  agent jsonb default '{}'
)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(open_negotiation.brand_id);
  v_subject commerce.subject;
  v_terms commerce.price_terms;
  v_negotiation commerce.negotiations;
begin
  perform commerce.lock_agent(v_brand_id, core.scope_credential_id());
  v_subject := commerce.find_subject(v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id);
  v_terms := commerce.price_terms(v_brand_id, open_negotiation.product_id, open_negotiation.quantity, v_subject.price_micros, v_subject.currency);
  if v_terms is null then
    perform platform.fail('NTFND', 'product_id: negotiation is not enabled for this. Its price is as listed; buy at the product''s purchase_url.');
  end if;
  if (
    select count(*) >= (v_terms.policy).negotiations_per_day_max
    from commerce.negotiations as held
    where held.brand_id = v_brand_id and held.created_by = core.scope_credential_id() and held.created_at > platform.now() - interval '1 day'
  ) then
    perform platform.fail(
      'QUOTA', 'you began as many negotiations with this shop as it takes of one agent in a day. Begin the next later.',
      pg_catalog.json_build_object('retry_after', 3600)::text
    );
  end if;
  insert into commerce.negotiations as held (
    brand_id, product_id, bundle_id, title, quantity, list_price_micros, currency, policy_id, rounds_max, agent, link,
    price_observed_at, created_by, person_id, expires_at
  )
  values (
    v_brand_id, open_negotiation.product_id, open_negotiation.bundle_id, v_subject.title, open_negotiation.quantity, v_subject.price_micros,
    v_subject.currency, (v_terms.policy).policy_id, (v_terms.policy).rounds_max, open_negotiation.agent, v_subject.link,
    v_subject.observed_at, core.scope_credential_id(), core.scope_person_id(), commerce.minutes_from_now((v_terms.policy).answer_minutes)
  )
  returning held.* into v_negotiation;
  perform commerce.record_offer(
    v_negotiation, 'agent', open_negotiation.offer, open_negotiation.message, v_terms.policy, open_negotiation.quantity
  );
  perform commerce.move('negotiation', v_brand_id, v_negotiation.negotiation_id, 'open', 'agent');
  perform commerce.answer_offer(v_brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(open_negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.open_negotiation(text, jsonb, integer, text, text, text, jsonb) is
  'POST /negotiations: an agent''s first offer, with the answer of the shop''s policy if it has one at once.';

create function commerce.make_offer(brand_id text, negotiation_id text, offer jsonb, message text default null, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation commerce.negotiations := commerce.find_negotiation(make_offer.brand_id, make_offer.negotiation_id);
  v_policy commerce.pricing_policies;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, make_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'counter', commerce.negotiation_actions(v_negotiation, make_offer.brand_id)
  );
  update commerce.negotiations as held
  set round = held.round + 1
  where held.brand_id = v_negotiation.brand_id and held.negotiation_id = v_negotiation.negotiation_id
  returning held.* into v_negotiation;
  select policies.* into v_policy
  from commerce.pricing_policies as policies
  where policies.brand_id = v_negotiation.brand_id and policies.policy_id = v_negotiation.policy_id;
  perform commerce.record_offer(v_negotiation, 'agent', make_offer.offer, make_offer.message, v_policy, v_negotiation.quantity);
  perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'agent');
  perform commerce.answer_offer(v_negotiation.brand_id, v_negotiation.negotiation_id);
  return commerce.show_negotiation(make_offer.brand_id, make_offer.negotiation_id);
end
$$;
comment on function commerce.make_offer(text, text, jsonb, text, integer) is 'POST /negotiations/{negotiation_id}/offers: the agent''s next offer, above the one before, while there are rounds.';

create function commerce.accept_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(accept_offer.brand_id, accept_offer.negotiation_id);
  v_offer commerce.negotiation_offers;
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, accept_offer.version);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, 'accept', commerce.negotiation_actions(v_negotiation, accept_offer.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  perform commerce.accept(v_negotiation, v_offer, 'agent', 'accepted_by_agent');
  return commerce.show_negotiation(accept_offer.brand_id, accept_offer.negotiation_id);
end
$$;
comment on function commerce.accept_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/accept: the agent takes the counter-offer, and its price is held.';

create function commerce.leave_negotiation(brand_id text, negotiation_id text, action text, version integer)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
begin
  perform commerce.require_agent(v_negotiation.created_by);
  perform commerce.require_version(v_negotiation.version, leave_negotiation.version);
  perform commerce.end_negotiation(v_negotiation, leave_negotiation.action, 'agent', case leave_negotiation.action when 'reject' then 'rejected_by_agent' end);
  return commerce.show_negotiation(leave_negotiation.brand_id, leave_negotiation.negotiation_id);
end
$$;
comment on function commerce.leave_negotiation(text, text, text, integer) is 'The agent will not go on.';

create function commerce.reject_offer(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(reject_offer.brand_id, reject_offer.negotiation_id, 'reject', reject_offer.version); $$;
comment on function commerce.reject_offer(text, text, integer) is 'POST /negotiations/{negotiation_id}/reject: the agent does not take the counter-offer.';

create function commerce.withdraw_negotiation(brand_id text, negotiation_id text, version integer default null)
returns json
language sql volatile
as $$ select commerce.leave_negotiation(withdraw_negotiation.brand_id, withdraw_negotiation.negotiation_id, 'withdraw', withdraw_negotiation.version); $$;
comment on function commerce.withdraw_negotiation(text, text, integer) is 'POST /negotiations/{negotiation_id}/withdraw: the agent takes back its offer.';

create function commerce.respond(
  brand_id text,
  negotiation_id text,
  action text,
  offer jsonb default null,
  message text default null,
  version integer default null
)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(respond.brand_id, respond.negotiation_id);
  v_offer commerce.negotiation_offers;
  v_terms commerce.price_terms;
begin
  perform commerce.require_version(v_negotiation.version, respond.version);
  if (respond.action = 'counter') <> (respond.offer is not null) then
    perform platform.fail('BADRQ', 'offer: goes with action=counter, and with no other.');
  end if;
  perform commerce.require_merchant(v_negotiation.created_by);
  perform commerce.require_action(
    'negotiation', v_negotiation.status, respond.action, commerce.negotiation_actions(v_negotiation, respond.brand_id)
  );
  select held.* into strict v_offer
  from commerce.negotiation_offers as held
  where held.brand_id = v_negotiation.brand_id and held.offer_id = v_negotiation.current_offer_id;
  v_terms := commerce.price_terms(v_negotiation.brand_id, v_negotiation.product_id, v_offer.quantity, v_negotiation.list_price_micros, v_negotiation.currency);
  case respond.action
    when 'accept' then perform commerce.accept(v_negotiation, v_offer, 'merchant', 'accepted_by_merchant');
    when 'decline' then perform commerce.end_negotiation(v_negotiation, 'decline', 'merchant', 'declined_by_merchant');
    else
      if v_terms is null then
        perform platform.fail('BADRQ', 'action: this product has no pricing policy any more. Decline, or set one.');
      end if;
      v_offer := commerce.record_offer(v_negotiation, 'merchant', respond.offer, respond.message, v_terms.policy, v_offer.quantity);
      if v_offer.unit_price_micros < v_terms.floor_micros then
        perform platform.fail('BADRQ', 'offer.amount: the pricing policy of this product does not allow that price.');
      end if;
      perform commerce.move('negotiation', v_negotiation.brand_id, v_negotiation.negotiation_id, 'counter', 'merchant');
  end case;
  return commerce.show_negotiation(respond.brand_id, respond.negotiation_id);
end
$$;
comment on function commerce.respond(text, text, text, jsonb, text, integer) is
  'POST /negotiations/{negotiation_id}/respond: the shop''s people accept, counter or decline. Never below the floor of the policy.';

create function commerce.negotiation(brand_id text, negotiation_id text)
returns json
language plpgsql volatile
as $$
declare
  v_negotiation constant commerce.negotiations := commerce.find_negotiation(negotiation.brand_id, negotiation.negotiation_id, is_read => true);
begin
  return commerce.show_negotiation(negotiation.brand_id, v_negotiation.negotiation_id);
end
$$;
comment on function commerce.negotiation(text, text) is 'GET /negotiations/{negotiation_id}: a negotiation as it is now.';

create function commerce.negotiations(brand_id text, status text default null, page integer default 1, "limit" integer default 20)
returns json
language plpgsql volatile
as $$
declare
  v_brand_id constant text := core.data_brand_id(negotiations.brand_id);
begin
  perform commerce.settle_agent(v_brand_id, core.scope_credential_id());
  return (
    with matching as (
      select held.negotiation_id, held.created_at
      from commerce.negotiations as held
      where held.brand_id = v_brand_id and (negotiations.status is null or held.status = negotiations.status)
    )
    select pg_catalog.json_build_object(
      'negotiations', coalesce(
        pg_catalog.json_agg(commerce.show_negotiation(negotiations.brand_id, shown.negotiation_id) order by shown.created_at desc, shown.negotiation_id), '[]'
      ),
      'pagination', commerce.pagination((select count(*) from matching), negotiations.page, negotiations."limit")
    )
    from (
      select matching.* from matching order by matching.created_at desc, matching.negotiation_id
      limit negotiations."limit" offset (negotiations.page - 1)::bigint * negotiations."limit"
    ) as shown
  );
end
$$;
comment on function commerce.negotiations(text, text, integer, integer) is 'GET /negotiations: an agent''s own, or all of the shop, newest first.';

call core.register_operation('commerce.open_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.make_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.accept_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.reject_offer', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.withdraw_negotiation', 'write:negotiation', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.respond', 'write:storefront', brand => 'shown', access => 'write', is_idempotent => true);
call core.register_operation('commerce.negotiation', 'write:negotiation', brand => 'shown', access => 'write');
call core.register_operation('commerce.negotiations', 'write:negotiation', brand => 'shown', access => 'write');
